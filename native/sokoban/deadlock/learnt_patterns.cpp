#include "sokoban/deadlock/learnt_patterns.h"

#include <algorithm>

namespace unriddle::sokoban {

namespace {

constexpr std::size_t most_patterns = 4000, most_boxes = 10, most_with_a_box = 64;

}  // namespace

LearntPatterns::LearntPatterns(const Board& board, Control& control)
    : words_((board.squares() + 63) / 64),
      squares_(control),
      patterns_(control),
      regions_(control),
      with_box_on_(board.squares()),
      full_(board.walls),
      flood_(board) {}

void LearntPatterns::learn(std::span<const Square> boxes, std::span<const Square> goals,
                           Square player) {
    if (patterns_.size() == most_patterns || boxes.empty() || boxes.size() > most_boxes) return;
    for (const Square box : boxes) full_[box] = 1;
    const std::size_t words = regions_.size();
    regions_.resize(words + words_, 0);
    flood_.from(player, full_);
    for (const Square square : flood_.squares()) {
        regions_[words + square / 64] |= std::uint64_t{1} << square % 64;
    }
    for (const Square box : boxes) full_[box] = 0;

    const auto place = [this] { return static_cast<std::uint32_t>(squares_.size()); };
    Pattern pattern{place(), 0, 0};
    squares_.insert(squares_.end(), boxes.begin(), boxes.end());
    pattern.goals = place();
    squares_.insert(squares_.end(), goals.begin(), goals.end());
    pattern.end = place();
    const auto number = static_cast<std::uint32_t>(patterns_.size());
    patterns_.push_back(pattern);
    for (const Square box : boxes) {
        if (with_box_on_[box].size() < most_with_a_box) with_box_on_[box].push_back(number);
    }
}

bool LearntPatterns::lost(const std::uint8_t* is_box, Square moved, Square player) const {
    return std::any_of(with_box_on_[moved].begin(), with_box_on_[moved].end(),
                       [&](std::uint32_t pattern) { return fits(pattern, is_box, player); });
}

bool LearntPatterns::fits(std::size_t number, const std::uint8_t* is_box, Square player) const {
    const Pattern& pattern = patterns_[number];
    for (std::uint32_t i = pattern.boxes; i < pattern.goals; ++i) {
        if (!is_box[squares_[i]]) return false;
    }
    if ((regions_[number * words_ + player / 64] >> player % 64 & 1) == 0) return false;
    if (pattern.goals == pattern.end) return true;
    return std::any_of(squares_.begin() + pattern.goals, squares_.begin() + pattern.end,
                       [&](Square goal) { return !is_box[goal]; });
}

}  // namespace unriddle::sokoban
