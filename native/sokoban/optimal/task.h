// What an optimal search is asked to do.
#pragma once

#include <cstdint>

#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

// What a step costs: `walk`, or `push` if it pushes a box.
struct Costs {
    std::uint32_t walk = 1, push = 1;

    // Where walking is free only the player's region counts, and not the square.
    bool exact_player() const { return walk != 0; }
};

}  // namespace unriddle::sokoban
