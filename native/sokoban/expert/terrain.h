// What a single box can do among walls that stay: the one-box graph.
//
// A vertex is (cell of the box, side on which the player stands). Two sides are joined where the
// player can walk from one to the other around the box. Everything asked here is a breadth-first
// search over at most four vertices a cell; the joins are found when first needed.
#pragma once

#include <span>

#include "sokoban/expert/arena.h"

namespace unriddle::sokoban::expert {

class Terrain {
  public:
    // `walls` has an entry for every cell and for `wall()`, which is set.
    Terrain(const Arena& arena, Mask walls);

    bool is_wall(Cell cell) const { return walls_[cell] != 0; }
    const Mask& walls() const { return walls_; }

    // The sides (bit d for direction d) joined with side `d` of a box on `cell`, itself included.
    unsigned joined(Cell cell, std::size_t d);

    // How many pushes from each cell to the nearest of the targets, whatever side one starts on.
    Distances pushes_to(std::span<const Cell> targets);
    // How many pushes from the nearest of the starts to each cell, beginning on any side.
    Distances pushes_from(std::span<const Cell> starts);

    // From which sides (bit d) of each cell a box can be brought to one of the targets.
    Mask sides_to(std::span<const Cell> targets);
    // All sides of a box on `cell` that the player can stand on, as far as walls are concerned.
    unsigned open_sides(Cell cell) const;

  private:
    void find_joins(Cell cell);
    template <bool Pull>
    Distances spread(std::span<const Cell> starts, Mask& seen);

    const Arena& arena_;
    Mask walls_;
    std::vector<std::uint16_t> joins_;  // four masks of four bits; 0: not yet known
    std::vector<std::uint32_t> mark_;
    std::uint32_t stamp_ = 0;
    Cells queue_;
};

}  // namespace unriddle::sokoban::expert
