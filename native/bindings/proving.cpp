#include "bloxorz/proving.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>

#include "bindings/bindings.h"
#include "bindings/bloxorz.h"
#include "bindings/endings.h"
#include "bindings/freecell.h"
#include "bindings/sokoban.h"
#include "freecell/proving.h"
#include "sokoban/proving/proving.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

// Is told how many positions were looked at, and stops the prover by answering false.
using Watch = std::optional<nb::callable>;

// Proves without the lock of the interpreter; says how it ended.
const char* proved(const Limits& limits, const Watch& watch, auto& proof, auto&& prove) {
    Control control(limits);
    const auto pulse = [&] {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) return true;
        if (!watch) return false;
        try {
            return !nb::cast<bool>((*watch)(control.progress().expanded));
        } catch (nb::python_error& error) {
            error.restore();
            return true;
        }
    };
    Status status = Status::exhausted;
    {
        const nb::gil_scoped_release release;
        try {
            control.begin(pulse);
            proof = prove(control);
        } catch (const Interruption& interruption) {
            status = interruption.status;
        } catch (const std::bad_alloc&) {
            status = Status::out_of_memory;
        }
    }
    if (PyErr_Occurred()) throw nb::python_error();
    if (watch) (*watch)(control.progress().expanded);
    if (status == Status::exhausted) return proof.is_solvable ? "solvable" : "proved";
    return name_of(status);
}

nb::tuple prove_bloxorz(const BloxorzStage& stage, const Limits& limits, const Watch& watch) {
    bloxorz::Proof proof;
    const char* const ending = proved(limits, watch, proof, [&](Control& control) {
        return bloxorz::prove(stage.data, control);
    });
    return nb::make_tuple(ending, proof.parents, proof.moves);
}

nb::tuple prove_freecell(const FreeCellGame& game, const Limits& limits, const Watch& watch) {
    freecell::Proof proof;
    const char* const ending = proved(limits, watch, proof, [&](Control& control) {
        return freecell::prove(game.data.start, control);
    });
    return nb::make_tuple(ending, proof.parents, proof.moves);
}

nb::tuple prove_sokoban(const SokobanLevel& level, const Limits& limits, const Watch& watch) {
    sokoban::Proof proof;
    const char* const ending = proved(limits, watch, proof, [&](Control& control) {
        return sokoban::prove(level.data, control);
    });
    nb::list claims;
    for (const sokoban::Claim& claim : proof.claims) {
        claims.append(nb::make_tuple(claim.by_goals, claim.boxes, claim.player, claim.frozen));
    }
    return nb::make_tuple(ending, proof.parents, proof.moves, claims);
}

}  // namespace

void bind_proving(nb::module_& module) {
    module.def("freecell_prove", &prove_freecell, "game"_a, "limits"_a, "watch"_a = nb::none(),
               nb::sig("def freecell_prove(game: FreeCellGame, limits: Limits, "
                       "watch: Callable[[int], bool] | None = None) "
                       "-> tuple[str, list[int], list[int]]"));
    module.def("bloxorz_prove", &prove_bloxorz, "stage"_a, "limits"_a, "watch"_a = nb::none(),
               nb::sig("def bloxorz_prove(stage: BloxorzStage, limits: Limits, "
                       "watch: Callable[[int], bool] | None = None) "
                       "-> tuple[str, list[int], list[int]]"));
    module.def(
        "sokoban_prove", &prove_sokoban, "level"_a, "limits"_a, "watch"_a = nb::none(),
        nb::sig("def sokoban_prove(level: SokobanLevel, limits: Limits, "
                "watch: Callable[[int], bool] | None = None) -> "
                "tuple[str, list[int], list[int], list[tuple[bool, list[int], int, list[int]]]]"));
}

}  // namespace unriddle
