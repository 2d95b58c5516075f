// Boxes that stand in each other's way: does a box on one square keep a box on another from a goal?
#pragma once

#include <span>

#include "core/control.h"
#include "sokoban/fess/prepared_level.h"

namespace unriddle::sokoban::fess {

class Hotspots {
  public:
    // Makes the table, a byte for every pair of squares; none on a board of more squares than this.
    static constexpr std::size_t most_cells = 512;
    Hotspots(const PreparedLevel& prepared, Control& control);

    // How many of the boxes take a goal away from another one.
    int count(std::span<const Square> boxes) const;

  private:
    std::size_t cells_ = 0;            // 0: there is no table
    std::vector<std::uint8_t> takes_;  // [in the way][box]
};

}  // namespace unriddle::sokoban::fess
