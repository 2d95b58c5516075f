// How far every state is from the goal: one backward breadth-first pass over a `Space`.
//
// The states before a state are found, not stored: a quiet landing was rolled onto from the four
// places beside it (64 of them at once, by a shift), a swap undoes itself, and the loud steps are
// the leaps of the space. The states of the next distance gather as bits in the blocks of the
// space, and a list of their tiles is all that is kept of them.
//
// Where swaps are free, a state and its swapped twin are equally far away and are found together;
// so there is one list for this distance and one for the next, with either price of a swap.
//
// Bytes: 2 a state, or 4 where a distance does not fit into 16 bits, and 12 a tile of the two
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

// Finds the states of one distance after the other, from the goal on.
template <class Distance>
class BackwardPass {
    using Block = Space::Block;
    using Layer = Space::Layer;
    using Ref = Space::Ref;

  public:
    // All states are `open` in the space, and those that are found are no more.
    BackwardPass(Space& space, bool swaps_are_free, Distance* distances, Control& control)
        : space_(space),
          swaps_are_free_(swaps_are_free),
          distances_(distances),
          control_(control),
          here_(control),
          next_(control),
          landings_(control) {
        for (std::uint32_t i = 0; i < space.layers(); ++i) {
            if (space.is_whole(space.layer(i))) {
                find<block_parts>(i, space.goal() / 64, bit(space.goal()));
            }
        }
    }

    bool is_done() const { return next_.empty(); }

    // Writes the next distance, and finds what is one step farther unless it `is_last`; returns how
    // many states have it.
    std::size_t write(Distance distance, bool is_last) {
        here_.swap(next_);
        next_.clear();
        landings_.clear();
        now_ ^= 1;
        std::size_t states = 0;
        for (std::size_t i = 0; i < here_.size(); ++i) {
            if (i + soon < here_.size()) {
                prefetch(&space_.layer(here_[i + soon].layer));
                prefetch(&space_.block(here_[i + soon].block));
            }
            if (--until_check_ == 0) {
                control_.check_limits();
                until_check_ = checks_every;
            }
            const bool whole = space_.is_whole(space_.layer(here_[i].layer));
            states += whole ? write_tile<block_parts>(here_[i], distance, is_last)
                            : write_tile<1>(here_[i], distance, is_last);
        }
        for (const auto& [from, place, to] : landings_) {
            const auto slot = space_.landing(from, place, to);
            if (!slot) continue;
            if (space_.is_whole(space_.layer(from))) {
                roll_back<block_parts>(from, *slot);
            } else {
                roll_back<1>(from, *slot);
            }
        }
        return states;
    }

  private:
    static constexpr std::size_t block_parts = Mover::block_parts;
    static constexpr std::size_t soon = 8, checks_every = 4096;

    // A tile in which there are states of one distance: waves of its blocks.
    struct Tile {
        std::uint32_t layer;
        std::uint32_t word, block;  // the first ones
    };
    // What may be a loud landing: a layer, a place in it, and the state to which it leads.
    struct Landing {
        std::uint32_t from;
        Place place;
        Ref to;
    };

    template <std::size_t Parts>
    const Mover& mover() const {
        return Parts == 1 ? space_.cube_mover() : space_.block_mover();
    }

    // Asks for memory that is about to be read. About the empty statement see slot_table.h.
    [[gnu::always_inline]] static void prefetch([[maybe_unused]] const void* memory) {
#if defined(__GNUC__)
        asm volatile("");
        __builtin_prefetch(memory);
#endif
    }

    // Is there nothing of the next distance in a tile yet?
    template <std::size_t Parts>
    bool is_idle(const Block* tile) const {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < Parts; ++i) any |= tile[i].wave[now_ ^ 1];
        return any == 0;
    }

    std::uint64_t find_in(Block& block, std::uint64_t bits) const {
        bits &= block.open;
        block.open ^= bits;
        block.wave[now_ ^ 1] |= bits;
        return bits;
    }

    // Finds some slots of a word; returns those that are new.
    template <std::size_t Parts>
    std::uint64_t find(std::uint32_t number, std::size_t word, std::uint64_t bits) {
        const std::uint32_t at = space_.index(space_.layer(number), mover<Parts>(), word);
        if (at == Space::none) return 0;
        const auto part = static_cast<std::uint32_t>(word % Parts);
        Block* const tile = &space_.block(at - part);
        const bool idle = is_idle<Parts>(tile);
        bits = find_in(tile[part], bits);
        if (idle && bits != 0) {
            next_.push_back({number, static_cast<std::uint32_t>(word) - part, at - part});
        }
        return bits;
    }

    // Finds the twins of some states of a layer: in different layers, but in the same slot.
    void find_twins(const Layer& layer, std::size_t word, std::uint64_t bits) {
        if (bits == 0) return;
        const Slot twin = space_.cube_mover().slot[layer.other];
        const std::uint32_t* const layers = space_.cube_layers(layer);
        const Place* const places = &space_.cube_mover().place[word * 64];
        for (; bits != 0; bits &= bits - 1) {
            find<1>(layers[places[std::countr_zero(bits)]], twin / 64, bit(twin));
        }
    }

    template <std::size_t Parts>
    std::size_t write_tile(const Tile& tile, Distance distance, bool is_last) {
        const Layer& layer = space_.layer(tile.layer);
        const auto& mover = this->mover<Parts>();
        const bool twins = Parts == 1 && swaps_are_free_;
        const std::uint64_t* const leap_ends = space_.leap_ends(tile.layer);
        Block* const blocks = &space_.block(tile.block);
        const bool idle = is_idle<Parts>(blocks);
        std::size_t states = 0;
        std::uint64_t any = 0;
        for (std::uint32_t part = 0; part < Parts; ++part) {
            const std::uint64_t bits = std::exchange(blocks[part].wave[now_], 0);
            if (bits == 0) continue;
            Distance* const numbered = distances_ + space_.first_number(tile.block + part);
            for (std::uint64_t rest = bits; rest != 0; rest &= rest - 1) {
                numbered[std::popcount(blocks[part].reached & ~rest & (rest - 1))] = distance;
            }
            states += static_cast<std::size_t>(std::popcount(bits));
            if (is_last) continue;
            const std::size_t word = tile.word + part;
            const std::uint64_t landed = space_.landed(layer, mover, word, bits);
            const auto& rolls = mover.back[part];
            // Two rolls each are from the same part, and all four of a cube.
            std::uint64_t near = rolls[0].near_bits(landed) | rolls[1].near_bits(landed);
            const std::uint64_t others = rolls[2].near_bits(landed) | rolls[3].near_bits(landed);
            if (Parts == 1) {
                near = find_in(blocks[part], near | others);
                if (twins) find_twins(layer, word, near);
            } else {
                near = find_in(blocks[part + rolls[0].near], near) |
                       find_in(blocks[part + rolls[2].near], others);
            }
            any |= near;
            mover.far_before(part, word, landed, [&](std::size_t to, std::uint64_t before) {
                before = find<Parts>(tile.layer, to, before);
                if (twins) find_twins(layer, to, before);
            });
            if (Parts == 1 && !swaps_are_free_) find_twins(layer, word, bits);
            if (leap_ends == nullptr) continue;
            for (std::uint64_t ends = bits & leap_ends[word]; ends != 0; ends &= ends - 1) {
                const Ref to{tile.layer, slot_of(word, ends)};
                space_.landings(to, [&](std::uint32_t from, Place place) {
                    prefetch(&space_.layer(from));
                    landings_.push_back({from, place, to});
                });
            }
        }
        if (idle && any != 0) next_.push_back(tile);
        return states;
    }

    // Finds the states of a layer from which a roll leads to a slot.
    template <std::size_t Parts>
    void roll_back(std::uint32_t number, Slot slot) {
        mover<Parts>().before(slot / 64, bit(slot), [&](std::size_t word, std::uint64_t bits) {
            bits = find<Parts>(number, word, bits);
            if (Parts == 1 && swaps_are_free_) find_twins(space_.layer(number), word, bits);
        });
    }

    Space& space_;
    const bool swaps_are_free_;
    Distance* const distances_;
    Control& control_;
    MeteredVector<Tile> here_, next_;  // with states of this distance, and of the next one
    MeteredVector<Landing> landings_;
    unsigned now_ = 0;  // which of the two waves is of this distance
    std::size_t until_check_ = checks_every;
};

class Distances {
  public:
    using Ref = Space::Ref;
    static constexpr std::uint32_t dead = 0xFFFFFFFF;

    explicit Distances(Control& control) : control_(control), narrow_(control), wide_(control) {}

    // Measures every state. Afterwards the states that are `open` in the space are dead, and so
    // seem those that are farther from the goal than `last`.
    void measure(Space& space, bool swaps_are_free, std::optional<Ref> last = {}) {
        if (!wide_.empty() || !fill(space, swaps_are_free, last, narrow_)) {
            narrow_.clear();
            narrow_.shrink_to_fit();
            fill(space, swaps_are_free, last, wide_);
        }
    }

    std::uint32_t operator[](std::size_t number) const {
        if (narrow_.empty()) return wide_[number];
        return narrow_[number] == 0xFFFF ? dead : narrow_[number];
    }

    std::size_t dead_states() const { return dead_; }

  private:
    // False if a distance is too large for `Distance`.
    template <class Distance>
    bool fill(Space& space, bool swaps_are_free, std::optional<Ref> last,
              MeteredVector<Distance>& distances) {
        constexpr Distance unknown = std::numeric_limits<Distance>::max();
        distances.assign(space.states(), unknown);
        space.open_all();
        dead_ = space.states();
        BackwardPass<Distance> pass(space, swaps_are_free, distances.data(), control_);
        for (Distance distance = 0; !pass.is_done(); ++distance) {
            if (distance == unknown) return false;
            const bool is_last = last && !(space.block(space.index(*last)).open & bit(last->slot));
            dead_ -= pass.write(distance, is_last);
        }
        return true;
    }

    Control& control_;
    MeteredVector<std::uint16_t> narrow_;
    MeteredVector<std::uint32_t> wide_;
    std::size_t dead_ = 0;
};

}  // namespace unriddle::bloxorz
