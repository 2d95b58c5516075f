#include "sokoban/deadlock/corrals.h"

#include <algorithm>

namespace unriddle::sokoban {

Corrals::Corrals(const Board& board, const LoneBox& lone, const Pairs* pairs, Control& control)
    : board_(board),
      lone_(lone),
      pairs_(pairs),
      region_(board.squares(), outside, Metered<std::uint16_t>(control)),
      joined_(Metered<std::uint8_t>(control)),
      queue_(Metered<Square>(control)),
      on_border_(board.squares(), 0, Metered<std::uint8_t>(control)),
      border_(Metered<std::uint16_t>(control)),
      best_border_(Metered<std::uint16_t>(control)),
      found_(Metered<Push>(control)),
      best_(Metered<Push>(control)) {}

Corrals::Finding Corrals::find(std::span<const Square> boxes, const std::uint8_t* is_box,
                               const std::uint8_t* is_reached) {
    label(is_box, is_reached);
    Finding finding = Finding::nothing;
    for (std::uint16_t region = 0; region < regions_; ++region) {
        joined_.assign(regions_, 0);
        joined_[region] = 1;
        const bool is_corral = examine(boxes, is_box, is_reached);
        if (is_corral && (finding == Finding::nothing || found_.size() < best_.size())) {
            std::swap(found_, best_);
            std::swap(border_, best_border_);
            finding = Finding::corral;
        }
        for (const Square box : boxes) on_border_[box] = 0;
        if (finding == Finding::corral && best_.empty()) return Finding::dead;
    }
    return finding;
}

void Corrals::label(const std::uint8_t* is_box, const std::uint8_t* is_reached) {
    std::fill(region_.begin(), region_.end(), outside);
    regions_ = 0;
    for (std::size_t start = 0; start < board_.squares(); ++start) {
        if (is_box[start] || is_reached[start] || region_[start] != outside) continue;
        region_[start] = regions_;
        queue_.assign(1, static_cast<Square>(start));
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            for (const Way& way : board_.ways[queue_[next]]) {
                const Square near = way.target;
                if (near == nowhere || is_box[near] || region_[near] != outside) continue;
                region_[near] = regions_;
                queue_.push_back(near);
            }
        }
        ++regions_;
    }
}

// Is the corral in hand, grown as far as need be, a PI-corral with work to do?
bool Corrals::examine(std::span<const Square> boxes, const std::uint8_t* is_box,
                      const std::uint8_t* is_reached) {
    for (bool grown = true; grown;) {
        grown = false;
        found_.clear();
        find_border(boxes);
        for (const std::uint16_t i : border_) {
            const Square box = boxes[i];
            for (std::size_t direction = 0; direction < 4 && !grown; ++direction) {
                const Square to = board_.ways[box][direction].target;
                const Square player = board_.ways[box][opposite(direction)].target;
                if (to == nowhere || player == nowhere) continue;
                if (on_border_[to] || on_border_[player] || is_inside(player)) continue;
                if (loses(boxes, i, to)) continue;
                if (is_inside(to) && is_reached[player]) {
                    found_.push_back({i, static_cast<std::uint8_t>(direction)});
                } else if (region_[to] != outside && !is_inside(to)) {
                    joined_[region_[to]] = 1;
                    grown = true;
                } else if (region_[player] != outside) {
                    joined_[region_[player]] = 1;
                    grown = true;
                } else {
                    return false;
                }
            }
            if (grown) break;
        }
    }
    return has_work(boxes, is_box);
}

void Corrals::find_border(std::span<const Square> boxes) {
    border_.clear();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto& ways = board_.ways[boxes[i]];
        const bool touches = std::any_of(ways.begin(), ways.end(), [this](const Way& way) {
            return way.target != nowhere && is_inside(way.target);
        });
        on_border_[boxes[i]] = touches;
        if (touches) border_.push_back(static_cast<std::uint16_t>(i));
    }
}

// Is the position lost, for the border alone, when `box` has been pushed to `to`?
bool Corrals::loses(std::span<const Square> boxes, std::size_t box, Square to) const {
    if (lone_.is_dead(to)) return true;
    if (pairs_ == nullptr) return false;
    return std::any_of(border_.begin(), border_.end(), [&](std::uint16_t other) {
        return other != box && (*pairs_)(to, boxes[other], boxes[box]) == Pairs::dead;
    });
}

bool Corrals::has_work(std::span<const Square> boxes, const std::uint8_t* is_box) const {
    for (const std::uint16_t box : border_) {
        if (!board_.is_goal[boxes[box]]) return true;
    }
    if (board_.goals.size() != boxes.size()) return false;
    return std::any_of(board_.goals.begin(), board_.goals.end(), [&](Square goal) {
        return !is_box[goal] && is_inside(goal);
    });
}

}  // namespace unriddle::sokoban
