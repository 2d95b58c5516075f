#include "door/runs.h"

namespace unriddle {

const char* name_of(Status status) {
    constexpr const char* names[] = {"solved",       "exhausted",     "stuck",  "out of time",
                                     "out of nodes", "out of memory", "stopped"};
    return names[static_cast<std::size_t>(status)];
}

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, bool> poll(const Run& run) {
    const bool done = run.done();  // before the counters: of a run that is done they are final
    const Progress now = run.progress();
    return {now.expanded, now.generated, now.frontier, now.memory, done};
}

std::pair<KnownCost, KnownCost> bounds(const Run& run) {
    const Progress now = run.progress();
    return {now.lower > 0 ? KnownCost(now.lower) : std::nullopt,
            now.upper != Progress::unbounded ? KnownCost(now.upper) : std::nullopt};
}

std::tuple<const char*, std::optional<std::vector<Action>>, KnownCost> result(const Run& run) {
    const Outcome& outcome = run.outcome();
    if (outcome.status != Status::solved) return {name_of(outcome.status), {}, {}};
    return {name_of(outcome.status), outcome.plan, outcome.cost};
}

}  // namespace unriddle
