// A Sokoban level as plain data, and the geometry that follows from it.
//
// Only the squares that take part in the game are numbered, in reading order, so numbers stay
// small: the 18 course maps have 14 to 81 of them, and a board of 200 by 200 at most 39,204. Walls
// and decoration are one number, `wall()`, which comes after the last square: tables by square have
// an entry for it, so that no loop asks whether a neighbour exists.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/domain.h"

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

// The number of a square that takes part, or of the wall.
using Square = std::uint16_t;
using Squares = std::vector<Square>;
constexpr Square nowhere = 0xFFFF;  // no square at all

// By square, the wall included. What is *full* has a box on it or is wall.
using Mask = std::vector<std::uint8_t>;

inline bool all_in(const Mask& mask, std::span<const Square> squares) {
    return std::all_of(squares.begin(), squares.end(),
                       [&](Square square) { return mask[square] != 0; });
}
inline bool any_in(const Mask& mask, std::span<const Square> squares) {
    return std::any_of(squares.begin(), squares.end(),
                       [&](Square square) { return mask[square] != 0; });
}

enum Direction : std::uint8_t { up, down, left, right };  // the order of the moves
constexpr std::size_t opposite(std::size_t direction) { return direction ^ 1; }
// The first of the two directions across; the other one is its opposite.
constexpr std::size_t across(std::size_t direction) { return direction < 2 ? 2 : 0; }

// 8 bytes a square for the neighbours, and 9 for the rest.
struct Board {
    explicit Board(const Level& level);

    std::size_t squares() const { return frame.size(); }
    Square wall() const { return static_cast<Square>(frame.size()); }
    Square number(Index square) const;  // the wall, if it takes no part
    Squares numbers(const std::vector<Index>& squares) const;
    // A position as Python knows it: the square of the player and those of the boxes.
    Description describe(Square player, std::span<const Square> boxes) const {
        Description numbers = {frame[player]};
        for (const Square box : boxes) numbers.push_back(frame[box]);
        return numbers;
    }
    // A board with these boxes on it, as a mask of what is full.
    Mask with(const Squares& boxes) const;

    std::vector<Index> frame;                 // number -> square of the frame
    std::vector<std::array<Square, 4>> next;  // neighbours; those of the wall are wall
    std::vector<std::int16_t> row, column;
    Squares goals;  // in ascending order
    Mask is_goal;
    Mask walls;  // 1 for the wall only: full where there are no boxes
};

// Does a box touch a square of this mask, also diagonally? By either way round: a neighbour may be
// wall.
inline bool touches(const Board& board, Square box, const Mask& squares) {
    for (std::size_t d = 0; d < 4; ++d) {
        const Square beside = board.next[box][d];
        if (squares[beside] || squares[board.next[beside][across(d)]] ||
            squares[board.next[beside][across(d) + 1]]) {
            return true;
        }
    }
    return false;
}

// Could something that stands on `square` cut the free squares around it apart? No if they hang
// together. `open`: bit d for a free neighbour in direction d.
inline bool may_cut(const Board& board, Square square, const std::uint8_t* full, unsigned& open) {
    // each direction with the one that follows it clockwise
    constexpr std::array<std::array<std::size_t, 2>, 4> round = {
        {{up, right}, {right, down}, {down, left}, {left, up}}};
    const auto& next = board.next;
    open = 0;
    int free = 0, linked = 0;
    for (const auto& [direction, turn] : round) {
        const Square beside = next[square][direction];
        if (full[beside]) continue;
        ++free;
        open |= 1u << direction;
        linked += !full[next[square][turn]] && !full[next[beside][turn]] ? 1 : 0;
    }
    return free - linked > 1;
}

}  // namespace unriddle::sokoban
