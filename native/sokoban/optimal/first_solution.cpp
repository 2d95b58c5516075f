#include "sokoban/optimal/first_solution.h"

#include <algorithm>
#include <new>

#include "sokoban/expert/expert.h"

namespace unriddle::sokoban {

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
        outcome = expert::solve(level, inner, {.rules = rules});
    } catch (const Interruption& interruption) {  // ours, unless `look` says it again
        outcome.status = interruption.status;
    } catch (const std::bad_alloc&) {
        outcome.status = Status::out_of_memory;
    }
    control.account(inner.progress());
    control.look();
    return outcome;
}

}  // namespace unriddle::sokoban
