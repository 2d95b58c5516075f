// What it costs to bring a lone box to each goal, given the side of it on which the player is.
//
// Boxes that can never move again count as walls. Other boxes are left out, which only gives the
// player more room: so no push sequence of the whole board is cheaper for this box, and a box that
// reaches no goal here reaches none at all.
//
// The side of the player matters. Taking it into account makes the estimate consistent: walking,
// and pushing other boxes, never takes the player from one side of this box to another.
//
// Size: a byte for each pair of squares, and 10 bytes for each square and goal (2 a side). That is
// 12 KB for the 70 squares and 10 goals of course map 18, and 19 MB for a hall of 62 by 62 with
// 100.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "containers/metered.h"
#include "sokoban/board/push_graph.h"

namespace unriddle::sokoban {

// On which side of a box the player is, for every square that each may stand on. A side is called
// by the first direction that lies on it.
class Sides {
  public:
    static constexpr std::uint8_t count = 5;
    static constexpr std::uint8_t cut_off = 4;  // no neighbour of the box can be reached from here

    Sides(const Board& board, const PushGraph& graph, Control& control);

    // Equal for two squares on the same side of the box.
    std::uint8_t operator()(Square box, Square player) const {
        return table_[box * squares_ + player];
    }

  private:
    std::size_t squares_;
    MeteredVector<std::uint8_t> table_;
};

class PushCosts {
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

    PushCosts(const Board& board, const PushGraph& graph, PerPush per_push, Control& control);

    // The prices of all goals, in their order, for a side as `Sides` calls it.
    const Price* from(Square box, std::uint8_t side) const {
        return table_.data() + (box * std::size_t{Sides::count} + side) * goals_;
    }

    // By square: is there no goal for a box here, wherever the player stands? Set for the wall.
    const Mask& is_dead() const { return is_dead_; }

  private:
    std::size_t goals_;
    MeteredVector<Price> table_;
    Mask is_dead_;
};

}  // namespace unriddle::sokoban
