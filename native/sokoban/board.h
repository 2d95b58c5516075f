// A Sokoban level as plain data, and the geometry that follows from it.
//
// Only the squares that take part in the game are numbered, in reading order, so numbers stay small:
// the 18 course maps have 14 to 81 of them, and a board of 200 by 200 at most 39,204. Walls and
// decoration have no number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/domain.h"

namespace unriddle::sokoban {

// A square of the frame: row * width + column, as in Python.
using Index = std::int32_t;

struct Level {
    Index width = 0;
    std::vector<Index> floor;  // in ascending order, as are the other two
    std::vector<Index> goals;
    std::vector<Index> boxes;
    Index player = 0;
    Cost walk_cost = 1;  // of a step that pushes nothing
    Cost push_cost = 1;

    // Throws std::invalid_argument if something is out of place.
    void check() const;
};

// The number of a square that takes part.
using Square = std::uint16_t;
constexpr Square nowhere = 0xFFFF;

enum Direction : std::uint8_t { up, down, left, right };  // the order of the moves
constexpr std::size_t opposite(std::size_t direction) { return direction ^ 1; }

// One direction out of a square: where it leads, and where a box found there would go.
struct Way {
    Square target = nowhere;
    Square beyond = nowhere;
};

// 16 bytes a square for the ways, and 9 for the rest.
struct Board {
    explicit Board(const Level& level);

    std::size_t squares() const { return frame.size(); }
    Square number(Index square) const;  // or nowhere
    std::vector<Square> numbers(const std::vector<Index>& squares) const;

    std::vector<Index> frame;  // number -> square of the frame
    std::vector<std::array<Way, 4>> ways;
    std::vector<std::int16_t> row, column;
    std::vector<Square> goals;          // in ascending order
    std::vector<std::uint8_t> is_goal;  // by square
};

}  // namespace unriddle::sokoban
