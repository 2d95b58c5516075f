#include "sokoban/deadlock/freeze.h"

#include <algorithm>

namespace unriddle::sokoban {

Freeze::Freeze(const Board& board, std::span<const std::uint8_t> is_dead, Control& control)
    : axes_(Metered<std::array<Axis, 2>>(control)),
      is_held_(board.squares(), 0, Metered<std::uint8_t>(control)),
      held_(Metered<Square>(control)) {
    const auto axis = [&](Square one, Square other) {
        const bool useless =
            one == nowhere || other == nowhere || (is_dead[one] && is_dead[other]);
        return useless ? Axis{nowhere, nowhere} : Axis{one, other};
    };
    for (const std::array<Way, 4>& ways : board.ways) {
        axes_.push_back(
            {axis(ways[up].target, ways[down].target), axis(ways[left].target, ways[right].target)});
    }
}

std::span<const Square> Freeze::operator()(std::span<const Square> boxes) {
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
    for (const Square box : held_) is_held_[box] = 0;
    return held_;
}

bool Freeze::can_move(Square box) const {
    for (const auto& [one, other] : axes_[box]) {
        if (one != nowhere && !is_held_[one] && !is_held_[other]) return true;
    }
    return false;
}

bool Freeze::may_freeze(Square moved, const std::uint8_t* is_box) const {
    for (const auto& [one, other] : axes_[moved]) {
        if (one != nowhere && !is_box[one] && !is_box[other]) return false;
    }
    return true;
}

}  // namespace unriddle::sokoban
