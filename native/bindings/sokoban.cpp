#include "bindings/bindings.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/limits.h"
#include "sokoban/deadlock/verdict.h"
#include "sokoban/fess/solver.h"
#include "sokoban/optimal/polish.h"
#include "sokoban/optimal/solver.h"
#include "sokoban/textbook/engine.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using sokoban::Index;
using Indices = std::vector<Index>;

std::shared_ptr<const AnyEngine> make(Index width, Indices floor, Indices goals, Indices boxes,
                                      Index player, Cost walk_cost, Cost push_cost) {
    return sokoban::make_engine({width, std::move(floor), std::move(goals), std::move(boxes), player,
                                 walk_cost, push_cost});
}

std::unique_ptr<Run> optimal(Index width, Indices floor, Indices goals, Indices boxes, Index player,
                             Cost walk_cost, Cost push_cost, const std::vector<std::string>& without,
                             std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                             std::optional<std::uint64_t> bytes) {
    return sokoban::solve_optimally({width, std::move(floor), std::move(goals), std::move(boxes),
                                     player, walk_cost, push_cost},
                                    without, limits_of(seconds, nodes, bytes));
}

std::unique_ptr<Run> polish(Index width, Indices floor, Indices goals, Indices boxes, Index player,
                            Cost walk_cost, Cost push_cost, std::vector<Action> plan,
                            std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                            std::optional<std::uint64_t> bytes) {
    return sokoban::polish({width, std::move(floor), std::move(goals), std::move(boxes), player,
                            walk_cost, push_cost},
                           std::move(plan), limits_of(seconds, nodes, bytes));
}

nb::tuple lost(Index width, Indices floor, Indices goals, Indices boxes, Index player, double seconds) {
    const sokoban::Level level{width, std::move(floor), std::move(goals), std::move(boxes), player};
    level.check();
    Control control({.seconds = seconds});
    control.begin();
    sokoban::Verdict verdict;
    try {
        verdict = sokoban::why_lost(level, control);
    } catch (const Interruption&) {  // not known, then
    }
    return nb::make_tuple(verdict.rule, verdict.boxes);
}

std::unique_ptr<Run> start_expert(Index width, Indices floor, Indices goals, Indices boxes,
                                  Index player, Cost walk_cost, Cost push_cost,
                                  std::uint64_t plain_first,
                                  const std::vector<std::string>& without, unsigned threads,
                                  std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                                  std::optional<std::uint64_t> bytes) {
    const sokoban::Level level{width,  std::move(floor), std::move(goals), std::move(boxes),
                               player, walk_cost,        push_cost};
    level.check();
    const std::string refusal = sokoban::fess::refusal(level);
    if (!refusal.empty()) throw std::invalid_argument(refusal);
    const sokoban::fess::Options options{
        plain_first, sokoban::rules_without(without, sokoban::rules_of_expert()), threads};
    return std::make_unique<Run>(
        [level, options](Control& control) {
            return sokoban::fess::solve(level, control, options);
        },
        limits_of(seconds, nodes, bytes));
}

std::vector<std::string> rules(const std::string& solver) {
    if (solver != "optimal" && solver != "expert") {
        throw std::invalid_argument("there is no solver named '" + solver + "'");
    }
    std::vector<std::string> names;
    for (const auto& rule :
         solver == "optimal" ? sokoban::rules_of_optimal() : sokoban::rules_of_expert()) {
        names.emplace_back(rule.name);
    }
    return names;
}

}  // namespace

void bind_sokoban(nb::module_& module) {
    module.def("sokoban", &make, nb::kw_only(), "width"_a, "floor"_a, "goals"_a, "boxes"_a,
               "player"_a, "walk_cost"_a = 1, "push_cost"_a = 1,
               "The engine of a Sokoban level. A square is row * width + column.\n\n"
               "`floor` is every square that takes part in the game; it, `goals` and `boxes` are in "
               "ascending order. A step costs `push_cost` if it pushes a box, or else `walk_cost`. "
               "`Engine.describe` shows a state as the square of the player and those of the boxes. "
               "Action codes: 0 to 3 are up, down, left, right, and 4 more if a box is pushed.");
    module.def("sokoban_optimal", &optimal, nb::kw_only(), "width"_a, "floor"_a, "goals"_a,
               "boxes"_a, "player"_a, "walk_cost"_a = 1, "push_cost"_a = 1,
               "without"_a = std::vector<std::string>(), "seconds"_a = nb::none(),
               "nodes"_a = nb::none(), "bytes"_a = nb::none(),
               "A run of the optimal solver on a level, given as to `sokoban`, within limits. "
               "`without` names rules that it leaves out, see `sokoban_rules`.");
    module.def("sokoban_polish", &polish, nb::kw_only(), "width"_a, "floor"_a, "goals"_a, "boxes"_a,
               "player"_a, "walk_cost"_a = 1, "push_cost"_a = 1, "plan"_a = std::vector<Action>(),
               "seconds"_a = nb::none(), "nodes"_a = nb::none(), "bytes"_a = nb::none(),
               "A run that makes a plan, given by action codes, cheaper, on a level given as to "
               "`sokoban`, within limits; without a plan it looks for one first.");
    module.def("sokoban_lost", &lost, nb::kw_only(), "width"_a, "floor"_a, "goals"_a, "boxes"_a,
               "player"_a, "seconds"_a,
               nb::sig("def sokoban_lost(*, width: int, floor: Sequence[int], goals: Sequence[int], "
                       "boxes: Sequence[int], player: int, seconds: float) -> "
                       "tuple[str, list[int]]"),
               "Why a position is lost: (the rule, the squares of the boxes that it speaks of). The "
               "rule is dead square, freeze, pair, corral, pattern, matching or goal room, or empty if "
               "none is found within the time.");
    module.def("sokoban_expert", &start_expert, nb::kw_only(), "width"_a, "floor"_a, "goals"_a,
               "boxes"_a, "player"_a, "walk_cost"_a = 1, "push_cost"_a = 1,
               "plain_first"_a = sokoban::fess::Options().plain_first,
               "without"_a = std::vector<std::string>(), "threads"_a = 1, "seconds"_a = nb::none(),
               "nodes"_a = nb::none(), "bytes"_a = nb::none(),
               "A run that looks for any solution of a level, given as to `sokoban`, within limits.\n\n"
               "It ends \"exhausted\" only with a proof. The plain search, which ends small levels, "
               "may look at `plain_first` positions before the others begin. `without` names rules "
               "that it leaves out, see `sokoban_rules`. With several `threads` the first solution "
               "found by any of them ends the run. Boards of more than 64 by 64 squares or "
               "with more than 100 boxes are refused.");
    module.def("sokoban_rules", &rules, "solver"_a,
               "The names of the rules that \"optimal\" or \"expert\" can do without.");
}

}  // namespace unriddle
