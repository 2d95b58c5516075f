#include "sokoban/textbook/deadlocks.h"

#include <algorithm>

namespace unriddle::sokoban {

namespace {

Mask dead_squares(const Board& board, const PushDistances& distances) {
    Mask is_dead(board.squares() + 1, 1);
    for (Square square = 0; square < board.wall(); ++square) {
        is_dead[square] = distances.is_dead(square);
    }
    return is_dead;
}

}  // namespace

Deadlocks::Deadlocks(const Board& board, const PushDistances& distances)
    : board_(board), is_dead_(dead_squares(board, distances)), freeze_(board, is_dead_) {}

bool Deadlocks::is_dead(std::span<const Square> boxes) {
    if (std::any_of(boxes.begin(), boxes.end(),
                    [this](Square box) { return is_dead_[box] != 0; })) {
        return true;
    }
    const std::span<const Square> frozen = freeze_.find(boxes);
    return std::any_of(frozen.begin(), frozen.end(),
                       [this](Square box) { return !board_.is_goal[box]; });
}

}  // namespace unriddle::sokoban
