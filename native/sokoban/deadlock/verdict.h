// Why a position is lost: the rule, and the boxes that it speaks of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search/control.h"
#include "sokoban/board.h"
#include "sokoban/deadlock/corrals.h"
#include "sokoban/deadlock/freeze.h"
#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/lone_box.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/patterns.h"
#include "sokoban/optimal/walking.h"

namespace unriddle::sokoban {

enum class Rule : std::uint8_t {
    dead_square,
    freeze,
    pair,
    corral,
    pattern,
    matching,
    goal_room,
};

// Built once for a board, and asked about many positions. What only some rules need is made when one
// of them is asked first.
class LossFinder {
  public:
    // The simplest first.
    static constexpr std::array<Rule, 7> rules = {Rule::dead_square, Rule::freeze,  Rule::pair,
                                                  Rule::corral,      Rule::pattern, Rule::matching,
                                                  Rule::goal_room};

    // For positions with so many boxes; `board` must live on.
    LossFinder(const Board& board, std::size_t boxes, Control& control);

    // As few boxes as the rule needs to find them lost, for a player on this square; none if it does
    // not. `boxes` are all boxes of the position.
    std::vector<Square> guilty(Rule rule, const std::vector<Square>& boxes, Square player);

    std::span<const std::uint8_t> dead_squares() const { return lone_.dead_squares(); }

  private:
    using Boxes = std::vector<Square>;

    Boxes dead_square(const Boxes& boxes) const;
    Boxes frozen(const Boxes& boxes);
    Boxes pair(const Boxes& boxes, Square player);
    Boxes corral(const Boxes& boxes, Square player);
    Boxes pattern(const Boxes& boxes, Square player);
    Boxes unmatched(const Boxes& boxes, Square player) const;
    Boxes goal_room(Square player);
    const Pairs* pairs();

    Control& control_;
    const Board& board_;
    const std::size_t boxes_;
    const std::vector<std::uint8_t> no_walls_;
    std::vector<std::uint8_t> is_box_;  // by square; all 0 between two questions
    const Sides sides_;
    const LoneBox lone_;
    Freeze freeze_;
    Walking walking_;
    bool has_pairs_ = false;  // or has found out that they would take too long
    std::optional<Pairs> pairs_;
    std::optional<Corrals> corrals_;
    Patterns patterns_;
    std::optional<GoalRooms> rooms_;
};

struct Verdict {
    std::string rule;          // see sokoban_lost.py; empty if not lost
    std::vector<Index> boxes;  // squares of the frame, as in Level
};

// Looks at the boxes and the player of `level`, and finds what the rules of this directory find. The
// simplest reason comes first, with as few boxes as the rule needs.
Verdict why_lost(const Level& level, Control& control);

}  // namespace unriddle::sokoban
