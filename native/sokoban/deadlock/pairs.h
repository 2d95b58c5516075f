// Two boxes that are alone on the board: which pairs of squares are lost, and which cost more
// pushes than the two boxes would cost one by one.
//
// Taking the other boxes away never makes a position harder, so a pair that cannot be brought home
// is a deadlock wherever it turns up. Of the others the table knows the *surcharge*: for every pair
// of goals, the pushes that both boxes need together, less the sum of what each needs alone, and of
// that the least over all pairs of goals. The surcharges of pairs that share no box may be added to
// a matching of boxes and goals: whichever goals the two boxes end on, their pushes are at least
// the cheaper of both ways to share those goals, plus the surcharge, and swapping the goals of a
// pair in a matching gives a matching.
//
// The table holds every pair of live squares with every region of the player: for course map 18
// that is 8,000 states. They are linked into a graph once, and searched backward from each pair of
// goals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "containers/metered.h"
#include "sokoban/board/push_costs.h"

namespace unriddle::sokoban {

class Pairs {
  public:
    static constexpr std::uint8_t dead = 0xFF;

    // Nothing if the table would take more than `most_work` steps to make.
    static std::optional<Pairs> make(const Board& board, const Sides& sides, const PushCosts& costs,
                                     std::size_t most_work, Control& control);

    // The surcharge of two boxes on live squares, or `dead`.
    std::uint8_t operator()(Square one, Square other, Square player) const {
        const Pair& pair = pairs_[live_[one] * lives_ + live_[other]];
        const std::size_t region = pair.regions == single ? 0 : regions_[pair.regions + player];
        return surcharge_[pair.first + region];
    }

    // Is a box just pushed from one square to the next lost together with another one of these?
    bool loses(const Squares& boxes, Square from, Square to) const {
        return std::any_of(boxes.begin(), boxes.end(), [&](Square other) {
            return other != from && (*this)(to, other, from) == dead;
        });
    }

  private:
    static constexpr std::uint32_t single = 0xFFFFFFFF;

    struct Pair {
        std::uint32_t first = 0;         // state of region 0
        std::uint32_t regions = single;  // where its map of regions begins, unless it has only one
    };
    struct States;

    explicit Pairs(Control& control)
        : live_(control), pairs_(control), regions_(control), surcharge_(control) {}

    void number_states(const Board& board, States& graph, Control& control);
    std::uint32_t state_of(Square one, Square other, Square player) const;
    void weigh(const Board& board, const Sides& sides, const PushCosts& costs, const States& graph,
               Control& control);

    std::size_t lives_ = 0;
    MeteredVector<std::uint16_t> live_;  // by square: its number among the live squares
    MeteredVector<Pair> pairs_;          // by the numbers of both squares, in both orders
    MeteredVector<std::uint8_t> regions_;
    MeteredVector<std::uint8_t> surcharge_;  // by state
};

}  // namespace unriddle::sokoban
