#include "interface/runs.h"

namespace unriddle {

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
    constexpr const char* names[] = {"solved",       "exhausted",     "stuck",  "out of time",
                                     "out of nodes", "out of memory", "stopped"};
    const Outcome& outcome = run.outcome();
    const char* const ending = names[static_cast<std::size_t>(outcome.status)];
    if (outcome.status != Status::solved) return {ending, {}, {}};
    return {ending, outcome.plan, outcome.cost};
}

std::tuple<std::vector<std::uint32_t>, std::vector<std::int64_t>, std::vector<Claim>> proof(
    const Run& run) {
    const auto& [parents, moves, claims] = run.outcome().proof;
    return {parents, moves, claims};
}

}  // namespace unriddle
