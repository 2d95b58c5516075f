#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/signals.h"
#include "judge/bloxorz.h"
#include "judge/freecell.h"
#include "judge/replay.h"
#include "judge/sokoban.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using Squares = std::vector<int>;
using Numbers = std::vector<std::int64_t>;
using PlainClaim = std::tuple<bool, Squares, int, Squares>;

// Ends the judgement by saying yes.
using IsStopped = std::optional<nb::callable>;

// Judges without the lock of the interpreter, and hears Ctrl-C.
nb::tuple judged(std::uint64_t most, const IsStopped& is_stopped, auto&& judge) {
    judge::Work work(most, [&] {
        if (hear_signals()) return true;
        if (!is_stopped) return false;
        const nb::gil_scoped_acquire gil;
        try {
            return nb::cast<bool>((*is_stopped)());
        } catch (nb::python_error& error) {
            error.restore();
            return true;
        }
    });
    judge::Judgement judgement;
    {
        const nb::gil_scoped_release release;
        judgement = judge(work);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return nb::make_tuple(judgement.accepted, judgement.states, judgement.reason);
}

using PlainSwitch = std::tuple<bool, Squares, Squares, Squares>;  // heavy, toggle, open, close

// The fields of a start, as keyword arguments of every function that judges.
judge::BloxorzStart bloxorz_start(int width, Squares squares, Squares bridge_at, Squares switch_at,
                                  Squares split_at, int bridges, std::vector<PlainSwitch> switches,
                                  std::vector<std::pair<int, int>> splits, int goal,
                                  std::tuple<int, int, bool, Squares> start, bool split_on_contact,
                                  bool parked_falls) {
    auto& [first, second, is_split, on] = start;
    judge::BloxorzStart stage{width,
                              std::move(squares),
                              std::move(bridge_at),
                              std::move(switch_at),
                              std::move(split_at),
                              bridges,
                              {},
                              std::move(splits),
                              goal,
                              first,
                              second,
                              is_split,
                              std::move(on),
                              split_on_contact,
                              parked_falls};
    for (auto& [heavy, toggle, open, close] : switches) {
        stage.switches.push_back({heavy, std::move(toggle), std::move(open), std::move(close)});
    }
    return stage;
}

nb::tuple judge_bloxorz(int width, Squares squares, Squares bridge_at, Squares switch_at,
                        Squares split_at, int bridges, std::vector<PlainSwitch> switches,
                        std::vector<std::pair<int, int>> splits, int goal,
                        std::tuple<int, int, bool, Squares> start, bool split_on_contact,
                        bool parked_falls, Numbers parents, Numbers moves, std::uint64_t work,
                        const IsStopped& is_stopped) {
    const judge::BloxorzStart stage =
        bloxorz_start(width, std::move(squares), std::move(bridge_at), std::move(switch_at),
                      std::move(split_at), bridges, std::move(switches), std::move(splits), goal,
                      std::move(start), split_on_contact, parked_falls);
    const judge::BloxorzProof proof{std::move(parents), std::move(moves)};
    return judged(work, is_stopped,
                  [&](judge::Work& most) { return judge::judge_bloxorz(stage, proof, most); });
}

nb::tuple judge_freecell(std::vector<std::vector<int>> columns, std::vector<int> cells,
                         Numbers parents, Numbers moves, std::uint64_t work,
                         const IsStopped& is_stopped) {
    const judge::FreeCellStart start{std::move(columns), std::move(cells)};
    const judge::FreeCellProof proof{std::move(parents), std::move(moves)};
    return judged(work, is_stopped,
                  [&](judge::Work& most) { return judge::judge_freecell(start, proof, most); });
}

nb::tuple judge_sokoban(int width, Squares floor, Squares goals, Squares boxes, int player,
                        Numbers parents, Numbers moves, std::vector<PlainClaim> claims,
                        std::uint64_t work, const IsStopped& is_stopped) {
    const judge::SokobanStart start{width, std::move(floor), std::move(goals), std::move(boxes),
                                    player};
    judge::SokobanProof proof{std::move(parents), std::move(moves), {}};
    for (auto& [by_goals, of, feet, frozen] : claims) {
        proof.claims.push_back({by_goals, std::move(of), feet, std::move(frozen)});
    }
    return judged(work, is_stopped,
                  [&](judge::Work& most) { return judge::judge_sokoban(start, proof, most); });
}

nb::tuple replayed(const judge::Replayed& played) {
    return nb::make_tuple(played.cost, played.solved, played.refused, played.reason);
}

nb::tuple replay_bloxorz(int width, Squares squares, Squares bridge_at, Squares switch_at,
                         Squares split_at, int bridges, std::vector<PlainSwitch> switches,
                         std::vector<std::pair<int, int>> splits, int goal,
                         std::tuple<int, int, bool, Squares> start, bool split_on_contact,
                         bool parked_falls, bool space_counts, std::vector<std::string> names,
                         judge::Plan plan) {
    const judge::BloxorzStart stage =
        bloxorz_start(width, std::move(squares), std::move(bridge_at), std::move(switch_at),
                      std::move(split_at), bridges, std::move(switches), std::move(splits), goal,
                      std::move(start), split_on_contact, parked_falls);
    return replayed(
        judge::replay_bloxorz(stage, {std::move(plan), std::move(names), space_counts}));
}

nb::tuple replay_freecell(std::vector<std::vector<int>> columns, std::vector<int> cells,
                          std::string autoplay, std::string cost, judge::Plan plan) {
    return replayed(
        judge::replay_freecell({std::move(columns), std::move(cells)},
                               {std::move(plan), std::move(autoplay), std::move(cost)}));
}

nb::tuple replay_sokoban(int width, Squares floor, Squares goals, Squares boxes, int player,
                         int walk_cost, int push_cost, judge::Plan plan) {
    return replayed(
        judge::replay_sokoban({width, std::move(floor), std::move(goals), std::move(boxes), player},
                              {std::move(plan), walk_cost, push_cost}));
}

}  // namespace

void bind_judge(nb::module_& module) {
    module.def(
        "judge_bloxorz", &judge_bloxorz, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a,
        "switch_at"_a, "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a, "start"_a,
        "split_on_contact"_a, "parked_falls"_a, "parents"_a, "moves"_a, "work"_a,
        "is_stopped"_a = nb::none(),
        nb::sig("def judge_bloxorz(*, width: int, squares: Sequence[int], "
                "bridge_at: Sequence[int], switch_at: Sequence[int], split_at: Sequence[int], "
                "bridges: int, switches: Sequence[tuple[bool, Sequence[int], Sequence[int], "
                "Sequence[int]]], splits: Sequence[tuple[int, int]], goal: int, "
                "start: tuple[int, int, bool, Sequence[int]], split_on_contact: bool, "
                "parked_falls: bool, parents: Sequence[int], moves: Sequence[int], work: int, "
                "is_stopped: Callable[[], bool] | None = None) "
                "-> tuple[bool | None, int, str]"));
    module.def("judge_freecell", &judge_freecell, nb::kw_only(), "columns"_a, "cells"_a,
               "parents"_a, "moves"_a, "work"_a, "is_stopped"_a = nb::none(),
               nb::sig("def judge_freecell(*, columns: Sequence[Sequence[int]], "
                       "cells: Sequence[int], parents: Sequence[int], moves: Sequence[int], "
                       "work: int, is_stopped: Callable[[], bool] | None = None) -> tuple[bool | "
                       "None, int, str]"));
    module.def("judge_sokoban", &judge_sokoban, nb::kw_only(), "width"_a, "floor"_a, "goals"_a,
               "boxes"_a, "player"_a, "parents"_a, "moves"_a, "claims"_a, "work"_a,
               "is_stopped"_a = nb::none(),
               nb::sig("def judge_sokoban(*, width: int, floor: Sequence[int], "
                       "goals: Sequence[int], boxes: Sequence[int], player: int, "
                       "parents: Sequence[int], moves: Sequence[int], "
                       "claims: Sequence[tuple[bool, Sequence[int], int, Sequence[int]]], "
                       "work: int, is_stopped: Callable[[], bool] | None = None) -> tuple[bool | "
                       "None, int, str]"));
    module.def(
        "replay_bloxorz", &replay_bloxorz, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a,
        "switch_at"_a, "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a, "start"_a,
        "split_on_contact"_a, "parked_falls"_a, "space_counts"_a, "names"_a, "plan"_a,
        nb::sig(
            "def replay_bloxorz(*, width: int, squares: Sequence[int], "
            "bridge_at: Sequence[int], switch_at: Sequence[int], split_at: Sequence[int], "
            "bridges: int, switches: Sequence[tuple[bool, Sequence[int], Sequence[int], "
            "Sequence[int]]], splits: Sequence[tuple[int, int]], goal: int, "
            "start: tuple[int, int, bool, Sequence[int]], split_on_contact: bool, "
            "parked_falls: bool, space_counts: bool, names: Sequence[str], plan: Sequence[int]) "
            "-> tuple[int, bool, int, str]"));
    module.def("replay_freecell", &replay_freecell, nb::kw_only(), "columns"_a, "cells"_a,
               "autoplay"_a, "cost"_a, "plan"_a,
               nb::sig("def replay_freecell(*, columns: Sequence[Sequence[int]], "
                       "cells: Sequence[int], autoplay: str, cost: str, plan: Sequence[int]) "
                       "-> tuple[int, bool, int, str]"));
    module.def("replay_sokoban", &replay_sokoban, nb::kw_only(), "width"_a, "floor"_a, "goals"_a,
               "boxes"_a, "player"_a, "walk_cost"_a, "push_cost"_a, "plan"_a,
               nb::sig("def replay_sokoban(*, width: int, floor: Sequence[int], "
                       "goals: Sequence[int], boxes: Sequence[int], player: int, walk_cost: int, "
                       "push_cost: int, plan: Sequence[int]) -> tuple[int, bool, int, str]"));
}

}  // namespace unriddle
