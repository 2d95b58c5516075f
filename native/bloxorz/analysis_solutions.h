// The cheapest plans: how many there are, the first of them, and what they touch.
//
// A step is *tight* when it brings the goal nearer by what it costs; the cheapest plans are the
// ways of tight steps from the start. They are counted forwards, one distance at a time, so that
// only the states of two distances are held: 24 bytes each, and 8 more for each 64 bits of the
// largest count. Counts are exact: one that outgrows its words starts the count again with twice as
// many.
//
// Where swaps are free, a plan that presses Space twice in a row is not counted. So between two
// rolls there is at most one swap, and plans are different exactly where their rolls are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bloxorz/analysis.h"
#include "bloxorz/analysis_distances.h"
#include "bloxorz/analysis_space.h"
#include "containers/metered.h"

namespace unriddle::bloxorz {

// Collects what plans touch.
class Traces {
  public:
    explicit Traces(const Space& space)
        : space_(space),
          blocks_(space.block_mover().words()),
          cubes_(space.cube_mover().words()),
          fired_blocks_(blocks_.size()),
          fired_cubes_(cubes_.size()) {}

    void rests(Space::Ref ref) { rest(space_.layer(ref.layer), ref.slot / 64, bit(ref.slot)); }
    // 64 slots of a layer at once.
    void rest(const Space::Layer& layer, std::size_t word, std::uint64_t slots) {
        if (space_.is_whole(layer)) {
            blocks_[word] |= slots;
        } else if (slots != 0) {
            cubes_[word] |= slots;
            mark(cubes_, space_.cube_mover().slot[layer.other]);
        }
    }
    // The block or a cube lands where something fires.
    void fires(bool whole, Slot landing) { mark(whole ? fired_blocks_ : fired_cubes_, landing); }
    void fire(bool whole, const std::vector<std::uint64_t>& landings) {
        (whole ? fired_blocks_ : fired_cubes_) = landings;
    }
    bool has_fired(bool whole, Slot landing) const {
        return has(whole ? fired_blocks_ : fired_cubes_, landing);
    }

    Touched touched() const {
        const Stage& stage = space_.domain().stage();
        const Board& board = space_.domain().board();
        std::vector<bool> squares(board.squares());
        std::vector<bool> switches(stage.switches.size()), splits(stage.splits.size());
        const auto add = [&](const Mover& mover, const Bits& rested, const Bits& fired) {
            for (Place place = 0; place < mover.slot.size(); ++place) {
                const bool has_fired = has(fired, mover.slot[place]);
                if (has_fired || has(rested, mover.slot[place])) {
                    squares[mover.cover[place].first] = squares[mover.cover[place].second] = true;
                }
                if (!has_fired) continue;
                const auto& firing = mover.firing[place];
                for (const Index one : firing.switches) {
                    if (one >= 0) switches[static_cast<std::size_t>(one)] = true;
                }
                if (firing.split >= 0) splits[static_cast<std::size_t>(firing.split)] = true;
            }
        };
        add(space_.block_mover(), blocks_, fired_blocks_);
        add(space_.cube_mover(), cubes_, fired_cubes_);
        Touched result{listed(squares), listed(switches), listed(splits)};
        for (Index& square : result.squares) square = board.frame[static_cast<std::size_t>(square)];
        return result;
    }

  private:
    static std::vector<Index> listed(const std::vector<bool>& members) {
        std::vector<Index> list;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (members[i]) list.push_back(static_cast<Index>(i));
        }
        return list;
    }

    using Bits = std::vector<std::uint64_t>;  // one a slot

    static void mark(Bits& bits, Slot slot) { bits[slot / 64] |= bit(slot); }
    static bool has(const Bits& bits, Slot slot) { return bits[slot / 64] >> slot % 64 & 1; }

    const Space& space_;
    Bits blocks_, cubes_;              // where something rests
    Bits fired_blocks_, fired_cubes_;  // where something lands and something fires
};

// The states of one distance, each with the number of ways that lead to it.
class PathCounts {
  public:
    using Ref = Space::Ref;

    PathCounts(std::size_t words, Control& control)
        : words_(words),
          refs_(control),
          numbers_(control),
          counts_(control),
          slots_(64, none, control) {}

    std::size_t size() const { return refs_.size(); }
    Ref ref(std::size_t i) const { return refs_[i]; }
    const std::uint64_t* count(std::size_t i) const { return &counts_[i * words_]; }

    bool contains(std::size_t number) const {
        return slots_[slot_of(static_cast<std::uint32_t>(number))] != none;
    }

    // Adds `count` ways to the state `ref` of this number; false if the sum is too large.
    bool add(Ref ref, std::size_t number, const std::uint64_t* count) {
        std::uint32_t& slot = slots_[slot_of(static_cast<std::uint32_t>(number))];
        if (slot == none) {
            slot = static_cast<std::uint32_t>(refs_.size());
            refs_.push_back(ref);
            numbers_.push_back(static_cast<std::uint32_t>(number));
            counts_.insert(counts_.end(), count, count + words_);
            if (refs_.size() > slots_.size() / 2) grow();
            return true;
        }
        return plus(&counts_[slot * words_], count);
    }

    // sum += count; false if it is too large.
    bool plus(std::uint64_t* sum, const std::uint64_t* count) const {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < words_; ++i) {
            const std::uint64_t partial = sum[i] + carry;
            carry = partial < carry;
            sum[i] = partial + count[i];
            carry += sum[i] < partial;
        }
        return carry == 0;
    }

    void clear() {
        slots_.assign(slots_.size(), none);
        refs_.clear();
        numbers_.clear();
        counts_.clear();
    }

    void swap(PathCounts& other) {
        refs_.swap(other.refs_);
        numbers_.swap(other.numbers_);
        counts_.swap(other.counts_);
        slots_.swap(other.slots_);
    }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::size_t slot_of(std::uint32_t number) const {
        std::size_t slot = (number * 0x9E3779B97F4A7C15u >> 32) & (slots_.size() - 1);
        while (slots_[slot] != none && numbers_[slots_[slot]] != number) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }
    void grow() {
        slots_.assign(slots_.size() * 2, none);
        for (std::uint32_t i = 0; i < numbers_.size(); ++i) slots_[slot_of(numbers_[i])] = i;
    }

    std::size_t words_;
    MeteredVector<Ref> refs_;
    MeteredVector<std::uint32_t> numbers_;
    MeteredVector<std::uint64_t> counts_;
    MeteredVector<std::uint32_t> slots_;
};

class Solutions {
  public:
    using Ref = Space::Ref;

    // There must be a solution.
    Solutions(const Space& space, const Distances& distances, bool swaps_are_free, Control& control)
        : space_(space),
          distances_(distances),
          swaps_are_free_(swaps_are_free),
          control_(control) {}

    // How many cheapest plans there are; what they touch is added to `traces`.
    Cheapest count(Traces* traces) const {
        for (std::size_t words = 1;; words *= 2) {
            if (auto plans = try_count(words, traces)) {
                return {distances_[space_.number(space_.start())], std::move(*plans)};
            }
        }
    }

    // The cheapest plans when swaps count, found with the distances for free swaps, which are never
    // larger: from the start on by moves, without the states that `limit` moves cannot solve, the
    // length of some plan. It works with the `open` bits of the space.
    Cheapest count_with_swaps(Space& space, std::size_t limit) const {
        for (std::size_t words = 1;; words *= 2) {
            space.open_all();
            if (auto found = try_count_with_swaps(space, words, limit)) return std::move(*found);
        }
    }

    // The cheapest plan that comes first in the order of the actions, without idle swaps.
    std::vector<Action> first_plan() const {
        std::vector<Action> plan;
        Ref here = space_.start();
        for (std::uint32_t left = distance(here); left > 0;) {
            Action best = swap_action;
            Ref next = here;
            space_.rolls(here, [&](Action action, Ref to, Slot, bool) {
                if (action < best && distance(to) + 1 == left) {
                    best = action;
                    next = to;
                }
            });
            if (best == swap_action) next = space_.swapped(here);
            plan.push_back(best);
            here = next;
            left = distance(here);
        }
        return plan;
    }

  private:
    std::uint32_t distance(Ref ref) const { return distances_[space_.number(ref)]; }

    std::optional<Natural> try_count(std::size_t words, Traces* traces) const {
        PathCounts here(words, control_), next(words, control_);
        Natural one(words, 0);
        one[0] = 1;
        const Ref start = space_.start();
        here.add(start, space_.number(start), one.data());
        bool fits = true;
        std::size_t until_check = 1024;
        for (std::uint32_t left = distance(start); left > 0; --left) {
            const auto pass_on = [&](Ref to, const std::uint64_t* count) {
                const std::size_t number = space_.number(to);
                if (distances_[number] + 1 != left) return false;
                fits = next.add(to, number, count) && fits;
                return true;
            };
            for (std::size_t i = 0; i < here.size() && fits; ++i) {
                if (--until_check == 0) {
                    control_.check_limits();
                    until_check = 1024;
                }
                const Ref ref = here.ref(i);
                const bool whole = space_.is_whole(space_.layer(ref.layer));
                const auto roll = [&](Action, Ref to, Slot landing, bool loud) {
                    if (pass_on(to, here.count(i)) && loud && traces) traces->fires(whole, landing);
                };
                if (traces) traces->rests(ref);
                space_.rolls(ref, roll);
                if (whole) continue;
                const Ref twin = space_.swapped(ref);
                if (swaps_are_free_) {
                    space_.rolls(twin, roll);
                } else {
                    pass_on(twin, here.count(i));
                }
            }
            if (!fits) return {};
            here.swap(next);
            next.clear();
        }
        Natural plans(words, 0);
        for (std::size_t i = 0; i < here.size(); ++i) {
            if (!here.plus(plans.data(), here.count(i))) return {};
            if (traces) traces->rests(here.ref(i));
        }
        return plans;
    }

    std::optional<Cheapest> try_count_with_swaps(Space& space, std::size_t words,
                                                 std::size_t limit) const {
        PathCounts here(words, control_), next(words, control_);
        Natural plans(words, 0);
        plans[0] = 1;
        const Ref start = space.start();
        here.add(start, space.number(start), plans.data());
        plans[0] = 0;
        bool fits = true, is_solved = false;
        std::size_t until_check = 1024;
        for (std::uint32_t moves = 0;; ++moves) {
            for (std::size_t i = 0; i < here.size() && fits; ++i) {
                if (--until_check == 0) {
                    control_.check_limits();
                    until_check = 1024;
                }
                const Ref ref = here.ref(i);
                const bool whole = space.is_whole(space.layer(ref.layer));
                if (whole && ref.slot == space.goal()) {
                    is_solved = true;
                    fits = here.plus(plans.data(), here.count(i));
                    continue;
                }
                const auto pass_on = [&](Ref to) {
                    const std::uint32_t at = space.index(to);
                    auto& block = space.block(at);
                    const std::size_t number = space.number(at, to.slot);
                    if (std::uint64_t{distances_[number]} + moves + 1 > limit) return;
                    const bool is_new = block.open & bit(to.slot);
                    if (!is_new && !next.contains(number)) return;  // it was nearer to the start
                    block.open &= ~bit(to.slot);
                    fits = next.add(to, number, here.count(i)) && fits;
                };
                space.rolls(ref, [&](Action, Ref to, Slot, bool) { pass_on(to); });
                if (!whole) pass_on(space.swapped(ref));
            }
            if (!fits) return {};
            if (is_solved) return Cheapest{moves, std::move(plans)};
            here.swap(next);
            next.clear();
        }
    }

    const Space& space_;
    const Distances& distances_;
    const bool swaps_are_free_;
    Control& control_;
};

}  // namespace unriddle::bloxorz
