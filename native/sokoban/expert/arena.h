// The level as the expert sees it: squares numbered densely, with what never changes about them.
//
// Squares that can never matter (empty dead ends without a goal) become wall here. A square outside
// is `wall()`, the number after the last one, so that tables with one more entry answer for it and
// no loop asks whether a neighbour exists.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sokoban/board.h"

namespace unriddle::sokoban::expert {

using Cell = std::uint16_t;
using Cells = std::vector<Cell>;
using Mask = std::vector<std::uint8_t>;  // by cell, with an entry for `wall()`
using Distances = std::vector<std::uint16_t>;

constexpr std::uint16_t unreachable = 0xFFFF;
constexpr Cell nobody = 0xFFFF;

// Directions are those of the rules: up, down, left, right; d ^ 1 is the opposite of d.
constexpr std::size_t opposite_of(std::size_t direction) { return direction ^ 1; }

class Terrain;

struct Arena {
    explicit Arena(const Level& level);

    std::size_t size() const { return frame.size(); }
    Cell wall() const { return static_cast<Cell>(frame.size()); }

    std::vector<Index> frame;               // cell -> square of the level
    Board board;                            // the same squares, for the rules that solvers share
    std::vector<std::array<Cell, 4>> next;  // neighbours; those of the wall are wall
    Mask blocked;                           // 1 for `wall()` only: a board without boxes
    Cells goals;                            // ascending, as are the bases
    Cells bases;                            // where the boxes start
    Cell player = 0;
    Mask is_goal, is_base;
    Mask is_dead;                            // a box here can never reach a goal
    std::vector<Distances> to_goal;          // [goal][cell]: pushes from the cell to that goal
    std::vector<Distances> from_base;        // [base][cell]: pushes from that base to the cell
    std::vector<std::uint64_t> box_key;      // Zobrist keys by cell
    std::vector<std::uint64_t> player_key;
    std::vector<std::uint64_t> base_key;     // by index of the base, for backward positions
    std::vector<std::uint32_t> spread;       // sum of the distances to all goals, for ordering
};

// Steps of a player who walks alone: from `start` to every cell.
Distances walks(const Arena& arena, Cell start);

}  // namespace unriddle::sokoban::expert
