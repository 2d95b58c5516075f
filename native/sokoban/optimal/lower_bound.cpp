#include "sokoban/optimal/lower_bound.h"

#include <algorithm>

#include "core/domain.h"

namespace unriddle::sokoban {

namespace {

// Distances with frozen walls take some 100 microseconds to make: a set of frozen boxes must have
// come up `worth_making` times, and all of them together have a limit of memory.
constexpr unsigned worth_making = 6;
constexpr std::size_t most_walled_bytes = std::size_t{1} << 26;

constexpr std::size_t most_room_positions = 100'000;

}  // namespace

LowerBound::LowerBound(const Board& board, std::size_t boxes, Costs costs, DeadlockRules rules,
                       std::size_t pair_work, Control& control)
    : board_(board),
      control_(control),
      costs_(costs),
      rules_(rules),
      graph_(board, board.walls),
      sides_(board, graph_, control),
      push_costs_(board, graph_, {}, control),
      freeze_(board, is_dead()),
      proofs_(board, boxes, is_dead(), rules, most_room_positions, control),
      free_(boxes, board.goals.size(), control),
      frozen_(boxes, board.goals.size(), control),
      other_(boxes, board.goals.size(), control),
      boxes_(control),
      frozen_boxes_(control),
      bonds_(control),
      new_bonds_(control),
      rows_(control),
      bound_by_(boxes, 0, control) {
    if (rules.pairs && boxes > 1)
        pairs_ = Pairs::make(board, sides_, push_costs_, pair_work, control);
}

std::uint32_t LowerBound::look_at(std::span<const Square> boxes, const std::uint8_t* is_box,
                                  Square player) {
    boxes_.assign(boxes.begin(), boxes.end());
    is_box_ = is_box;
    bonds_.clear();
    if (any_in(is_dead(), boxes)) return dead;
    if (rules_.freeze) {
        const std::span<const Square> frozen = freeze_.find(boxes);
        if (!all_in(board_.is_goal, frozen)) return dead;
        frozen_boxes_.assign(frozen.begin(), frozen.end());
        walled_ = walled_by(frozen_boxes_);
    }
    std::int32_t pushes = 0;
    if (rules_.matching) {
        pushes = matched(free_, push_costs_, sides_, boxes, player);
        if (pushes == PushAssignment::impossible) return dead;
    }
    if (pairs_) {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            for (std::size_t j = i + 1; j < boxes.size(); ++j) {
                const std::uint8_t surcharge = (*pairs_)(boxes[i], boxes[j], player);
                if (surcharge == Pairs::dead) return dead;
                if (surcharge == 0) continue;
                bonds_.push_back(
                    {surcharge, static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
            }
        }
        if (rules_.matching) pushes += total_surcharge(bonds_);
    }
    if (walled_ != nullptr && rules_.matching) {
        const std::int32_t walled = matched(frozen_, walled_->costs, walled_->sides, boxes, player);
        if (walled == PushAssignment::impossible) return dead;
        pushes = std::max(pushes, walled);
    }
    std::int32_t moves = pushes;
    for (Weighted& weighted : weighted_) {
        const Potential& potential = *weighted.potential;
        moves =
            std::max(moves, matched(weighted.assignment, potential.costs(), sides_, boxes, player) +
                                potential.way_home(player));
    }
    return bound(pushes, moves);
}

std::uint32_t LowerBound::after(std::size_t box, Square to) {
    const Square from = boxes_[box];
    if (is_dead()[to]) return dead;
    new_bonds_.clear();
    if (pairs_) {
        for (std::size_t other = 0; other < boxes_.size(); ++other) {
            if (other == box) continue;
            const std::uint8_t surcharge = (*pairs_)(to, boxes_[other], from);
            if (surcharge == Pairs::dead) return dead;
            if (surcharge == 0) continue;
            new_bonds_.push_back(
                {surcharge, static_cast<std::uint16_t>(box), static_cast<std::uint16_t>(other)});
        }
    }
    if (proofs_.lost(is_box_, to, from)) return dead;
    const FrozenDistances* walled = walled_;
    bool walls_changed = false;
    boxes_[box] = to;
    if (rules_.freeze && freeze_.may_freeze(to, is_box_)) {
        const std::span<const Square> frozen = freeze_.find(boxes_);
        if (!all_in(board_.is_goal, frozen)) {
            boxes_[box] = from;
            return dead;
        }
        if (frozen.size() != frozen_boxes_.size()) {
            walled = walled_by(frozen);
            walls_changed = walled != walled_;
        }
    }
    const std::uint8_t side = sides_(to, from);
    std::int32_t pushes = rules_.matching ? free_.with(box, push_costs_.from(to, side)) : 0;
    std::int32_t walled_pushes = 0;
    if (rules_.matching && pushes != PushAssignment::impossible && walled != nullptr) {
        walled_pushes = walls_changed
                            ? matched(other_, walled->costs, walled->sides, boxes_, from)
                            : frozen_.with(box, walled->costs.from(to, walled->sides(to, from)));
    }
    boxes_[box] = from;
    if (pushes == PushAssignment::impossible || walled_pushes == PushAssignment::impossible)
        return dead;
    if (pairs_ && rules_.matching) {
        for (const SurchargedPair& bond : bonds_) {
            if (bond.one != box && bond.other != box) new_bonds_.push_back(bond);
        }
        pushes += total_surcharge(new_bonds_);
    }
    pushes = std::max(pushes, walled_pushes);
    std::int32_t moves = pushes;
    for (Weighted& weighted : weighted_) {
        const Potential& potential = *weighted.potential;
        moves = std::max(moves, weighted.assignment.with(box, potential.costs().from(to, side)) +
                                    potential.way_home(from));
    }
    return bound(pushes, moves);
}

void LowerBound::choose_potentials(std::span<const Square> boxes, const std::uint8_t* is_box,
                                   Square player, std::size_t most) {
    for (auto& chosen : best_potentials(board_, graph_, sides_, boxes, player, most, control_)) {
        weighted_.push_back(
            {std::move(chosen), PushAssignment(boxes.size(), board_.goals.size(), control_)});
    }
    look_at(boxes, is_box, player);
}

std::uint32_t LowerBound::bound(std::int32_t pushes, std::int32_t moves) const {
    const auto whole = [](std::int32_t number) { return static_cast<std::uint32_t>(number); };
    if (costs_.push < costs_.walk) return costs_.push * whole(pushes);
    return costs_.walk * whole(moves) + (costs_.push - costs_.walk) * whole(pushes);
}

// Adds up surcharges of pairs that share no box, the largest first.
std::int32_t LowerBound::total_surcharge(std::span<const SurchargedPair> bonds) {
    std::int32_t total = 0;
    if (bonds.empty()) return total;
    int largest = 0;
    for (const SurchargedPair& bond : bonds) largest = std::max<int>(largest, bond.surcharge);
    std::fill(bound_by_.begin(), bound_by_.end(), std::uint8_t{0});
    while (largest > 0) {
        int next = 0;
        for (const SurchargedPair& bond : bonds) {
            if (bound_by_[bond.one] || bound_by_[bond.other]) continue;
            if (bond.surcharge == largest) {
                bound_by_[bond.one] = bound_by_[bond.other] = 1;
                total += largest;
            } else if (bond.surcharge < largest) {
                next = std::max<int>(next, bond.surcharge);
            }
        }
        largest = next;
    }
    return total;
}

std::int32_t LowerBound::matched(PushAssignment& assignment, const PushCosts& costs,
                                 const Sides& sides, std::span<const Square> boxes, Square player) {
    rows_.clear();
    for (const Square box : boxes) rows_.push_back(costs.from(box, sides(box, player)));
    return assignment.solve(rows_);
}

// The distances with `frozen` as walls, if they have been worth making.
const LowerBound::FrozenDistances* LowerBound::walled_by(std::span<const Square> frozen) {
    if (!rules_.frozen_walls || frozen.empty()) return nullptr;
    std::uint64_t hash = frozen.size();
    for (const Square box : frozen) hash += mixed(box + 1);
    Known& known = known_[mixed(hash)];
    const auto same = [&] {
        return known.frozen.size() == frozen.size() &&
               std::is_permutation(frozen.begin(), frozen.end(), known.frozen.begin());
    };
    if (known.asked == 0) {
        known.frozen.assign(frozen.begin(), frozen.end());
    } else if (!same()) {
        return nullptr;
    }
    if (++known.asked != worth_making || walled_bytes_ > most_walled_bytes) {
        return known.walled.get();
    }
    const std::size_t squares = board_.squares();
    walled_bytes_ += squares * (squares + 2 * Sides::count * board_.goals.size());
    known.walled = std::make_unique<FrozenDistances>(board_, board_.with(known.frozen), control_);
    return known.walled.get();
}

}  // namespace unriddle::sokoban
