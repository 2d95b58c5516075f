// The moves of the expert: whole journeys of one box, everything else standing still.
//
// A breadth-first search over (cell of the box, side of the player). Each place that the box can
// reach is reported once for every region in which the player can then be, with the least number of
// pushes, and with the lowest cell of that region, which is how positions name it.
//
// The regions of the board without the box are labelled once. Where the box then stands without
// cutting its surroundings (the free cells around it hang together) nothing changes but its own
// cell, and no flood is needed; that is so in most places.
#pragma once

#include "sokoban/expert/flood.h"

namespace unriddle::sokoban::expert {

struct Journey {
    Cell from, to;
    Cell player;  // lowest cell of the player's region afterwards
    std::uint16_t pushes;
    std::uint16_t regions;  // how many there are afterwards; 0: not known
};

// One push or pull: the box leaves `box` in `direction` (for a pull the player walks that way).
struct Push {
    Cell box;
    std::uint8_t direction;
};

class Journeys {
  public:
    Journeys(const Arena& arena, Flood& flood)
        : arena_(arena),
          flood_(flood),
          seen_(arena.size() + 1, 0),
          stamp_of_(arena.size() + 1, 0),
          label_(arena.size() + 1, 0) {}

    // Calls `report(journey)` for each journey of the box on `from`. `sides`: bit d is set where the
    // player can stand on the neighbour in direction d. `full` is left as it was. `may_stand(cell,
    // side)` says whether the box may be on a cell, also in passing, with the player on that side of
    // it; `full` then has the box on it.
    template <bool Pull>
    void each(Mask& full, Cell from, unsigned sides, auto&& may_stand, auto&& report) {
        begin(from, sides);
        full[from] = 0;
        bool labelled = false;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const Vertex at = queue_[i];
            const Cell to = target<Pull>(full, at);
            if (to == arena_.wall() || has_seen(to, at.side)) continue;
            const Cell feet = Pull ? arena_.next[to][at.side] : at.cell;
            full[to] = 1;
            const bool may = may_stand(to, at.side);
            full[to] = 0;
            if (!may) continue;
            if (!labelled) label(full);
            labelled = true;
            Journey journey{from, to, 0, static_cast<std::uint16_t>(at.pushes + 1), 0};
            const std::uint16_t region = label_[feet];
            unsigned open = 0;
            if (cuts(to, full, open) || lowest_[region] == to) {
                full[to] = 1;
                journey.player = flood_.from(feet, full);
                full[to] = 0;
                region_size_ = flood_.size();
                open = 0;
                for (std::size_t d = 0; d < 4; ++d) {
                    const Cell beside = arena_.next[to][d];
                    if (!full[beside] && flood_.reached(beside)) open |= 1u << d;
                }
            } else {
                journey.player = lowest_[region];
                journey.regions = static_cast<std::uint16_t>(lowest_.size() - 1);
                region_size_ = sizes_[region] - 1u;
            }
            enter(to, open, i);
            report(journey);
        }
        full[from] = 1;
    }

    // How many cells the player has after the journey reported last.
    std::size_t region_size() const { return region_size_; }

    // The single pushes (or pulls) of a journey that `each` reported.
    template <bool Pull>
    std::vector<Push> route(Mask& full, const Journey& journey, unsigned sides, auto&& may_stand) {
        std::size_t last = 0;
        each<Pull>(full, journey.from, sides, may_stand, [&](const Journey& found) {
            if (last == 0 && found.to == journey.to && found.player == journey.player) {
                last = queue_.size();  // its vertices were just added: the last one is among them
            }
        });
        std::vector<Push> pushes;
        for (std::size_t i = last == 0 ? 0 : last - 1; queue_[i].from != i; i = queue_[i].from) {
            const Vertex& before = queue_[queue_[i].from];
            const std::size_t way = Pull ? before.side : opposite_of(before.side);
            pushes.push_back({before.cell, static_cast<std::uint8_t>(way)});
        }
        std::reverse(pushes.begin(), pushes.end());
        return pushes;
    }

  private:
    struct Vertex {
        Cell cell;
        std::uint8_t side;
        std::uint16_t pushes;
        std::uint32_t from;  // index of the vertex it came from; its own at the start
    };

    void begin(Cell from, unsigned sides) {
        ++stamp_;
        queue_.clear();
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides >> d & 1) == 0) continue;
            see(from, d);
            queue_.push_back({from, static_cast<std::uint8_t>(d), 0,
                              static_cast<std::uint32_t>(queue_.size())});
        }
    }

    // Numbers the regions of the board from 1, with their lowest cells and sizes.
    void label(const Mask& full) {
        lowest_.assign(1, 0);
        sizes_.assign(1, 0);
        flood_.begin();
        for (Cell cell = 0; cell < arena_.wall(); ++cell) {
            if (full[cell] || flood_.reached(cell)) continue;
            const auto region = static_cast<std::uint16_t>(lowest_.size());
            flood_.add(cell, full);
            lowest_.push_back(cell);
            sizes_.push_back(static_cast<std::uint32_t>(flood_.size()));
            for (std::size_t i = 0; i < flood_.size(); ++i) label_[flood_.begin_cells()[i]] = region;
        }
    }

    // Could a box on `to` cut the free cells around it apart? `open` receives the free sides.
    bool cuts(Cell to, const Mask& full, unsigned& open) const {
        // up, right, down, left: each with the direction that follows it clockwise
        constexpr std::array<std::array<std::size_t, 2>, 4> round = {{{0, 3}, {3, 1}, {1, 2}, {2, 0}}};
        int free = 0, joined = 0;
        for (const auto& [d, next] : round) {
            const Cell beside = arena_.next[to][d];
            if (full[beside]) continue;
            ++free;
            open |= 1u << d;
            joined += !full[arena_.next[to][next]] && !full[arena_.next[beside][next]] ? 1 : 0;
        }
        return free - joined > 1;
    }

    // Where the box goes, or `wall()` if it cannot.
    template <bool Pull>
    Cell target(const Mask& full, const Vertex& at) const {
        if constexpr (Pull) {
            const Cell to = arena_.next[at.cell][at.side];
            return full[to] || full[arena_.next[to][at.side]] ? arena_.wall() : to;
        } else {
            const Cell to = arena_.next[at.cell][opposite_of(at.side)];
            return full[to] ? arena_.wall() : to;
        }
    }

    // The box stands on `to`, and the player can be on these sides of it.
    void enter(Cell to, unsigned sides, std::size_t parent) {
        const auto pushes = static_cast<std::uint16_t>(queue_[parent].pushes + 1);
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides >> d & 1) == 0 || has_seen(to, d)) continue;
            see(to, d);
            queue_.push_back({to, static_cast<std::uint8_t>(d), pushes,
                              static_cast<std::uint32_t>(parent)});
        }
    }

    bool has_seen(Cell cell, std::size_t d) const {
        return stamp_of_[cell] == stamp_ && (seen_[cell] >> d & 1) != 0;
    }
    void see(Cell cell, std::size_t d) {
        if (stamp_of_[cell] != stamp_) seen_[cell] = 0;
        stamp_of_[cell] = stamp_;
        seen_[cell] = static_cast<std::uint8_t>(seen_[cell] | 1u << d);
    }

    const Arena& arena_;
    Flood& flood_;
    Mask seen_;
    std::vector<std::uint32_t> stamp_of_;
    std::uint32_t stamp_ = 0;
    std::vector<Vertex> queue_;
    std::vector<std::uint16_t> label_;
    Cells lowest_;                      // by region
    std::vector<std::uint32_t> sizes_;  // by region
    std::size_t region_size_ = 0;
};

}  // namespace unriddle::sokoban::expert
