// What is proved about the neighbourhood of a push: small patterns, goal rooms, and learnt
// patterns.
//
// Both solvers ask it after each push. Each part can be left out (rules.h).
#pragma once

#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/learnt_patterns.h"
#include "sokoban/deadlock/patterns.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

class Proofs {
  public:
    // `is_dead` must live on; `most` is how many positions a goal room may have.
    Proofs(const Board& board, std::size_t boxes, const Mask& is_dead, DeadlockRules rules,
           std::size_t room_positions, Control& control)
        : rules_(rules),
          learnt_(board, control),
          rooms_(board, rules.goal_rooms ? boxes : 0, is_dead, room_positions, control),
          patterns_(board, is_dead, control) {}

    // Does the box just pushed to `moved` show that the position is lost, for a player on this
    // square? `is_box` is by square.
    bool lost(const std::uint8_t* is_box, Square moved, Square player) {
        if (rules_.learnt && learnt_.lost(is_box, moved, player)) return true;
        if (rules_.goal_rooms && rooms_.lost(is_box, moved, player)) return true;
        if (!rules_.patterns || !patterns_.lost(is_box, moved, player)) return false;
        learn(patterns_.guilty(is_box, moved, player), {}, player);
        return true;
    }

    // These boxes were proved lost by themselves, see LearntPatterns.
    void learn(std::span<const Square> boxes, std::span<const Square> goals, Square player) {
        if (rules_.learnt) learnt_.learn(boxes, goals, player);
    }
    bool learns() const { return rules_.learnt; }

  private:
    const DeadlockRules rules_;
    LearntPatterns learnt_;
    GoalRooms rooms_;
    Patterns patterns_;
};

}  // namespace unriddle::sokoban
