#include "sokoban/proving/isolated_boxes.h"

#include <algorithm>

#include "core/domain.h"

namespace unriddle::sokoban {

PositionSet::PositionSet(Control& control) : squares_(control), numbers_(control, 128) {}

void PositionSet::restart(std::size_t boxes) {
    squares_.clear();
    numbers_.clear();
    length_ = boxes + 1;
    size_ = 0;
}

PositionSet::Entry PositionSet::insert(PositionView position) {
    std::uint64_t hash = 0;
    for (const Square square : position) hash = mixed(hash + square + 1);
    const auto [number, is_new] = numbers_.enter(tag_of(hash), [&](std::uint32_t other) {
        return std::equal(position.begin(), position.end(), squares_.data() + other * length_);
    });
    if (is_new) {
        number = static_cast<std::uint32_t>(size_++);
        squares_.insert(squares_.end(), position.begin(), position.end());
    }
    return {number, is_new};
}

// Returns the first square of the player's region.
Square Pusher::walk(PositionView boxes, Square player) {
    for (const Square box : boxes) full_[box] = 1;
    const Square first = flood_.from(player, full_);
    for (const Square box : boxes) full_[box] = 0;
    return first;
}

Position Pusher::position(PositionView boxes, Square player) {
    Position position(boxes.begin(), boxes.end());
    std::sort(position.begin(), position.end());
    position.push_back(walk(boxes, player));
    return position;
}

std::vector<Push> Pusher::pushes(PositionView position) {
    const PositionView boxes = boxes_of(position);
    walk(boxes, position.back());
    std::vector<Push> pushes;
    for (const Square box : boxes) {
        for (std::uint8_t direction = 0; direction < 4; ++direction) {
            const Square ahead = board_.next[box][direction];
            if (ahead == board_.wall() || !flood_.reached(board_.next[box][opposite(direction)])) {
                continue;
            }
            if (std::binary_search(boxes.begin(), boxes.end(), ahead)) continue;
            pushes.push_back({box, direction});
        }
    }
    return pushes;
}

Position Pusher::after(PositionView position, Push push) {
    Position boxes(position.begin(), position.end() - 1);
    std::replace(boxes.begin(), boxes.end(), push.box, board_.next[push.box][push.direction]);
    return this->position(boxes, push.box);
}

std::vector<bool> Pusher::region(PositionView boxes, Square player) {
    walk(boxes, player);
    std::vector<bool> region(board_.squares(), false);
    for (const Square square : flood_.squares()) region[square] = true;
    return region;
}

bool Pusher::is_solved(PositionView position) const {
    return all_in(board_.is_goal, boxes_of(position));
}

IsolatedBoxes::IsolatedBoxes(const Board& board, Pusher& pusher, Control& control)
    : board_(board), pusher_(pusher), control_(control), seen_(control), is_live_(board.is_goal) {
    Squares live = board.goals;
    for (std::size_t next = 0; next < live.size(); ++next) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Square from = board.next[live[next]][d];
            if (board.walls[board.next[from][d]] || is_live_[from]) continue;
            is_live_[from] = 1;
            live.push_back(from);
        }
    }
}

IsolatedBoxes::Finding IsolatedBoxes::lost(PositionView position, std::size_t most) {
    seen_.restart(position.size() - 1);
    seen_.insert(position);
    for (std::size_t next = 0; next < seen_.size(); ++next) {
        if (pusher_.is_solved(seen_[next])) return {Answer::not_lost, seen_.size()};
        if (seen_.size() > most) return {Answer::unknown, seen_.size()};
        if (all_in(is_live_, boxes_of(seen_[next]))) expand(next);
    }
    return {Answer::lost, seen_.size()};
}

std::size_t IsolatedBoxes::goals_within_reach(PositionView boxes, PositionView frozen,
                                              Square player) {
    std::vector<std::uint8_t> is_reached(board_.squares(), 0);
    for (const Square box : boxes) {
        Position together(frozen.begin(), frozen.end());
        together.push_back(box);
        seen_.restart(together.size());
        seen_.insert(pusher_.position(together, player));
        for (std::size_t next = 0; next < seen_.size(); ++next) {
            for (const Square square : boxes_of(seen_[next])) is_reached[square] = 1;
            expand(next);
        }
    }
    for (const Square box : frozen) is_reached[box] = 0;
    return static_cast<std::size_t>(
        std::count_if(board_.goals.begin(), board_.goals.end(),
                      [&](Square goal) { return is_reached[goal] != 0; }));
}

void IsolatedBoxes::expand(std::size_t number) {
    const Position position(seen_[number].begin(), seen_[number].end());
    const std::vector<Push> pushes = pusher_.pushes(position);
    for (const Push push : pushes) seen_.insert(pusher_.after(position, push));
    control_.expansion(pushes.size(), seen_.size() - number - 1);
}

}  // namespace unriddle::sokoban
