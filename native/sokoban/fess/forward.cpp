#include "sokoban/fess/forward.h"

#include <algorithm>

namespace unriddle::sokoban::fess {

ForwardSearch::ForwardSearch(Context& context, Plan& plan)
    : PushSearch(context, cell_mask()), plan_(plan) {}

Rank ForwardSearch::rank(const Features& f) {
    return static_cast<Rank>(f.packed) << 54 | few(f.regions) << 46 | few(f.cuts) << 38 |
           few(f.out_of_plan) << 30 | few(f.hot) << 22 |
           (most_spread - std::min(most_spread, f.spread));
}

ForwardSearch::Features ForwardSearch::features(Rank rank) {
    return {
        static_cast<int>(rank >> 54), count_in(rank, 46),
        count_in(rank, 38),           count_in(rank, 30),
        count_in(rank, 22),           most_spread - static_cast<std::uint32_t>(rank & most_spread)};
}

Rank ForwardSearch::cell_mask() { return Rank{1023} << 54 | Rank{255} << 46 | Rank{255} << 30; }

ForwardSearch::Features ForwardSearch::measure(const Mask& full, std::span<const Square> boxes,
                                               const MacroPush* push) {
    Features f{};
    f.packed = static_cast<int>(plan_.packed(full));
    // What is packed with the wrong boxes is not packed: the others must be able to do the rest.
    int without = plan_.without_entry(boxes, static_cast<std::size_t>(f.packed));
    while (f.packed > 0 && without > slack_) {
        without = plan_.without_entry(boxes, static_cast<std::size_t>(--f.packed));
    }
    f.regions = regions(full, push);
    f.cuts = cuts(full, push);
    const Mask& zone = plan_.zone(static_cast<std::size_t>(f.packed));
    for (const Square box : boxes) {
        f.out_of_plan += zone[box];
        f.spread += prepared_.spread[box];
    }
    f.out_of_plan = std::max(f.out_of_plan, without);
    f.hot = context_.hotspots.count(boxes);
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
    if (rank_all(position,
                 [&](const MacroPush& push) { return rank(measure(full_, boxes_, &push)); })) {
        return true;
    }
    advise(position, features(here));
    return false;
}

}  // namespace unriddle::sokoban::fess
