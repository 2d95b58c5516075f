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
    struct Place64 {
        std::uint32_t layer;
        std::uint32_t word;
    };
    struct FrontierWord {
        std::uint32_t layer;
        std::uint32_t word;
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
        for (Block& block : space.all_blocks()) {
            block.open = block.reached;
            block.wave = 0;
        }
        dead_ = space.states();
        // Without split switches only loud landings are ends of leaps.
        const bool splits = space.has_cubes() || !space.domain().stage().splits.empty();
        MeteredVector<Place64> next{Metered<Place64>(control_)};
        MeteredVector<FrontierWord> here{Metered<FrontierWord>(control_)};

        const auto find = [&](std::uint32_t layer, Block* row, std::size_t word,
                              std::uint64_t bits) {
            Block& block = row[word];
            bits &= block.open;
            if (bits == 0) return bits;
            if (block.wave == 0) next.push_back({layer, static_cast<std::uint32_t>(word)});
            block.open ^= bits;
            block.wave |= bits;
            return bits;
        };
        const auto find_one = [&](Ref ref) {
            Block* row = space.blocks(space.layers()[ref.layer]);
            return find(ref.layer, row, ref.slot / 64, bit(ref.slot)) != 0;
        };
        const auto find_twins = [&](const Layer& layer, std::size_t word, std::uint64_t bits) {
            for (; bits != 0; bits &= bits - 1) find_one(space.swapped(layer, slot_of(word, bits)));
        };

        for (std::uint32_t i = 0; i < space.layers().size(); ++i) {
            if (space.is_whole(space.layers()[i])) find_one({i, space.goal()});
        }
        std::size_t until_look = 4096;
        for (Distance distance = 0; !next.empty(); ++distance) {
            if (distance == unknown) return false;
            here.clear();
            for (std::size_t i = 0; i < next.size(); ++i) {
                const auto [layer, word] = next[i];
                if (i + ahead < next.size()) fetch(space, next[i + ahead]);
                Block& block = space.blocks(space.layers()[layer])[word];
                here.push_back({layer, word, std::exchange(block.wave, 0)});
                for (std::uint64_t bits = here.back().bits; bits != 0; bits &= bits - 1) {
                    distances[space.number(block, slot_of(word, bits))] = distance;
                    --dead_;
                }
            }
            next.clear();
            if (last && !(space.block(*last).open & bit(last->slot))) return true;
            for (std::size_t i = 0; i < here.size(); ++i) {
                const auto [number, word, bits] = here[i];
                if (i + ahead < here.size()) fetch(space, here[i + ahead]);
                if (--until_look == 0) {
                    control_.look();
                    until_look = 4096;
                }
                const Layer& layer = space.layers()[number];
                const bool twins = swaps_are_free && !space.is_whole(layer);
                Block* row = space.blocks(layer);
                const Block& block = row[word];
                if (const std::uint64_t landed = bits & block.landable) {
                    const auto& mover = space.mover(layer);
                    for (const std::ptrdiff_t by : mover.back[mover.part(word)]) {
                        mover.shifted(word, landed, by, [&](std::size_t to, std::uint64_t from) {
                            from = find(number, row, to, from);
                            if (twins) find_twins(layer, to, from);
                        });
                    }
                }
                if (!space.is_whole(layer) && !swaps_are_free) find_twins(layer, word, bits);
                if (block.leap == (&block + 1)->leap) continue;
                std::uint64_t rest = splits ? bits : bits & ~block.landable;
                for (; rest != 0; rest &= rest - 1) {
                    const auto [first, end] = space.leaps_to(block, slot_of(word, rest));
                    for (auto leap = first; leap != end; ++leap) {
                        const Layer& source = space.layers()[leap->from.layer];
                        if (find_one(leap->from) && swaps_are_free && !space.is_whole(source)) {
                            find_one(space.swapped(leap->from));
                        }
                    }
                }
            }
        }
        return true;
    }

    // Brings the block into the cache while others are worked on.
    template <class Where>
    static void fetch(const Space<Words>& space, const Where& where) {
        __builtin_prefetch(space.blocks(space.layers()[where.layer]) + where.word);
    }

    static Slot slot_of(std::size_t word, std::uint64_t bits) {
        return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }

    Control& control_;
    MeteredVector<std::uint16_t> narrow_;
    MeteredVector<std::uint32_t> wide_;
    std::size_t dead_ = 0;
};

}  // namespace unriddle::bloxorz
