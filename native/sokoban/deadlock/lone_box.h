// A box that is alone on the board, among walls: on which side of it the player is, and how much it
// costs to push it to each goal from there.
//
// Boxes that can never move again count as walls. Other boxes are left out, which only gives the
// player more room: so no push sequence of the whole board is cheaper for this box, and a box that
// reaches no goal here reaches none at all.
//
// The side of the player matters. Taking it into account makes the estimate consistent: walking, and
// pushing other boxes, never takes the player from one side of this box to another.
//
// Size: a byte for each pair of squares, and 10 bytes for each square and goal (2 a side). That is
// 12 KB for the 70 squares and 10 goals of course map 18, and 19 MB for a hall of 62 by 62 with 100.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/metered.h"
#include "sokoban/board.h"

namespace unriddle::sokoban {

// For each square a box may stand on: which squares the player can walk between without moving it.
class Sides {
  public:
    static constexpr std::uint8_t count = 5;
    static constexpr std::uint8_t cut_off = 4;  // no neighbour of the box can be reached from here

    // `is_wall` (by square) adds walls to those of the board.
    Sides(const Board& board, std::span<const std::uint8_t> is_wall, Control& control);

    // A number that is equal for two squares on the same side of the box.
    std::uint8_t operator()(Square box, Square player) const {
        return table_[box * squares_ + player];
    }

  private:
    std::size_t squares_;
    MeteredVector<std::uint8_t> table_;
};

// What it costs to bring a lone box from (square, side of the player) to each goal.
class LoneBox {
  public:
    using Price = std::uint16_t;
    static constexpr Price never = 0xFFFF;

    // What the push costs that takes the player from one square to the next.
    struct PerPush {
        std::span<const std::int32_t> potential;  // by square; empty for pushes at 1 each

        Price operator()(Square from, Square to) const {
            if (potential.empty()) return 1;
            return static_cast<Price>(1 - (potential[to] - potential[from]));
        }
    };

    LoneBox(const Board& board, std::span<const std::uint8_t> is_wall, const Sides& sides,
            PerPush per_push, Control& control);

    std::size_t goals() const { return goals_; }

    // The prices of all goals, in their order.
    const Price* from(Square box, std::uint8_t side) const {
        return table_.data() + (box * std::size_t{Sides::count} + side) * goals_;
    }

    // Is there no goal for a box here, wherever the player stands?
    bool is_dead(Square box) const { return is_dead_[box] != 0; }
    std::span<const std::uint8_t> dead_squares() const { return is_dead_; }  // by square

  private:
    std::size_t goals_;
    MeteredVector<Price> table_;
    MeteredVector<std::uint8_t> is_dead_;
};

}  // namespace unriddle::sokoban
