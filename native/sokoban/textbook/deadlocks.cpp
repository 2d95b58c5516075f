#include "sokoban/textbook/deadlocks.h"

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
    return any_in(is_dead_, boxes) || !all_in(board_.is_goal, freeze_.find(boxes));
}

}  // namespace unriddle::sokoban
