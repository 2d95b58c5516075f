#include "sokoban/board/freeze.h"

namespace unriddle::sokoban {

std::span<const Square> Freeze::find(std::span<const Square> boxes) {
    boxes_.assign(boxes.begin(), boxes.end());
    for (const Square box : boxes) held_[box] = 1;
    release(boxes_);
    std::erase_if(boxes_, [this](Square box) { return !held_[box]; });
    for (const Square box : boxes_) held_[box] = 0;
    return boxes_;
}

bool Freeze::loses(Square square, const std::uint8_t* full) {
    if (!may_freeze(square, full)) return false;
    boxes_.assign(1, square);
    held_[square] = 1;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        for (const Square beside : board_.next[boxes_[i]]) {
            if (!full[beside] || held_[beside]) continue;
            held_[beside] = 1;
            boxes_.push_back(beside);
        }
    }
    release(boxes_);
    bool lost = false;
    for (const Square box : boxes_) {
        lost = lost || (held_[box] && !board_.is_goal[box]);
        held_[box] = 0;
    }
    return lost;
}

void Freeze::release(std::span<const Square> boxes) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const Square box : boxes) {
            if (!held_[box]) continue;
            if (may_hold(box, up, held_.data()) && may_hold(box, left, held_.data())) continue;
            held_[box] = 0;
            changed = true;
        }
    }
}

}  // namespace unriddle::sokoban
