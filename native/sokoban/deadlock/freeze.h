// Boxes that no solution ever moves again: the set behind the freeze test of deadlocks.py.
//
// Suppose that no box can move, and release those that could move although the others stay, until
// nothing changes. The boxes that remain hold each other: to push the first of them, one would have
// to push it against a wall or another of them, or onto a dead square. The set only grows along a
// solution, so its boxes may be taken for walls; one that is off goal is a deadlock.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "search/metered.h"
#include "sokoban/board.h"

namespace unriddle::sokoban {

class Freeze {
  public:
    // `is_dead` is by square.
    Freeze(const Board& board, std::span<const std::uint8_t> is_dead, Control& control);

    // The frozen boxes, in the order of `boxes`; valid until the next question.
    std::span<const Square> operator()(std::span<const Square> boxes);

    // Could the box that was just pushed to `moved` have frozen anything? A cheap test that says no
    // only if it is certain; `is_box` is by square.
    bool may_freeze(Square moved, const std::uint8_t* is_box) const;

  private:
    using Axis = std::pair<Square, Square>;

    bool can_move(Square box) const;

    MeteredVector<std::array<Axis, 2>> axes_;  // by square: both neighbours, nowhere if of no use
    MeteredVector<std::uint8_t> is_held_;      // by square; all 0 between two questions
    MeteredVector<Square> held_;
};

}  // namespace unriddle::sokoban
