// How far every state is from the goal: one backward breadth-first pass over a `Space`.
//
// The states before a state are found, not stored: a quiet landing was rolled onto from the four
// places beside it (64 of them at once, by a shift), a swap undoes itself, and the loud steps are
// the leaps of the space. The states of the next distance gather as bits in the blocks of the
// space, and a list of those blocks is all that is kept of them.
//
// Where swaps are free, a state and its swapped twin are equally far away and are found together;
// so there is one list for this distance and one for the next, with either price of a swap.
//
// Bytes: 2 a state, or 4 where a distance does not fit into 16 bits, and 24 a block of the two
// lists.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "bloxorz/analysis_space.h"
#include "containers/metered.h"

namespace unriddle::bloxorz {

template <std::size_t Words>
class Distances {
  public:
    using Ref = typename Space<Words>::Ref;
    static constexpr std::uint32_t dead = 0xFFFFFFFF;

    explicit Distances(Control& control)
        : control_(control),
          narrow_(Metered<std::uint16_t>(control)),
          wide_(Metered<std::uint32_t>(control)) {}

    // Measures every state. Afterwards the states that are `open` in the space are dead.
    void measure(Space<Words>& space, bool swaps_are_free) { measure(space, swaps_are_free, {}); }

    // Measures every state that is not farther from the goal than the start; the others seem dead.
    void measure_to_start(Space<Words>& space, bool swaps_are_free) {
        measure(space, swaps_are_free, space.start());
    }

    std::uint32_t operator[](std::size_t number) const {
        if (narrow_.empty()) return wide_[number];
        return narrow_[number] == 0xFFFF ? dead : narrow_[number];
    }

    std::size_t dead_states() const { return dead_; }

  private:
    using Block = typename Space<Words>::Block;
    using Layer = typename Space<Words>::Layer;

    // Where states of one distance are; and which, once no more can be found.
    struct Found {
        std::uint32_t layer, word, block;
    };
    struct FrontierWord {
        Found where;
        std::uint64_t bits;
    };

    void measure(Space<Words>& space, bool swaps_are_free, std::optional<Ref> last) {
        if (!wide_.empty() || !fill(space, swaps_are_free, last, narrow_)) {
            narrow_.clear();
            narrow_.shrink_to_fit();
            fill(space, swaps_are_free, last, wide_);
        }
    }

    // False if a distance is too large for `Distance`.
    template <class Distance>
    bool fill(Space<Words>& space, bool swaps_are_free, std::optional<Ref> last,
              MeteredVector<Distance>& distances) {
        constexpr std::size_t ahead = 8;
        constexpr Distance unknown = std::numeric_limits<Distance>::max();
        distances.assign(space.states(), unknown);
        space.open_all();
        dead_ = space.states();
        // Without split switches only loud landings are ends of leaps.
        const bool splits = space.has_cubes() || !space.domain().stage().splits.empty();
        MeteredVector<Found> next{Metered<Found>(control_)};
        MeteredVector<FrontierWord> here{Metered<FrontierWord>(control_)};

        const auto find_in = [&](Found where, std::uint64_t bits) {
            Block& block = space.block(where.block);
            bits &= block.open;
            if (bits == 0) return bits;
            if (block.wave == 0) next.push_back(where);
            block.open ^= bits;
            block.wave |= bits;
            return bits;
        };
        const auto find = [&](std::uint32_t number, std::size_t word, std::uint64_t bits) {
            const std::uint32_t at = space.index(space.layer(number), word);
            if (at == Space<Words>::none) return std::uint64_t{0};
            return find_in({number, static_cast<std::uint32_t>(word), at}, bits);
        };
        const auto find_twins = [&](const Layer& layer, std::size_t word, std::uint64_t bits) {
            for (; bits != 0; bits &= bits - 1) {
                const Ref twin = space.swapped(layer, slot_of(word, bits));
                find(twin.layer, twin.slot / 64, bit(twin.slot));
            }
        };
        // Finds what rolls onto some slots of a word.
        const auto roll_back = [&](std::uint32_t number, std::size_t word, std::uint64_t bits) {
            const Layer& layer = space.layer(number);
            const auto& mover = space.mover(layer);
            const bool twins = swaps_are_free && !space.is_whole(layer);
            for (const auto& roll : mover.rolls_to(word)) {
                mover.shifted(word, bits, roll, [&](std::size_t to, std::uint64_t from) {
                    from = find(number, to, from);
                    if (twins) find_twins(layer, to, from);
                });
            }
        };

        for (std::uint32_t i = 0; i < space.layers(); ++i) {
            if (space.is_whole(space.layer(i))) find(i, space.goal() / 64, bit(space.goal()));
        }
        std::size_t until_look = 4096;
        for (Distance distance = 0; !next.empty(); ++distance) {
            if (distance == unknown) return false;
            here.clear();
            for (std::size_t i = 0; i < next.size(); ++i) {
                if (i + ahead < next.size())
                    __builtin_prefetch(&space.block(next[i + ahead].block));
                const auto [number, word, at] = next[i];
                here.push_back({next[i], std::exchange(space.block(at).wave, 0)});
                for (std::uint64_t bits = here.back().bits; bits != 0; bits &= bits - 1) {
                    distances[space.number(at, slot_of(word, bits))] = distance;
                    --dead_;
                }
            }
            next.clear();
            if (last && !(space.block(space.index(*last)).open & bit(last->slot))) return true;
            for (std::size_t i = 0; i < here.size(); ++i) {
                if (i + ahead < here.size()) {
                    __builtin_prefetch(&space.block(here[i + ahead].where.block));
                    __builtin_prefetch(&space.layer(here[i + ahead].where.layer));
                }
                if (--until_look == 0) {
                    control_.look();
                    until_look = 4096;
                }
                const auto [where, bits] = here[i];
                const Layer& layer = space.layer(where.layer);
                if (const std::uint64_t landed = bits & space.landable(layer, where.word)) {
                    roll_back(where.layer, where.word, landed);
                }
                if (!space.is_whole(layer) && !swaps_are_free) find_twins(layer, where.word, bits);
                std::uint64_t rest = splits ? bits : bits & space.mover(layer).loud[where.word];
                for (; rest != 0; rest &= rest - 1) {
                    space.landings(
                        {where.layer, slot_of(where.word, rest)},
                        [&](std::uint32_t from, Slot at) { roll_back(from, at / 64, bit(at)); });
                }
            }
        }
        return true;
    }

    Control& control_;
    MeteredVector<std::uint16_t> narrow_;
    MeteredVector<std::uint32_t> wide_;
    std::size_t dead_ = 0;
};

}  // namespace unriddle::bloxorz
