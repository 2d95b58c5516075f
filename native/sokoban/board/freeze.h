// Boxes that no solution ever moves again: the set behind the freeze test of deadlocks.py.
//
// A box is held along an axis if a wall or a held box stands on either side of it, or if both sides
// are dead squares (pushed there it would be lost). Suppose that all boxes are held, and release
// those that are free along an axis, until nothing changes. The boxes that remain hold each other:
// none of them can be the first to move without being lost. The set only grows along a solution, so
// its boxes may be taken for walls; one that is off goal is a deadlock.
#pragma once

#include <cstdint>
#include <span>

#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class Freeze {
  public:
    // `is_dead` must live on.
    Freeze(const Board& board, const Mask& is_dead)
        : board_(board), is_dead_(is_dead), held_(board.walls) {}

    // The frozen boxes, in the order of `boxes`; valid until the next question.
    std::span<const Square> find(std::span<const Square> boxes);

    // Could a box just put on `square` have frozen anything? No only if it is certain.
    bool may_freeze(Square square, const std::uint8_t* full) const {
        return may_hold(square, up, full) && may_hold(square, left, full);
    }

    // Is a box off goal frozen, among those touching the box just put on `square`?
    bool loses(Square square, const std::uint8_t* full);

  private:
    // Could the box be held along the axis of this direction?
    bool may_hold(Square box, std::size_t axis, const std::uint8_t* held) const {
        const Square one = board_.next[box][axis], other = board_.next[box][opposite(axis)];
        return held[one] || held[other] || (is_dead_[one] && is_dead_[other]);
    }

    void release(std::span<const Square> boxes);

    const Board& board_;
    const Mask& is_dead_;
    Mask held_;  // only the wall, between two questions
    Squares boxes_;
};

}  // namespace unriddle::sokoban
