// Every state that can be reached, found by one exploration and numbered.
//
// A *layer* is all that stays as it is while something rolls quietly: which bridges are on, and
// where the other cube is. Within a layer a state is a slot (analysis_mover.h), so a set of states
// is some words of bits, and 64 states roll at once, by a rotation: nothing is hashed. Only a loud
// landing (a switch, a split, cubes that join) leads from layer to layer; it looks the new set of
// bridges up in a hash table that holds each set once, once for all landings of a group, and is
// remembered as a *leap*. The swap of two cubes leads to the layer of the other cube and needs no
// memory.
//
// Of a layer only the tiles are stored in which something was reached: a map of 64 bits says which,
// and they lie side by side. (On a board of more than 64 tiles, a bit stands for several.) So a
// board on which there are many sets of bridges, and little to be reached with each, takes no more
// than what is reached.
//
// The exploration floods a layer until nothing new is quietly within reach, then takes the leaps
// and swaps. So it works on the few KiB of one layer and needs no queue of states, only one of
// layers. Afterwards the reached states are numbered in the order of their bits.
//
// Bytes: 108 a tile of a layer, for 192 places, or 36 for 64 squares of a cube; 44 a layer and 20
// to 28 a set of bridges (and 4 a square for each set under which the block was split); 12 a leap
// while exploring and 8 later.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bloxorz/analysis_mover.h"
#include "bloxorz/bridges.h"
#include "bloxorz/domain.h"
#include "containers/chunked_runs.h"
#include "containers/metered.h"
#include "containers/slot_table.h"
#include "core/control.h"

namespace unriddle::bloxorz {

class Exploration;

// The sets of bridges that are on in some state, each stored once and numbered as they come: 8
// bytes a set, and 16 to 64 for its place in the hash table (slot_table.h). A layer refers to its
// set by number, so a state costs nothing.
class BridgeSets {
    struct Same {
        const MeteredVector<Bridges>& sets;
        Bridges set;
        bool operator()(std::uint32_t number) const { return sets[number] == set; }
    };

  public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    explicit BridgeSets(Control& control) : sets_(control), numbers_(control, 2) {}

    Bridges operator[](std::uint32_t number) const { return sets_[number]; }
    std::size_t size() const { return sets_.size(); }

    std::uint32_t find(Bridges set) const {
        const std::uint32_t* const number = numbers_.find(tag(set), Same{sets_, set});
        return number == nullptr ? none : *number;
    }

    std::uint32_t add(Bridges set) {
        const auto [number, is_new] = numbers_.enter(tag(set), Same{sets_, set});
        if (is_new) {
            number = static_cast<std::uint32_t>(sets_.size());
            sets_.push_back(set);
        }
        return number;
    }

  private:
    static Tag tag(Bridges set) { return tag_of(mixed(set)); }

    MeteredVector<Bridges> sets_;
    SlotTable<std::uint32_t> numbers_;
};

class Space {
  public:
    using Domain = Bloxorz;
    using Parts = Domain::Parts;

    static constexpr std::uint32_t none = 0xFFFFFFFF;

    // A state: a slot in a layer.
    struct Ref {
        std::uint32_t layer;
        Slot slot;
    };

    struct Layer {
        std::uint64_t map = 0;    // of the units that are stored
        std::uint32_t first = 0;  // of its blocks
        std::uint32_t bridges;
        Place other;                   // the square of the other cube, or `no_cube`
        std::uint32_t arrival = none;  // the last of those that wait for a flood
    };

    // 64 slots of a layer, a bit each.
    struct Block {
        std::uint64_t reached = 0;
        std::uint64_t open = 0;                  // what is still to be found by the pass at work
        std::array<std::uint64_t, 2> wave = {};  // what it found last, and what it finds now
    };

    // The loud landings of a group that lead from a layer to another one, or, with a code from
    // `joins()` on, those of cubes that make a block in slot `code - joins()`.
    struct Leap {
        std::uint32_t from;
        std::uint32_t code;
    };

    Space(const Domain& domain, Control& control)
        : domain_(domain),
          control_(control),
          block_(Mover::block(domain)),
          cube_(domain.stage().has_cubes() ? Mover::cube(domain) : Mover()),
          goal_(block_.slot[domain.goal()]),
          sets_(control),
          layers_(1, control),
          whole_layers_(control),
          cube_rows_(control),
          cube_layers_(control),
          blocks_(64 * block_.unit_words, control),
          firsts_(control),
          leaps_(control),
          leaps_to_(control),
          fired_blocks_(block_.words()),
          fired_cubes_(cube_.words()) {
        control.check_limits();
        explore();
    }

    Ref start() const { return *find(domain_.parts_of(domain_.initial())); }
    Slot goal() const { return goal_; }
    std::size_t states() const { return states_; }
    const Domain& domain() const { return domain_; }
    std::uint32_t layers() const { return static_cast<std::uint32_t>(layers_.size()); }
    const Layer& layer(std::uint32_t number) const { return layers_[number]; }
    const BridgeSets& bridge_sets() const { return sets_; }
    // Is there a state with two cubes?
    bool has_cubes() const { return !cube_layers_.empty(); }

    bool is_whole(const Layer& layer) const { return layer.other == domain_.no_cube(); }
    const Mover& mover(const Layer& layer) const { return is_whole(layer) ? block_ : cube_; }
    const Mover& block_mover() const { return block_; }
    const Mover& cube_mover() const { return cube_; }
    // Where a landing was loud.
    const std::vector<std::uint64_t>& fired(bool whole) const {
        return whole ? fired_blocks_ : fired_cubes_;
    }

    // Where the block of a word is stored; none if nothing there was reached.
    std::uint32_t index(const Layer& layer, const Mover& mover, std::size_t word) const {
        const auto [unit, within] = mover.where[word];
        const std::uint64_t above = layer.map >> unit;
        if (!(above & 1)) return none;
        const auto before = static_cast<std::uint32_t>(std::popcount(layer.map ^ above << unit));
        return layer.first + before * mover.unit_words + within;
    }
    std::uint32_t index(const Layer& layer, std::size_t word) const {
        return index(layer, mover(layer), word);
    }
    std::uint32_t index(Ref ref) const { return index(layers_[ref.layer], ref.slot / 64); }
    Block& block(std::uint32_t index) { return blocks_[index]; }
    const Block& block(std::uint32_t index) const { return blocks_[index]; }
    bool is_reached(Ref ref) const {
        const std::uint32_t at = index(ref);
        return at != none && blocks_[at].reached & bit(ref.slot);
    }
    // All that was reached is to be found again.
    void open_all() {
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            blocks_[i].open = blocks_[i].reached;
            blocks_[i].wave = {};
        }
    }

    // The number of the first reached state of a block, and of any.
    std::size_t first_number(std::uint32_t index) const { return firsts_[index]; }
    std::size_t number(std::uint32_t index, Slot slot) const {
        return firsts_[index] +
               static_cast<std::size_t>(std::popcount(blocks_[index].reached & (bit(slot) - 1)));
    }
    std::size_t number(Ref ref) const { return number(index(ref), ref.slot); }

    // The state, if it was reached.
    std::optional<Ref> find(const Parts& parts) const {
        const std::uint32_t bridges = sets_.find(parts.on);
        if (bridges == none) return {};
        std::uint32_t layer = whole_layers_[bridges];
        if (parts.other != domain_.no_cube()) {
            const std::uint32_t row = cube_rows_[bridges];
            layer = row == none ? none : cube_layers_[row + parts.other];
        }
        if (layer == none) return {};
        const Ref ref{layer, mover(layers_[layer]).slot[parts.place]};
        if (!is_reached(ref)) return {};
        return ref;
    }

    // By the square of the other cube, the layers with the same bridges on; none where there is
    // none.
    const std::uint32_t* cube_layers(const Layer& layer) const {
        return &cube_layers_[cube_rows_[layer.bridges]];
    }
    // The same two cubes, the other one under control.
    Ref swapped(Ref ref) const {
        const Layer& layer = layers_[ref.layer];
        return {cube_layers(layer)[cube_.place[ref.slot]], cube_.slot[layer.other]};
    }

    // The slots of a word where a landing is legal.
    struct Landable {
        std::uint64_t quiet, loud;
    };

    Landable landable(const Layer& layer, std::size_t word) const {
        const Mover& mover = this->mover(layer);
        const bool falls = domain_.stage().rules.parked_falls;
        std::uint64_t loud = mover.loud[word];
        if (!is_whole(layer)) loud |= beside(layer.other, word);  // where cubes join
        const std::uint64_t slots = borne(layer, word);
        const std::uint64_t quiet =
            !falls || is_whole(layer) || other_is_borne(layer) ? slots & ~loud : 0;
        loud &= slots;
        for (std::uint64_t unsure = falls ? loud : loud & mover.splits[word]; unsure != 0;
             unsure &= unsure - 1) {
            const Place place = mover.place[slot_of(word, unsure)];
            if (!land(layer, place).is_legal) loud ^= unsure & -unsure;
        }
        return {quiet, loud};
    }

    // Of some states of a layer, by slots of a word, those in which the mover may just have landed
    // quietly.
    std::uint64_t landed(const Layer& layer, const Mover& mover, std::size_t word,
                         std::uint64_t bits) const {
        bits &= ~mover.loud[word];
        if (bits & ~mover.firm[word]) bits &= mover.borne(sets_[layer.bridges], word);
        const bool falls = domain_.stage().rules.parked_falls && !is_whole(layer);
        return falls && !other_is_borne(layer) ? 0 : bits;
    }
    // By word, the slots in which leaps may end; null if none leads to the layer.
    const std::uint64_t* leap_ends(std::uint32_t layer) const {
        if (leaps_to_[layer] == leaps_to_[layer + 1]) return nullptr;
        return (is_whole(layers_[layer]) ? block_ends_ : cube_ends_).data();
    }

    // Calls visit(number of a layer, place) for what may be a loud landing that leads to a state;
    // the place is nowhere if cubes join. `landing` tells whether it is one.
    template <class Visit>
    void landings(Ref to, Visit visit) const {
        const Leap* first = leaps_.data() + leaps_to_[to.layer];
        const Leap* last = leaps_.data() + leaps_to_[to.layer + 1];
        const auto each = [&](std::uint32_t code, Place place) {
            const Leap* leap = std::lower_bound(
                first, last, code, [](const Leap& one, std::uint32_t at) { return one.code < at; });
            for (; leap != last && leap->code == code; ++leap) visit(leap->from, place);
        };
        const Layer& layer = layers_[to.layer];
        const bool whole = is_whole(layer);
        const Place here = mover(layer).place[to.slot];
        if (mover(layer).is_loud(to.slot)) each(code(whole, here), here);
        for (const SplitLanding& split : split_landings_) {
            if (split.appears == here && split.other == layer.other) {
                each(code(true, split.place), split.place);
            }
        }
        if (whole && has_cubes()) each(joins() + to.slot, nowhere);
    }

    // The slot that is landed on, if that leads to the state; it does if there is a state in that
    // layer from which it is a roll.
    std::optional<Slot> landing(std::uint32_t from, Place place, Ref to) const {
        const Layer& source = layers_[from];
        const Layer& target = layers_[to.layer];
        if (place == nowhere) place = joining(source, to.slot);
        const auto landed = land(source, place);
        if (!landed.is_legal || landed.parts.other != target.other) return {};
        if (mover(target).slot[landed.parts.place] != to.slot) return {};
        return mover(source).slot[place];
    }

    // Frees what only predecessors and footprints need.
    void forget_leaps() {
        leaps_.clear();
        leaps_.shrink_to_fit();
    }

    // Calls visit(action, Ref to, Slot landing, bool is loud) for every legal roll of the block or
    // of the controlled cube.
    template <class Visit>
    void rolls(Ref ref, Visit visit) const {
        const Layer& layer = layers_[ref.layer];
        if (is_whole(layer) && ref.slot == goal_) return;
        const Mover& mover = this->mover(layer);
        const auto& ways = (*mover.rolls)[mover.place[ref.slot]];
        for (Action action = 0; action < 4; ++action) {
            if (ways[action] == nowhere) continue;
            const auto landed = land(layer, ways[action]);
            if (!landed.is_legal) continue;
            const Slot slot = mover.slot[ways[action]];
            if (!mover.is_loud(slot) && landed.parts.other == layer.other) {
                visit(action, Ref{ref.layer, slot}, slot, false);
            } else {
                visit(action, *find(landed.parts), slot, true);
            }
        }
    }

    // Calls visit(from, place, to) for all landings that may fire something and lead from layer to
    // layer.
    template <class Visit>
    void all_landings(Visit visit) const {
        for (std::uint32_t to = 0; to < layers(); ++to) {
            for (std::size_t i = leaps_to_[to]; i < leaps_to_[to + 1]; ++i) {
                const auto [from, code] = leaps_[i];
                if (code < block_.groups.size()) {
                    for (const Place place : block_.groups[code]) visit(from, place, to);
                } else if (code < joins()) {
                    for (const Place place : cube_.groups[code - block_.groups.size()]) {
                        visit(from, place, to);
                    }
                } else {
                    const Place place = joining(layers_[from], code - joins());
                    if (cube_.is_loud(cube_.slot[place])) visit(from, place, to);
                }
            }
        }
    }

    // What landing on a place makes of a layer, if that is legal.
    Domain::Landed land(const Layer& layer, Place place) const {
        const auto& on = sets_[layer.bridges];
        return is_whole(layer) ? domain_.land_block(on, place)
                               : domain_.land_cube(on, layer.other, place);
    }

    // Is there a state in a layer from which a roll leads to a slot?
    bool has_roll_to(const Layer& layer, Slot slot) const {
        bool found = false;
        mover(layer).before(slot / 64, bit(slot), [&](std::size_t word, std::uint64_t from) {
            if (is_whole(layer) && word == goal_ / 64) from &= ~bit(goal_);
            const std::uint32_t at = index(layer, word);
            found = found || (at != none && blocks_[at].reached & from);
        });
        return found;
    }

  private:
    friend class Exploration;

    void explore();  // analysis_exploration.h

    // What a split switch makes, whatever bridges are on.
    struct SplitLanding {
        Place place;
        Place appears, other;
    };

    // Leaps by groups of loud landings, and from here on by the slot in which cubes join.
    std::uint32_t joins() const {
        return static_cast<std::uint32_t>(block_.groups.size() + cube_.groups.size());
    }
    std::uint32_t code(bool whole, Place place) const {
        return whole ? block_.group[place]
                     : static_cast<std::uint32_t>(block_.groups.size()) + cube_.group[place];
    }
    // Where a cube lands that joins the other one to a block in a slot.
    Place joining(const Layer& layer, Slot slot) const {
        const auto [one, other] = block_.cover[block_.place[slot]];
        return layer.other == one ? other : one;
    }

    std::uint64_t borne(const Layer& layer, std::size_t word) const {
        return mover(layer).borne(sets_[layer.bridges], word);
    }
    bool other_is_borne(const Layer& layer) const {
        return holds(sets_[layer.bridges], domain_.cube(layer.other).needs);
    }

    // The slots of a word that are beside a cube.
    std::uint64_t beside(Place cube, std::size_t word) const {
        std::uint64_t slots = 0;
        for (const Slot slot : cube_.beside[cube])
            slots |= std::uint64_t{slot / 64 == word} << slot % 64;
        return slots;
    }

    const Domain& domain_;
    Control& control_;
    const Mover block_, cube_;
    const Slot goal_;
    BridgeSets sets_;
    ChunkedRuns<Layer> layers_;
    MeteredVector<std::uint32_t> whole_layers_;  // by set of bridges
    MeteredVector<std::uint32_t> cube_rows_;     // by set of bridges: the first of its cube layers
    MeteredVector<std::uint32_t> cube_layers_;   // by the square of the other cube
    ChunkedRuns<Block> blocks_;
    MeteredVector<std::uint32_t> firsts_;    // by block: how many reached states come before
    MeteredVector<Leap> leaps_;              // by the layer to which they lead, then by code
    MeteredVector<std::uint32_t> leaps_to_;  // by layer, the first of its leaps; and an end
    std::vector<SplitLanding> split_landings_;
    std::vector<std::uint64_t> fired_blocks_, fired_cubes_;  // by word: where a landing was loud
    std::vector<std::uint64_t> block_ends_, cube_ends_;      // by word: where leaps may end
    std::size_t states_ = 0;
};

}  // namespace unriddle::bloxorz

#include "bloxorz/analysis_exploration.h"
