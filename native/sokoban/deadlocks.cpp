#include "sokoban/deadlocks.h"

#include <algorithm>

namespace unriddle::sokoban {

namespace {

MeteredVector<std::uint8_t> dead_squares(const Board& board, const PushDistances& distances,
                                         Control& control) {
    MeteredVector<std::uint8_t> is_dead{Metered<std::uint8_t>(control)};
    for (std::size_t square = 0; square < board.squares(); ++square) {
        is_dead.push_back(distances.is_dead(static_cast<Square>(square)));
    }
    return is_dead;
}

}  // namespace

Deadlocks::Deadlocks(const Board& board, const PushDistances& distances, Control& control)
    : board_(board),
      is_dead_(dead_squares(board, distances, control)),
      freeze_(board, is_dead_, control) {}

bool Deadlocks::is_dead(std::span<const Square> boxes) {
    if (std::any_of(boxes.begin(), boxes.end(), [this](Square box) { return is_dead_[box] != 0; })) {
        return true;
    }
    const std::span<const Square> frozen = freeze_(boxes);
    return std::any_of(frozen.begin(), frozen.end(),
                       [this](Square box) { return !board_.is_goal[box]; });
}

}  // namespace unriddle::sokoban
