#include "sokoban/fess/pulls.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace unriddle::sokoban::fess {

bool can_pull(Context& context, Square player, const Mask& full) {
    const auto& next = context.prepared.next;
    context.flood.from(player, full);
    for (const Square square : context.flood.squares()) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Square beside = next[square][d];
            if (beside == context.prepared.wall() || !full[beside]) continue;
            if (!full[next[square][opposite(d)]]) return true;
        }
    }
    return false;
}

Squares endings(Context& context, const Squares& goals) {
    const Mask full = context.prepared.with(goals);
    std::vector<std::pair<std::size_t, Square>> found;
    Regions regions(context.prepared);
    regions.label(full.data(), context.flood);
    for (std::size_t region = 1; region <= regions.count(); ++region) {
        const Square lowest = regions.lowest(region);
        if (can_pull(context, lowest, full)) found.emplace_back(regions.size(region), lowest);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    Squares endings;
    for (const auto& [size, lowest] : found) endings.push_back(lowest);
    return endings;
}

}  // namespace unriddle::sokoban::fess
