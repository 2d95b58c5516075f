// What an optimal search is asked to do.
#pragma once

#include <cstdint>

#include "sokoban/board.h"

namespace unriddle::sokoban {

// The deadlock rules, each of which can be left out: tests compare with and without.
struct DeadlockRules {
    bool freeze = true;       // boxes that hold each other (freeze.h)
    bool frozen_walls = true; // distances with frozen boxes as walls (estimate.h)
    bool matching = true;     // a goal of its own for every box (assignment.h)
    bool pairs = true;        // two boxes alone on the board (pairs.h)
    bool corrals = true;      // parts that must be opened (corrals.h)
    bool potentials = true;   // bounds on the walks (potentials.h); no deadlocks
};

// What a step costs: `walk`, or `push` if it pushes a box.
struct Costs {
    std::uint32_t walk = 1, push = 1;

    // Where walking is free only the player's region counts, and not the square.
    bool exact_player() const { return walk != 0; }
};

}  // namespace unriddle::sokoban
