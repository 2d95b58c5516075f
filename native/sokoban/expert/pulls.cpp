#include "sokoban/expert/pulls.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace unriddle::sokoban::expert {

bool can_pull(Toolbox& tools, Cell player, const Mask& full) {
    const auto& next = tools.arena.next;
    tools.flood.from(player, full);
    const Cell* cells = tools.flood.begin_cells();
    for (std::size_t i = 0; i < tools.flood.size(); ++i) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell beside = next[cells[i]][d];
            if (beside == tools.arena.wall() || !full[beside]) continue;
            if (!full[next[cells[i]][opposite_of(d)]]) return true;
        }
    }
    return false;
}

Cells endings(Toolbox& tools, std::span<const Cell> goals) {
    Mask full = tools.arena.blocked;
    for (const Cell box : goals) full[box] = 1;
    std::vector<std::pair<std::size_t, Cell>> regions;
    std::vector<std::uint16_t> label;
    const int count = count_regions(tools.arena, full, tools.flood, &label);
    for (int region = 1; region <= count; ++region) {
        const auto lowest = static_cast<Cell>(std::find(label.begin(), label.end(), region) - label.begin());
        if (can_pull(tools, lowest, full)) regions.emplace_back(tools.flood.size(), lowest);
    }
    std::stable_sort(regions.begin(), regions.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    Cells lowest;
    for (const auto& [size, cell] : regions) lowest.push_back(cell);
    return lowest;
}

}  // namespace unriddle::sokoban::expert
