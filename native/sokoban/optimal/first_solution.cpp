#include "sokoban/optimal/first_solution.h"

#include <algorithm>
#include <new>
#include <vector>

#include "sokoban/fess/solver.h"

namespace unriddle::sokoban {

namespace {

constexpr std::uint32_t greed = 4;

}  // namespace

Outcome ask_expert(const Level& level, DeadlockRules rules, Limits limits, Control& control) {
    const Limits rest = control.rest();
    Control inner({.seconds = std::min(limits.seconds, rest.seconds),
                   .nodes = std::min(limits.nodes, rest.nodes),
                   .bytes = std::min(limits.bytes, rest.bytes)});
    inner.begin([&control] {
        control.look();
        return false;
    });
    Outcome outcome{Status::stopped};
    try {
        outcome = fess::solve(level, inner, {.rules = rules});
    } catch (const Interruption& interruption) {  // ours, unless `look` says it again
        outcome.status = interruption.status;
    } catch (const std::bad_alloc&) {
        outcome.status = Status::out_of_memory;
    }
    control.account(inner.progress());
    control.look();
    return outcome;
}

std::optional<Outcome> search_greedily(const Task& task, std::uint64_t most,
                                       std::uint64_t expansions, Control& control) {
    Task greedy = task;
    greedy.weight = greed;
    OptimalSearch search(greedy, control);
    search.know(static_cast<std::uint32_t>(std::min<std::uint64_t>(most, OptimalSearch::unknown)));
    search.run(expansions);
    if (!search.has_solution()) return {};
    const std::vector<Push> pushes = search.solution();
    return Outcome{Status::solved, written_out(task, pushes), cost_of(task, pushes)};
}

}  // namespace unriddle::sokoban
