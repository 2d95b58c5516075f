#include "sokoban/expert/pi_corral.h"

#include <algorithm>

namespace unriddle::sokoban::expert {

namespace {

constexpr int most_regions = 70;  // beyond, looking costs more than it saves

}  // namespace

PiCorral::PiCorral(Toolbox& tools)
    : tools_(tools),
      arena_(tools.arena),
      spare_goals_(arena_.goals.size() > arena_.bases.size()),
      chosen_(arena_.size() + 1, 0) {}

// Does the box stand beside the corral, or diagonally so?
bool PiCorral::touches(Cell box) const {
    for (std::size_t d = 0; d < 4; ++d) {
        const Cell beside = arena_.next[box][d];
        if (inside_[beside]) return true;
        const std::size_t aside = d < 2 ? 2 : 0;
        if (inside_[arena_.next[beside][aside]] || inside_[arena_.next[beside][aside + 1]]) return true;
    }
    return false;
}

void PiCorral::gather(std::span<const Cell> boxes) {
    inside_.assign(arena_.size() + 1, 0);
    for (Cell cell = 0; cell < arena_.wall(); ++cell) inside_[cell] = joined_[label_[cell]];
    board_ = arena_.blocked;
    border_.clear();
    for (const Cell box : boxes) {
        if (!touches(box)) continue;
        border_.push_back(box);
        board_[box] = 1;
    }
}

PiCorral::Try PiCorral::attempt(std::span<const Cell> boxes, const Mask& full) {
    gather(boxes);
    bool work = false;
    for (const Cell box : border_) work = work || !arena_.is_goal[box];
    if (!work && !spare_goals_) {
        for (const Cell goal : arena_.goals) work = work || inside_[goal];
    }
    if (!work) return Try::fails;
    movable_.assign(arena_.size() + 1, 0);
    for (const Cell box : border_) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell feet = arena_.next[box][opposite_of(d)], to = arena_.next[box][d];
            if (board_[feet] || board_[to] || inside_[feet] || arena_.is_dead[to]) continue;
            board_[box] = 0;
            board_[to] = 1;
            const bool loses = tools_.freeze.loses(to, board_, arena_.blocked);
            board_[box] = 1;
            board_[to] = 0;
            if (loses) continue;
            if (inside_[to] && label_[feet] == ours_) {
                movable_[box] = 1;
                continue;
            }
            // A region that the corral could be joined with: that of the player's place, or else
            // that of the target.
            std::uint16_t other = label_[feet];
            if (!inside_[to] && (other == 0 || other == ours_)) {
                if (full[feet]) return Try::fails;
                other = label_[to];
            }
            if (other == 0 || other == ours_) return Try::fails;
            joined_[other] = 1;
            return Try::grows;
        }
    }
    return Try::works;
}

PiCorral::Answer PiCorral::find(std::span<const Cell> boxes, Cell player, const Mask& full) {
    if (!tools_.rules.pi_corrals) return Answer::none;
    const int regions = count_regions(arena_, full, tools_.flood, &label_);
    if (regions < 2 || regions > most_regions) return Answer::none;
    ours_ = label_[player];
    std::ptrdiff_t fewest = 0;
    for (std::uint16_t region = 1; region <= regions; ++region) {
        if (region == ours_) continue;
        joined_.assign(static_cast<std::size_t>(regions) + 1, 0);
        joined_[region] = 1;
        Try result = Try::grows;
        while (result == Try::grows) result = attempt(boxes, full);
        if (result == Try::fails) continue;
        const auto count = std::count(movable_.begin(), movable_.end(), std::uint8_t{1});
        if (count == 0) return Answer::dead;
        if (fewest != 0 && count >= fewest) continue;
        fewest = count;
        chosen_ = movable_;
    }
    return fewest == 0 ? Answer::none : Answer::restricted;
}

}  // namespace unriddle::sokoban::expert
