// The estimates of puzzles/bloxorz/heuristics.py, as one table for blocks and one for cubes.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "bloxorz/stage.h"
#include "containers/metered.h"
#include "search/named.h"

namespace unriddle::bloxorz {

struct Estimates {
    Estimates(const Board& board, Control& control)
        : of_block(board.cover.size(), std::numeric_limits<double>::infinity(), control),
          of_cube(board.squares(), std::numeric_limits<double>::infinity(), control) {}

    double block(Place place) const { return of_block[place]; }
    double cubes(Place one, Place other) const {
        return add ? of_cube[one] + of_cube[other] : std::max(of_cube[one], of_cube[other]);
    }

    MeteredVector<double> of_block;  // by place
    MeteredVector<double> of_cube;   // by square
    bool add = false;                // two cubes: the sum, and not the maximum
};

// What fills the tables for a stage; all of them are infinity before.
using Heuristic = void (*)(Estimates&, const Board&, const Stage&);

std::span<const Named<Heuristic>> heuristics();

}  // namespace unriddle::bloxorz
