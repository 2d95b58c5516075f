// A lower bound of what a position still costs, or the finding that it is lost.
//
// Every cost in use is  a * moves + b * pushes  with a >= 0. Where b is below 0, because a walk
// costs more than a push, only the pushes are bounded; walks alone are bounded by 0. The bound of
// the pushes is the larger of two:
//   - the matching of boxes and goals (assignment.h) over the pushes of lone boxes (push_costs.h),
//     with the surcharges of disjoint pairs added to it (pairs.h);
//   - the same matching, without surcharges, over distances with the frozen boxes as walls. They
//     are worked out for a set of frozen boxes when it has come up a few times, and kept.
// The bound of the moves is the largest over some potentials (potentials.h), or that of the pushes.
//
// All of it is admissible. Without surcharges it would be consistent as well; with them a position
// may have to be expanded again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "containers/metered.h"
#include "sokoban/board/assignment.h"
#include "sokoban/board/freeze.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/proofs.h"
#include "sokoban/optimal/potentials.h"

namespace unriddle::sokoban {

// What a step costs: `walk`, or `push` if it pushes a box.
struct Costs {
    std::uint32_t walk = 1, push = 1;

    // Where walking is free only the player's region counts, and not the square.
    bool exact_player() const { return walk != 0; }
};

class LowerBound {
  public:
    static constexpr std::uint32_t dead = 0xFFFFFFFF;

    // `pair_work` bounds what the table of pairs may cost, see pairs.h.
    LowerBound(const Board& board, std::size_t boxes, Costs costs, DeadlockRules rules,
               std::size_t pair_work, Control& control);

    // Turns to a position; returns its bound. `is_box` is by square and must live on.
    std::uint32_t look_at(std::span<const Square> boxes, const std::uint8_t* is_box, Square player);

    // The bound after a push of the box with this place in the list, from its square to `to`.
    // `is_box` must show the position after the push.
    std::uint32_t after(std::size_t box, Square to);

    // Adds potentials that raise the bound of this position, if there are any.
    void choose_potentials(std::span<const Square> boxes, const std::uint8_t* is_box, Square player,
                           std::size_t most);

    const Mask& is_dead() const { return push_costs_.is_dead(); }
    Proofs& proofs() { return proofs_; }
    const Pairs* pairs() const { return pairs_ ? &*pairs_ : nullptr; }

  private:
    using PushAssignment = Assignment<PushCosts::Price>;
    using Row = PushAssignment::Row;

    // Distances with some boxes as walls.
    struct FrozenDistances {
        FrozenDistances(const Board& board, Mask walls, Control& control)
            : graph(board, std::move(walls)),
              sides(board, graph, control),
              costs(board, graph, {}, control) {}
        const PushGraph graph;
        const Sides sides;
        const PushCosts costs;
    };
    struct Known {
        std::vector<Square> frozen;
        unsigned asked = 0;
        std::unique_ptr<FrozenDistances> walled;
    };
    struct SurchargedPair {  // a pair of boxes with a surcharge
        std::uint8_t surcharge;
        std::uint16_t one, other;
    };

    const FrozenDistances* walled_by(std::span<const Square> frozen);
    std::int32_t matched(PushAssignment& assignment, const PushCosts& costs, const Sides& sides,
                         std::span<const Square> boxes, Square player);
    std::int32_t total_surcharge(std::span<const SurchargedPair> bonds);
    std::uint32_t bound(std::int32_t pushes, std::int32_t moves) const;

    const Board& board_;
    Control& control_;
    const Costs costs_;
    const DeadlockRules rules_;
    const PushGraph graph_;  // without boxes
    const Sides sides_;
    const PushCosts push_costs_;
    Freeze freeze_;
    std::optional<Pairs> pairs_;
    Proofs proofs_;
    PushAssignment free_, frozen_, other_;

    struct Weighted {
        std::unique_ptr<Potential> potential;
        PushAssignment assignment;
    };
    std::vector<Weighted> weighted_;

    std::unordered_map<std::uint64_t, Known> known_;
    std::size_t walled_bytes_ = 0;

    // The position in hand.
    MeteredVector<Square> boxes_;
    const std::uint8_t* is_box_ = nullptr;
    MeteredVector<Square> frozen_boxes_;
    const FrozenDistances* walled_ = nullptr;
    MeteredVector<SurchargedPair> bonds_, new_bonds_;
    MeteredVector<Row> rows_;
    MeteredVector<std::uint8_t> bound_by_;  // by box, while surcharges are added
};

}  // namespace unriddle::sokoban
