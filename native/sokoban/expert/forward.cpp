#include "sokoban/expert/forward.h"

#include <algorithm>

namespace unriddle::sokoban::expert {

namespace {

constexpr std::uint32_t most_spread = (1u << 22) - 1;

std::uint64_t few(int value) { return static_cast<std::uint64_t>(255 - std::clamp(value, 0, 255)); }
int back(Rank rank, int shift) { return 255 - static_cast<int>(rank >> shift & 255); }

}  // namespace

ForwardSearch::ForwardSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals,
                             Plan& plan)
    : PushSearch(tools, grounds, corrals, cell_mask()), plan_(plan) {}

Rank ForwardSearch::rank(const Features& f) {
    return static_cast<Rank>(f.packed) << 54 | few(f.regions) << 46 | few(f.cuts) << 38 |
           few(f.out_of_plan) << 30 | few(f.hot) << 22 | (most_spread - std::min(most_spread, f.spread));
}

ForwardSearch::Features ForwardSearch::features(Rank rank) {
    return {static_cast<int>(rank >> 54), back(rank, 46), back(rank, 38), back(rank, 30),
            back(rank, 22), most_spread - static_cast<std::uint32_t>(rank & most_spread)};
}

Rank ForwardSearch::cell_mask() {
    return Rank{1023} << 54 | Rank{255} << 46 | Rank{255} << 30;
}

ForwardSearch::Features ForwardSearch::measure(const Mask& full, std::span<const Cell> boxes,
                                               const Journey* journey) {
    Features f{};
    f.packed = static_cast<int>(plan_.packed(full));
    // What is packed with the wrong boxes is not packed: the others must be able to do the rest.
    int without = plan_.without_entry(boxes, static_cast<std::size_t>(f.packed));
    while (f.packed > 0 && without > slack_) {
        without = plan_.without_entry(boxes, static_cast<std::size_t>(--f.packed));
    }
    f.regions = journey != nullptr && journey->regions != 0
                    ? journey->regions
                    : count_regions(arena_, full, tools_.flood);
    f.cuts = journey != nullptr ? tools_.rooms.cuts_after(full, journey->from, journey->to)
                                : tools_.rooms.cuts(full);
    const Mask& zone = plan_.zone(static_cast<std::size_t>(f.packed));
    for (const Cell box : boxes) {
        f.out_of_plan += zone[box];
        f.spread += arena_.spread[box];
    }
    f.out_of_plan = std::max(f.out_of_plan, without);
    f.hot = tools_.hotspots.count(boxes);
    return f;
}

void ForwardSearch::begin() {
    Position start = this->start();
    slack_ = plan_.without_entry(start.boxes, 0);
    const Rank first = rank(measure(start.full, start.boxes, nullptr));
    add_root(std::move(start), first);
}

bool ForwardSearch::expand(const Position& position, Rank here) {
    generate(position);
    if (rank_all(position, [&](const Journey& journey) {
            return rank(measure(full_, boxes_, &journey));
        })) {
        return true;
    }
    advise(position, features(here));
    return false;
}

}  // namespace unriddle::sokoban::expert
