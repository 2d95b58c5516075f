#include "sokoban/deadlocks.h"

#include <algorithm>

namespace unriddle::sokoban {

Deadlocks::Deadlocks(const Board& board, const PushDistances& distances, Control& control)
    : board_(board),
      is_dead_(Metered<std::uint8_t>(control)),
      axes_(Metered<std::array<Axis, 2>>(control)),
      is_held_(board.squares(), 0, Metered<std::uint8_t>(control)),
      held_(Metered<Square>(control)) {
    for (std::size_t square = 0; square < board.squares(); ++square) {
        is_dead_.push_back(distances.is_dead(static_cast<Square>(square)));
    }
    const auto axis = [&](Square one, Square other) {
        const bool useless =
            one == nowhere || other == nowhere || (is_dead_[one] && is_dead_[other]);
        return useless ? Axis{nowhere, nowhere} : Axis{one, other};
    };
    for (const std::array<Way, 4>& ways : board.ways) {
        axes_.push_back(
            {axis(ways[up].target, ways[down].target), axis(ways[left].target, ways[right].target)});
    }
}

// Releases the boxes that could move although the others stay, until nothing changes. Which of them
// goes first makes no difference to those that remain.
bool Deadlocks::is_dead(std::span<const Square> boxes) {
    for (const Square box : boxes) {
        if (is_dead_[box]) return true;
    }
    held_.assign(boxes.begin(), boxes.end());
    for (const Square box : held_) is_held_[box] = 1;
    for (bool released = true; released;) {
        const auto stay = std::remove_if(held_.begin(), held_.end(), [this](Square box) {
            if (!can_move(box)) return false;
            is_held_[box] = 0;
            return true;
        });
        released = stay != held_.end();
        held_.erase(stay, held_.end());
    }
    bool lost = false;
    for (const Square box : held_) {
        is_held_[box] = 0;
        if (!board_.is_goal[box]) lost = true;
    }
    return lost;
}

bool Deadlocks::can_move(Square box) const {
    for (const auto& [one, other] : axes_[box]) {
        if (one != nowhere && !is_held_[one] && !is_held_[other]) return true;
    }
    return false;
}

}  // namespace unriddle::sokoban
