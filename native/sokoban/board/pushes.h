// Solutions: pushes, and the steps of the player that they take.
#pragma once

#include <span>
#include <vector>

#include "core/domain.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// The box on `box` is pushed in a direction (or pulled: then the player walks that way).
struct Push {
    Square box;
    std::uint8_t direction;

    bool operator==(const Push&) const = default;
};

// The whole plan, with the shortest walk before each push: 0 to 3 are steps, 4 to 7 pushes. Throws
// std::logic_error if it cannot be played.
std::vector<Action> with_walks(const Board& board, const Squares& boxes, Square player,
                               std::span<const Push> pushes);

}  // namespace unriddle::sokoban
