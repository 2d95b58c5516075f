// A part of the board, while the rest of it is as helpful as can be.
//
// Only boxes inside the area are looked at. Outside, the floor is free: the player walks there as
// the walls allow, a box that is pushed out is gone, and one that is wanted from outside is there.
// Every solution of the whole board, seen through the area alone, is a way through the area's
// positions; so a position from which no such way leads to an end is lost on the whole board as
// well.
//
// Boxes are bits, one for each live square of the area, so an area has at most 32 squares and
// parts of the outside together. A push takes a few operations on words.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "containers/metered.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class Area {
  public:
    using Boxes = std::uint32_t;   // bit i: a box on square i of the area
    using Region = std::uint32_t;  // bit i: square i of the area; beyond them, parts of the outside
    static constexpr std::size_t most_nodes = 32;

    // The area of these squares, at most 31.
    Area(const Board& board, std::span<const Square> squares, const Mask& is_dead,
         Control& control);

    // The live squares are the first of them.
    std::span<const Square> squares() const { return squares_; }
    std::size_t lives() const { return lives_; }
    Boxes goals() const { return goals_; }  // those of the area

    Boxes boxes(const std::uint8_t* is_box) const {
        Boxes boxes = 0;
        for (std::size_t i = 0; i < lives_; ++i) {
            boxes |= static_cast<Boxes>(is_box[squares_[i]] != 0) << i;
        }
        return boxes;
    }
    // Where the player can be who stands on a square of the board.
    Region region(Boxes boxes, Square player) const { return reached(boxes, node_[player]); }
    // The name of a region.
    static unsigned name(Region region) { return static_cast<unsigned>(std::countr_zero(region)); }

    // Calls `visit(boxes, region)` for each position after a push.
    void for_each_push(Boxes boxes, Region region, auto&& visit) const {
        for (Boxes rest = boxes; rest != 0; rest &= rest - 1) {
            const auto box = static_cast<std::size_t>(std::countr_zero(rest));
            const Boxes others = boxes & ~(Boxes{1} << box);
            for (std::size_t direction = 0; direction < 4; ++direction) {
                const Step& feet = steps_[box][opposite(direction)];
                const Step& to = steps_[box][direction];
                if (feet.node == nothing || (region >> feet.node & 1) == 0) continue;
                if (!to.is_live || (boxes >> to.node & 1) != 0) continue;
                const Boxes after = to.node < lives_ ? others | Boxes{1} << to.node : others;
                visit(after, reached(after, box));
            }
        }
    }

    // Calls `visit(boxes, region)` for each position before a push that leads to this one, pushes
    // of boxes into the area included.
    void for_each_pull(Boxes boxes, Region region, auto&& visit) const {
        for (std::size_t box = 0; box < lives_; ++box) {  // where it was, and the player is now
            if ((region >> box & 1) == 0) continue;
            for (std::size_t direction = 0; direction < 4; ++direction) {
                const Step& feet = steps_[box][opposite(direction)];
                const Step& to = steps_[box][direction];
                if (feet.node == nothing || (boxes >> feet.node & 1) != 0 || !to.is_live) continue;
                Boxes before = boxes | Boxes{1} << box;
                if (to.node < lives_) {
                    if ((boxes >> to.node & 1) == 0) continue;
                    before &= ~(Boxes{1} << to.node);
                }
                visit(before, reached(before, feet.node));
            }
        }
        for (const Arrival& arrival : arrivals_) {
            if ((boxes >> arrival.to & 1) == 0 || (region >> arrival.from & 1) == 0) continue;
            const Boxes before = boxes & ~(Boxes{1} << arrival.to);
            if ((before >> arrival.feet & 1) != 0) continue;
            visit(before, reached(before, arrival.feet));
        }
    }

    // Calls `visit(region)` for each region of the player among these boxes.
    void for_each_region(Boxes boxes, auto&& visit) const {
        Region rest = all_ & ~boxes;
        while (rest != 0) {
            const Region region = reached(boxes, static_cast<std::size_t>(std::countr_zero(rest)));
            visit(region);
            rest &= ~region;
        }
    }

  private:
    static constexpr std::uint8_t nothing = 0xFF;  // a wall

    struct Step {
        std::uint8_t node = nothing;
        bool is_live = false;  // may a box be there?
    };
    struct Arrival {  // a box is pushed into the area, by a player with these feet
        std::uint8_t feet, from, to;
    };

    Region reached(Boxes boxes, std::size_t node) const {
        Region region = Region{1} << node;
        for (Region rest = region; rest != 0;) {
            const auto next = static_cast<std::size_t>(std::countr_zero(rest));
            rest &= rest - 1;
            const Region fresh = near_[next] & ~boxes & ~region;
            region |= fresh;
            rest |= fresh;
        }
        return region;
    }

    MeteredVector<Square> squares_;
    MeteredVector<std::uint8_t> node_;  // by square of the board
    MeteredVector<std::array<Step, 4>> steps_;
    MeteredVector<Arrival> arrivals_;
    std::array<Region, most_nodes> near_{};
    std::size_t lives_ = 0;
    Boxes goals_ = 0;
    Region all_ = 0;
};

}  // namespace unriddle::sokoban
