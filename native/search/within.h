// A search within a search, with limits of its own.
#pragma once

#include <algorithm>
#include <new>

#include "core/control.h"
#include "search/outcome.h"

namespace unriddle {

// What `solve` returns within these limits and those of `control`, or the limit that ended it; what
// it does is counted, with every pulse. Throws an Interruption where `control` itself is at its
// end.
template <class Solve>
Outcome within(Control& control, const Limits& limits, Solve&& solve) {
    const Limits rest = control.rest();
    Control inner({.seconds = std::min(limits.seconds, rest.seconds),
                   .nodes = std::min(limits.nodes, rest.nodes),
                   .bytes = std::min(limits.bytes, rest.bytes)});
    inner.show_in(control);
    Progress told;
    const auto tell = [&] {
        const Progress done = inner.progress();
        control.account({.expanded = done.expanded - told.expanded,
                         .generated = done.generated - told.generated,
                         .memory = done.memory});
        told = done;
    };
    inner.begin([&] {
        tell();
        control.check_limits();
        return false;
    });
    Outcome outcome{Status::stopped};
    try {
        outcome = solve(inner);
    } catch (const Interruption& interruption) {  // ours, unless `check_limits` says it again
        outcome.status = interruption.status;
    } catch (const std::bad_alloc&) {
        outcome.status = Status::out_of_memory;
    }
    tell();
    if (outcome.status == Status::solved) return outcome;  // the caller keeps it, and looks then
    control.check_limits();
    return outcome;
}

}  // namespace unriddle
