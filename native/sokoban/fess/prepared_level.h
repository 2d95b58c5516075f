// The board as this solver sees it, with the start and what never changes about the squares.
//
// Squares that can never matter (empty dead ends without a goal) are wall here.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/board/board.h"
#include "sokoban/board/push_graph.h"
#include "sokoban/board/zobrist.h"

namespace unriddle::sokoban::fess {

struct PreparedLevel : Board {
    explicit PreparedLevel(const Level& level);

    Squares bases;  // where the boxes start, ascending
    Square player = 0;
    PushGraph graph;                   // without boxes
    Mask is_dead;                      // a box here can never reach a goal; set for the wall
    std::vector<Distances> to_goal;    // [goal][square]: pushes from the square to that goal
    std::vector<Distances> from_base;  // [base][square]: pushes from that base to the square
    Mask from_a_base;                  // can a box be pushed here from some base?
    Zobrist zobrist;
    std::vector<std::uint64_t> base_key;  // by index of the base, for backward positions
    std::vector<std::uint32_t> spread;    // sum of the distances to all goals, for ordering
};

// Steps of a player who walks alone: from `start` to every square.
Distances walks(const PreparedLevel& prepared, Square start);

}  // namespace unriddle::sokoban::fess
