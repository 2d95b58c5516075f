// Where the player can walk, and into how many regions the boxes cut the floor.
#pragma once

#include <algorithm>

#include "sokoban/expert/arena.h"

namespace unriddle::sokoban::expert {

// A queue over the neighbour table; marks are stamped, so nothing is cleared between floods.
// `work` counts the cells visited: the measure of effort by which the expert shares its time.
class Flood {
  public:
    explicit Flood(const Arena& arena)
        : arena_(arena), mark_(arena.size() + 1, 0), queue_(arena.size() + 1) {}

    // Floods from `start` over cells that are not `full`; returns the lowest cell of the region.
    Cell from(Cell start, const Mask& full) {
        begin();
        return add(start, full);
    }

    // Forgets the last region; `add` then joins further ones.
    void begin() { ++stamp_; }

    Cell add(Cell start, const Mask& full) {
        Cell lowest = start;
        std::size_t end = 0;
        queue_[end++] = start;
        mark_[start] = stamp_;
        for (std::size_t i = 0; i < end; ++i) {
            for (const Cell to : arena_.next[queue_[i]]) {
                if (full[to] || mark_[to] == stamp_) continue;
                mark_[to] = stamp_;
                queue_[end++] = to;
                lowest = std::min(lowest, to);
            }
        }
        size_ = end;
        work += end;
        return lowest;
    }

    bool reached(Cell cell) const { return mark_[cell] == stamp_; }
    // The cells of the last `from` or `add`, in the order of the walk.
    const Cell* begin_cells() const { return queue_.data(); }
    std::size_t size() const { return size_; }

    std::uint64_t work = 0;

  private:
    const Arena& arena_;
    std::vector<std::uint32_t> mark_;
    std::uint32_t stamp_ = 0;
    Cells queue_;
    std::size_t size_ = 0;
};

// How many regions there are; `label`, if given, receives the number of each free cell's region,
// counted from 1 in reading order (0: not free).
inline int count_regions(const Arena& arena, const Mask& full, Flood& flood,
                         std::vector<std::uint16_t>* label = nullptr) {
    flood.begin();
    if (label != nullptr) label->assign(arena.size() + 1, 0);
    int regions = 0;
    for (Cell cell = 0; cell < arena.wall(); ++cell) {
        if (full[cell] || flood.reached(cell)) continue;
        flood.add(cell, full);
        ++regions;
        if (label == nullptr) continue;
        for (std::size_t i = 0; i < flood.size(); ++i) {
            (*label)[flood.begin_cells()[i]] = static_cast<std::uint16_t>(regions);
        }
    }
    return regions;
}

}  // namespace unriddle::sokoban::expert
