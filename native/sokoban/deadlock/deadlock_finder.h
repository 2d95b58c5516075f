// Why a position is lost: the rule, and the boxes that it speaks of.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/control.h"
#include "sokoban/board/corrals.h"
#include "sokoban/board/freeze.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/patterns.h"

namespace unriddle::sokoban {

// Built once for a board, and asked about many positions. What only some rules need is made when
// one of them is asked first.
class DeadlockFinder {
  public:
    // Its name, see sokoban_deadlock.py, and as few boxes as it needs to find them lost, for a
    // player on this square; none if it does not. `boxes` are all boxes of the position.
    struct Rule {
        const char* name;
        Squares (DeadlockFinder::*guilty)(const Squares& boxes, Square player);
    };
    // The simplest first; the last two rest on more than their boxes.
    static const std::array<Rule, 7> rules;

    // For positions with this many boxes; `board` must live on.
    DeadlockFinder(const Board& board, std::size_t boxes, Control& control);

    const Mask& is_dead() const { return costs_.is_dead(); }

  private:
    Squares dead_square(const Squares& boxes, Square player);
    Squares frozen(const Squares& boxes, Square player);
    Squares pair(const Squares& boxes, Square player);
    Squares corral(const Squares& boxes, Square player);
    Squares pattern(const Squares& boxes, Square player);
    Squares unmatched(const Squares& boxes, Square player);
    Squares goal_room(const Squares& boxes, Square player);
    const Pairs* pairs();

    Control& control_;
    const Board& board_;
    const std::size_t boxes_;
    const PushGraph graph_;  // without boxes
    const Sides sides_;
    const PushCosts costs_;
    Freeze freeze_;
    Flood flood_;
    Corrals corrals_;
    bool has_pairs_ = false;  // or has found out that they would take too long
    std::optional<Pairs> pairs_;
    Patterns patterns_;
    std::optional<GoalRooms> rooms_;
};

// Leaves boxes out as long as `is_lost` says so of the rest, which is never empty.
void shrink(Squares& boxes, auto&& is_lost) {
    for (std::size_t i = boxes.size(); i-- > 0;) {
        Squares fewer = boxes;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (!fewer.empty() && is_lost(fewer)) boxes = std::move(fewer);
    }
}

struct Deadlock {
    std::string rule;          // empty if not lost
    std::vector<Index> boxes;  // squares of the frame, as in Level
};

// Looks at the boxes and the player of `level`, and finds what the rules of this directory find.
// The simplest reason comes first, with as few boxes as the rule needs.
Deadlock find_deadlock(const Level& level, Control& control);

}  // namespace unriddle::sokoban
