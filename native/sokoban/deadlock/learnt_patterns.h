// Learnt patterns: sets of boxes that were proved lost by themselves, kept and found again.
//
// A pattern says: with these boxes on the board, and any others, and the player in this
// part of it, there is no solution (as long as one of its goals, if it has any, is empty). Proofs
// leave out boxes until nothing more can be left out, so a pattern fits many positions that have
// never been looked at. Of the position after a push only patterns with the box just pushed can be
// new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "containers/metered.h"
#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

class LearntPatterns {
  public:
    LearntPatterns(const Board& board, Control& control);

    // `goals`: at least one of them must be empty for the pattern to hold; none if it always holds.
    // The player may be anywhere that can be walked to from `player` with these boxes alone.
    void learn(std::span<const Square> boxes, std::span<const Square> goals, Square player);

    // Is a pattern with the box on `moved` there? `is_box` is by square.
    bool lost(const std::uint8_t* is_box, Square moved, Square player) const;

  private:
    struct Pattern {
        std::uint32_t boxes, goals, end;  // where they are in `squares_`
    };
    bool fits(std::size_t pattern, const std::uint8_t* is_box, Square player) const;

    const std::size_t words_;  // for a bit a square
    MeteredVector<Square> squares_;
    MeteredVector<Pattern> patterns_;
    MeteredVector<std::uint64_t> regions_;                 // by pattern, `words_` each
    std::vector<std::vector<std::uint32_t>> with_box_on_;  // by square: the patterns
    Mask full_;
    Flood flood_;
};

}  // namespace unriddle::sokoban
