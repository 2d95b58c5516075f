// Dead squares and frozen boxes: the twin of deadlocks.py.
#pragma once

#include <span>

#include "sokoban/board/freeze.h"
#include "sokoban/textbook/push_distances.h"

namespace unriddle::sokoban {

class Deadlocks {
  public:
    Deadlocks(const Board& board, const PushDistances& distances);
    Deadlocks(const Deadlocks&) = delete;  // its parts refer to each other
    Deadlocks& operator=(const Deadlocks&) = delete;

    // Is it proved that there is no solution, wherever the player stands?
    bool is_dead(std::span<const Square> boxes);

  private:
    const Board& board_;
    const Mask is_dead_;
    Freeze freeze_;
};

}  // namespace unriddle::sokoban
