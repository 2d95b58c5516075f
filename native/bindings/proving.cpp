#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <new>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/bloxorz_stage.h"
#include "bindings/endings.h"
#include "bindings/limits.h"
#include "bloxorz/proving.h"
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

nb::tuple prove_bloxorz(bloxorz::Index width, const bloxorz::Indices& squares,
                        bloxorz::Indices bridge_at, bloxorz::Indices switch_at,
                        bloxorz::Indices split_at, bloxorz::Index bridges,
                        std::vector<bloxorz::PlainSwitch> switches,
                        const std::vector<std::pair<bloxorz::Index, bloxorz::Index>>& splits,
                        bloxorz::Index goal, bloxorz::PlainState start, bool split_on_contact,
                        bool parked_falls, std::optional<double> seconds,
                        std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> bytes,
                        const Watch& watch) {
    const bloxorz::Stage stage = bloxorz::plain_stage(
        width, squares, std::move(bridge_at), std::move(switch_at), std::move(split_at), bridges,
        std::move(switches), splits, goal, std::move(start), {false, split_on_contact, parked_falls});
    bloxorz::Proof proof;
    const char* const ending =
        proved(limits_of(seconds, nodes, bytes), watch, proof,
               [&](Control& control) { return bloxorz::prove(stage, control); });
    return nb::make_tuple(ending, proof.parents, proof.moves);
}

nb::tuple prove_freecell(std::vector<std::vector<int>> columns, std::vector<int> cells,
                         std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                         std::optional<std::uint64_t> bytes, const Watch& watch) {
    const freecell::Position start{std::move(columns), std::move(cells)};
    freecell::Proof proof;
    const char* const ending =
        proved(limits_of(seconds, nodes, bytes), watch, proof,
               [&](Control& control) { return freecell::prove(start, control); });
    return nb::make_tuple(ending, proof.parents, proof.moves);
}

nb::tuple prove_sokoban(sokoban::Index width, std::vector<sokoban::Index> floor,
                        std::vector<sokoban::Index> goals, std::vector<sokoban::Index> boxes,
                        sokoban::Index player, std::optional<double> seconds,
                        std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> bytes,
                        const Watch& watch) {
    const sokoban::Level level{width, std::move(floor), std::move(goals), std::move(boxes), player};
    sokoban::Proof proof;
    const char* const ending =
        proved(limits_of(seconds, nodes, bytes), watch, proof,
               [&](Control& control) { return sokoban::prove(level, control); });
    nb::list claims;
    for (const sokoban::Claim& claim : proof.claims) {
        claims.append(nb::make_tuple(claim.by_goals, claim.boxes, claim.player, claim.frozen));
    }
    return nb::make_tuple(ending, proof.parents, proof.moves, claims);
}

}  // namespace

void bind_proving(nb::module_& module) {
    module.def(
        "bloxorz_prove", &prove_bloxorz, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a,
        "switch_at"_a, "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a, "start"_a,
        "split_on_contact"_a, "parked_falls"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(),
        "bytes"_a = nb::none(), "watch"_a = nb::none(),
        nb::sig("def bloxorz_prove(*, width: int, squares: Sequence[int], "
                "bridge_at: Sequence[int], switch_at: Sequence[int], split_at: Sequence[int], "
                "bridges: int, switches: Sequence[tuple[bool, Sequence[int], Sequence[int], "
                "Sequence[int]]], splits: Sequence[tuple[int, int]], goal: int, "
                "start: tuple[int, int, bool, Sequence[int]], split_on_contact: bool, "
                "parked_falls: bool, seconds: float | None = None, nodes: int | None = None, "
                "bytes: int | None = None, watch: Callable[[int], bool] | None = None) "
                "-> tuple[str, list[int], list[int]]"),
        "Make a certificate that a Bloxorz stage has no solution, within limits.\n\n"
        "Gives (ending, parents, moves), the latter as `judge_bloxorz` takes them; ending and `watch` "
        "are those of `freecell_prove`.");
    module.def(
        "freecell_prove", &prove_freecell, nb::kw_only(), "columns"_a, "cells"_a,
        "seconds"_a = nb::none(), "nodes"_a = nb::none(), "bytes"_a = nb::none(),
        "watch"_a = nb::none(),
        nb::sig("def freecell_prove(*, columns: Sequence[Sequence[int]], cells: Sequence[int], "
                "seconds: float | None = None, nodes: int | None = None, "
                "bytes: int | None = None, watch: Callable[[int], bool] | None = None) "
                "-> tuple[str, list[int], list[int]]"),
        "Make a certificate that a FreeCell position has no solution, within limits.\n\n"
        "Gives (ending, parents, moves), the latter as `judge_freecell` takes them. The ending is "
        "\"proved\", \"solvable\", or what ended it; then there is no certificate. `watch` is told "
        "now and then, and at the end, how many positions were looked at; if it returns False, that is "
        "the end.");
    module.def(
        "sokoban_prove", &prove_sokoban, nb::kw_only(), "width"_a, "floor"_a, "goals"_a, "boxes"_a,
        "player"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "bytes"_a = nb::none(),
        "watch"_a = nb::none(),
        nb::sig("def sokoban_prove(*, width: int, floor: Sequence[int], goals: Sequence[int], "
                "boxes: Sequence[int], player: int, seconds: float | None = None, "
                "nodes: int | None = None, bytes: int | None = None, "
                "watch: Callable[[int], bool] | None = None) -> "
                "tuple[str, list[int], list[int], list[tuple[bool, list[int], int, list[int]]]]"),
        "Make a certificate that a Sokoban level has no solution, within limits.\n\n"
        "Gives (ending, parents, moves, claims), as `judge_sokoban` takes them; ending and `watch` "
        "are those of `freecell_prove`. Positions that confirm claims are counted like the others.");
}

}  // namespace unriddle
