// The rules by which positions are found lost, each of which can be left out: tests compare the
// answers with and without each of them, and benchmarks what each of them is worth.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "search/named.h"

namespace unriddle::sokoban {

struct DeadlockRules {
    bool freeze = true;        // boxes that hold each other
    bool frozen_walls = true;  // frozen boxes as walls for the others
    bool matching = true;      // a goal of its own for every box
    bool pairs = true;         // two boxes alone on the board (pairs.h)
    bool corrals = true;       // closed parts that must be opened
    bool pi_corrals = true;    // of these, such that can be opened now (corrals.h)
    bool patterns = true;      // the boxes of a small window (patterns.h)
    bool goal_rooms = true;    // rooms that can no longer be filled (goal_rooms.h)
    bool learnt = true;        // sets of boxes proved lost before (learnt.h)
    // No deadlocks, but left out in the same way:
    bool potentials = true;  // bounds on the walks (potentials.h)
    bool plans = true;       // the expert's search along a plan (strategy.h)
    bool meeting = true;     // and the one that meets another halfway
};

using NamedRule = Named<bool DeadlockRules::*>;

// What each solver knows, by the names that users type.
inline constexpr auto rules_of_optimal = std::to_array<NamedRule>({
    {"freeze", &DeadlockRules::freeze},
    {"frozen-walls", &DeadlockRules::frozen_walls},
    {"matching", &DeadlockRules::matching},
    {"pairs", &DeadlockRules::pairs},
    {"pi-corrals", &DeadlockRules::pi_corrals},
    {"patterns", &DeadlockRules::patterns},
    {"goal-rooms", &DeadlockRules::goal_rooms},
    {"learnt", &DeadlockRules::learnt},
    {"potentials", &DeadlockRules::potentials},
});
inline constexpr auto rules_of_expert = std::to_array<NamedRule>({
    {"freeze", &DeadlockRules::freeze},
    {"frozen-walls", &DeadlockRules::frozen_walls},
    {"matching", &DeadlockRules::matching},
    {"corrals", &DeadlockRules::corrals},
    {"pi-corrals", &DeadlockRules::pi_corrals},
    {"patterns", &DeadlockRules::patterns},
    {"goal-rooms", &DeadlockRules::goal_rooms},
    {"learnt", &DeadlockRules::learnt},
    {"plans", &DeadlockRules::plans},
    {"meeting", &DeadlockRules::meeting},
});

// All rules but those with these names; throws std::invalid_argument for a name that is none.
inline DeadlockRules rules_without(const std::vector<std::string>& names,
                                   std::span<const NamedRule> known) {
    DeadlockRules rules;
    for (const std::string& name : names) rules.*named("rule", name, known) = false;
    return rules;
}

}  // namespace unriddle::sokoban
