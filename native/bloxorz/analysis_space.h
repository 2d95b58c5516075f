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
// Bytes: 84 a tile of a layer, for 192 places, or 28 for 64 squares of a cube; 44 a layer and 20 to
// 28 a set of bridges (and 4 a square for each set under which the block was split); 12 a leap
// while exploring and 8 later.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bloxorz/analysis_bridge_sets.h"
#include "bloxorz/analysis_mover.h"
#include "bloxorz/domain.h"
#include "containers/chunked_runs.h"
#include "containers/metered.h"
#include "core/control.h"

namespace unriddle::bloxorz {

template <std::size_t Words>
class Exploration;

template <std::size_t Words>
class Space {
  public:
    using Domain = Bloxorz<Words>;
    using Parts = typename Domain::Parts;

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
        std::uint64_t open = 0;  // what is still to be found by the pass at work
        std::uint64_t wave = 0;  // what it found last
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
          block_(Mover<Words>::block(domain)),
          cube_(Mover<Words>::cube(domain)),
          goal_(block_.slot[domain.goal()]),
          sets_(control),
          layers_(1, control),
          whole_layers_(Metered<std::uint32_t>(control)),
          cube_rows_(Metered<std::uint32_t>(control)),
          cube_layers_(Metered<std::uint32_t>(control)),
          blocks_(64 * block_.unit_words, control),
          firsts_(Metered<std::uint32_t>(control)),
          leaps_(Metered<Leap>(control)),
          leaps_to_(Metered<std::uint32_t>(control)),
          fired_blocks_(block_.words()),
          fired_cubes_(cube_.words()) {
        control.look();
        Exploration<Words>(*this).run();
    }

    Ref start() const { return *find(domain_.parts_of(domain_.initial())); }
    Slot goal() const { return goal_; }
    std::size_t states() const { return states_; }
    const Domain& domain() const { return domain_; }
    std::uint32_t layers() const { return static_cast<std::uint32_t>(layers_.size()); }
    const Layer& layer(std::uint32_t number) const { return layers_[number]; }
    const BridgeSets<Words>& bridge_sets() const { return sets_; }
    // Is there a state with two cubes?
    bool has_cubes() const { return !cube_layers_.empty(); }

    bool is_whole(const Layer& layer) const { return layer.other == domain_.no_cube(); }
    const Mover<Words>& mover(const Layer& layer) const { return is_whole(layer) ? block_ : cube_; }
    const Mover<Words>& block_mover() const { return block_; }
    const Mover<Words>& cube_mover() const { return cube_; }
    // Where a landing was loud.
    const std::vector<std::uint64_t>& fired(bool whole) const {
        return whole ? fired_blocks_ : fired_cubes_;
    }

    // Where the block of a word is stored; none if nothing there was reached.
    std::uint32_t index(const Layer& layer, std::size_t word) const {
        const Mover<Words>& mover = this->mover(layer);
        const auto [unit, within, part] = mover.where[word];
        const std::uint64_t above = layer.map >> unit;
        if (!(above & 1)) return none;
        const auto before = static_cast<std::uint32_t>(std::popcount(layer.map ^ above << unit));
        return layer.first + before * mover.unit_words + within;
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
            blocks_[i].wave = 0;
        }
    }

    // The number of a reached state.
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

    // The same two cubes, the other one under control.
    Ref swapped(const Layer& layer, Slot cube) const {
        return {cube_layers_[cube_rows_[layer.bridges] + cube_.place[cube]],
                cube_.slot[layer.other]};
    }
    Ref swapped(Ref ref) const { return swapped(layers_[ref.layer], ref.slot); }

    // Which slots of a word can be landed on, quietly.
    std::uint64_t landable(const Layer& layer, std::size_t word) const {
        const auto& on = sets_[layer.bridges];
        const Mover<Words>& mover = this->mover(layer);
        std::uint64_t slots = mover.quiet[word];
        for (const auto& bridged : mover.bridged[word]) {
            if (on.holds(bridged.needs)) slots |= bridged.slots;
        }
        if (is_whole(layer)) return slots;
        const bool falls =
            domain_.stage().rules.parked_falls && !on.holds(domain_.cube(layer.other).needs);
        return falls ? 0 : slots & ~beside(layer.other, word);  // where cubes join, it is loud
    }

    // The same with something fired.
    std::uint64_t loud(const Layer& layer, std::size_t word) const {
        const Mover<Words>& mover = this->mover(layer);
        std::uint64_t slots = mover.loud[word], easy = mover.easy[word];
        if (!is_whole(layer)) {
            slots |= beside(layer.other, word);
            if (domain_.stage().rules.parked_falls) easy = 0;
        }
        for (std::uint64_t rest = slots & ~easy; rest != 0; rest &= rest - 1) {
            if (!land(layer, mover.place[slot_of(word, rest)]).is_legal) slots ^= rest & -rest;
        }
        return slots;
    }

    // Calls visit(number of a layer, slot) for the loud landings that may lead to a state: they do
    // if there are states in that layer from which they are rolls.
    template <class Visit>
    void landings(Ref to, Visit visit) const {
        const Layer& layer = layers_[to.layer];
        const Leap* first = leaps_.data() + leaps_to_[to.layer];
        const Leap* last = leaps_.data() + leaps_to_[to.layer + 1];
        if (first == last) return;
        const auto each = [&](std::uint32_t code, auto&& landed_on) {
            const Leap* leap = std::lower_bound(
                first, last, code, [](const Leap& one, std::uint32_t at) { return one.code < at; });
            for (; leap != last && leap->code == code; ++leap) {
                const Layer& source = layers_[leap->from];
                const Place place = landed_on(source);
                const auto landed = land(source, place);
                if (!landed.is_legal || landed.parts.other != layer.other) continue;
                if (mover(layer).slot[landed.parts.place] != to.slot) continue;
                visit(leap->from, mover(source).slot[place]);
            }
        };
        const Mover<Words>& mover = this->mover(layer);
        const Place here = mover.place[to.slot];
        if (mover.is_loud(to.slot)) {
            each(code(is_whole(layer), here), [&](const Layer&) { return here; });
        }
        for (const SplitLanding& split : split_landings_) {
            if (split.appears != here || split.other != layer.other) continue;
            each(code(true, split.place), [&](const Layer&) { return split.place; });
        }
        if (is_whole(layer) && has_cubes()) {
            each(joins() + to.slot, [&](const Layer& from) { return joining(from, to.slot); });
        }
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
        const Mover<Words>& mover = this->mover(layer);
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

    // Calls visit(from, place, to) for all landings that may be loud and lead from layer to layer.
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
                    visit(from, joining(layers_[from], code - joins()), to);
                }
            }
        }
    }

    // What landing on a place makes of a layer, if that is legal.
    typename Domain::Landed land(const Layer& layer, Place place) const {
        const auto& on = sets_[layer.bridges];
        return is_whole(layer) ? domain_.land_block(on, place)
                               : domain_.land_cube(on, layer.other, place);
    }

    // Is there a state in a layer from which a roll leads to a slot?
    bool has_roll_to(const Layer& layer, Slot slot) const {
        bool found = false;
        for (const auto& roll : mover(layer).rolls_to(slot / 64)) {
            mover(layer).shifted(slot / 64, bit(slot), roll,
                                 [&](std::size_t word, std::uint64_t from) {
                                     if (is_whole(layer) && word == goal_ / 64) from &= ~bit(goal_);
                                     const std::uint32_t at = index(layer, word);
                                     found = found || (at != none && blocks_[at].reached & from);
                                 });
        }
        return found;
    }

  private:
    template <std::size_t>
    friend class Exploration;

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

    // The slots of a word that are beside a cube.
    std::uint64_t beside(Place cube, std::size_t word) const {
        std::uint64_t slots = 0;
        for (const Place square : domain_.board().neighbour[cube]) {
            if (square != nowhere && cube_.slot[square] / 64 == word)
                slots |= bit(cube_.slot[square]);
        }
        return slots;
    }

    const Domain& domain_;
    Control& control_;
    const Mover<Words> block_, cube_;
    const Slot goal_;
    BridgeSets<Words> sets_;
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
    std::size_t states_ = 0;
};

}  // namespace unriddle::bloxorz

#include "bloxorz/analysis_exploration.h"
