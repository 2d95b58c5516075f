// How many pushes a lone box needs from each square to each goal: the twin of distances.py.
//
// The table has 4 bytes a square and goal, the goals of a square side by side: 972 bytes for course
// map 5. Making it takes a search of the push graph for each goal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "containers/metered.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class PushDistances {
  public:
    using Pushes = std::int32_t;
    static constexpr Pushes never = std::numeric_limits<Pushes>::max();

    PushDistances(const Board& board, Control& control);

    std::size_t goals() const { return goals_; }
    std::size_t squares() const { return goals_ == 0 ? 0 : table_.size() / goals_; }

    // The distances from `square` to every goal, in the order of the goals.
    const Pushes* from(Square square) const { return table_.data() + square * goals_; }

    // Can a box that stands here reach no goal?
    bool is_dead(Square square) const;

  private:
    std::size_t goals_;
    MeteredVector<Pushes> table_;
};

}  // namespace unriddle::sokoban
