// Dead squares and frozen boxes: the twin of deadlocks.py.
#pragma once

#include <cstdint>
#include <span>

#include "search/metered.h"
#include "sokoban/deadlock/freeze.h"
#include "sokoban/distances.h"

namespace unriddle::sokoban {

class Deadlocks {
  public:
    Deadlocks(const Board& board, const PushDistances& distances, Control& control);

    // Is it proved that there is no solution, wherever the player stands?
    bool is_dead(std::span<const Square> boxes);

  private:
    const Board& board_;
    MeteredVector<std::uint8_t> is_dead_;  // by square
    Freeze freeze_;
};

}  // namespace unriddle::sokoban
