// Dead squares and frozen boxes: the twin of deadlocks.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "search/metered.h"
#include "sokoban/distances.h"

namespace unriddle::sokoban {

class Deadlocks {
  public:
    Deadlocks(const Board& board, const PushDistances& distances, Control& control);

    // Is it proved that there is no solution, wherever the player stands?
    bool is_dead(std::span<const Square> boxes);

  private:
    using Axis = std::pair<Square, Square>;

    bool can_move(Square box) const;

    const Board& board_;
    MeteredVector<std::uint8_t> is_dead_;      // by square
    MeteredVector<std::array<Axis, 2>> axes_;  // by square: both neighbours, nowhere if of no use
    MeteredVector<std::uint8_t> is_held_;      // by square; all 0 between two questions
    MeteredVector<Square> held_;
};

}  // namespace unriddle::sokoban
