// Every state that can be reached, found by one exploration and numbered.
//
// A *layer* is all that stays as it is while something rolls quietly: which bridges are on, and
// where the other cube is. Within a layer a state is a slot (analysis_mover.h), so a set of states
// is a row of bits, and 64 states roll at once, by a shift: nothing is hashed. Only a loud step (a
// switch, a split, cubes that join) leads from layer to layer; it looks the new set of bridges up
// in a hash table that holds each set once, and is remembered as a *leap*. The swap of two cubes
// leads to the layer of the other cube and needs no memory.
//
// The exploration floods a layer until nothing new is quietly within reach, then takes the leaps
// and swaps. So it works on the few KiB of one layer and needs no queue of states. Afterwards the
// reached states are numbered in the order of their bits.
//
// Bytes: 40 for each 64 slots of a layer, that is 5/8 of a byte for each slot of a layer that was
// entered at all, taken or not (on open boards most slots are); 24 a layer (and 4 a square for each
// set of bridges under which the block was split); 20 a leap while exploring and 12 later. So the 5
// million states of an open board take 3.5 MB, and any table that an analysis keeps by number is
// dense.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bloxorz/analysis_bridge_sets.h"
#include "bloxorz/analysis_mover.h"
#include "bloxorz/domain.h"
#include "containers/metered.h"
#include "core/control.h"

namespace unriddle::bloxorz {

template <std::size_t Words>
class Space {
  public:
    using Domain = Bloxorz<Words>;
    using Parts = typename Domain::Parts;

    // A state: a slot in a layer.
    struct Ref {
        std::uint32_t layer;
        Slot slot;
    };

    struct Layer {
        std::uint64_t block;  // the first of its blocks
        std::uint32_t bridges;
        Place other;         // the square of the other cube, or `no_cube`
        bool waits = false;  // for a flood
    };

    // 64 slots of a layer, a bit each.
    struct Block {
        std::uint64_t landable = 0;  // where a quiet roll may land
        std::uint64_t reached = 0;
        std::uint64_t open = 0;   // what is still to be found by the pass at work
        std::uint64_t wave = 0;   // what it found last
        std::uint32_t first = 0;  // how many reached states come before: the first number here
        std::uint32_t leap = 0;   // the first of the leaps that land here
    };

    // A loud step, kept with the block in which it ends.
    struct LoudStep {
        Ref from;
        std::uint32_t slot : 30;  // where it ends
        std::uint32_t action : 2;
    };

    Space(const Domain& domain, Control& control)
        : domain_(domain),
          control_(control),
          block_(Mover<Words>::block(domain)),
          cube_(Mover<Words>::cube(domain)),
          goal_(block_.slot[domain.goal()]),
          sets_(control),
          layers_(Metered<Layer>(control)),
          whole_layers_(Metered<std::uint32_t>(control)),
          cube_rows_(Metered<std::uint32_t>(control)),
          cube_layers_(Metered<std::uint32_t>(control)),
          blocks_(Metered<Block>(control)),
          leaps_(Metered<LoudStep>(control)),
          near_(cube_.words) {
        control.look();
        explore();
    }

    Ref start() const { return *find(domain_.parts_of(domain_.initial())); }
    Slot goal() const { return goal_; }
    std::size_t states() const { return states_; }
    const Domain& domain() const { return domain_; }
    const MeteredVector<Layer>& layers() const { return layers_; }
    const BridgeSets<Words>& bridge_sets() const { return sets_; }
    // Is there a state with two cubes?
    bool has_cubes() const { return !cube_layers_.empty(); }

    bool is_whole(const Layer& layer) const { return layer.other == domain_.no_cube(); }
    const Mover<Words>& mover(const Layer& layer) const { return is_whole(layer) ? block_ : cube_; }
    const Mover<Words>& block_mover() const { return block_; }
    const Mover<Words>& cube_mover() const { return cube_; }

    Block* blocks(const Layer& layer) { return &blocks_[layer.block]; }
    const Block* blocks(const Layer& layer) const { return &blocks_[layer.block]; }
    Block& block(Ref ref) { return blocks(layers_[ref.layer])[ref.slot / 64]; }
    const Block& block(Ref ref) const { return blocks(layers_[ref.layer])[ref.slot / 64]; }
    MeteredVector<Block>& all_blocks() { return blocks_; }

    // The number of a reached state.
    static std::size_t number(const Block& block, Slot slot) {
        return block.first +
               static_cast<std::size_t>(std::popcount(block.reached & (bit(slot) - 1)));
    }
    std::size_t number(Ref ref) const { return number(block(ref), ref.slot); }

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
        if (!(block(ref).reached & bit(ref.slot))) return {};
        return ref;
    }

    // The same two cubes, the other one under control.
    Ref swapped(const Layer& layer, Slot cube) const {
        return {cube_layers_[cube_rows_[layer.bridges] + cube_.place[cube]],
                cube_.slot[layer.other]};
    }
    Ref swapped(Ref ref) const { return swapped(layers_[ref.layer], ref.slot); }

    // The leaps that end in a slot of `block`.
    std::pair<const LoudStep*, const LoudStep*> leaps_to(const Block& block, Slot slot) const {
        const LoudStep* first = leaps_.data() + block.leap;
        const LoudStep* last = leaps_.data() + (&block + 1)->leap;
        if (last - first < 8) {
            while (first != last && first->slot != slot) ++first;
        } else {
            first = std::lower_bound(first, last, slot,
                                     [](const LoudStep& leap, Slot at) { return leap.slot < at; });
        }
        const LoudStep* end = first;
        while (end != last && end->slot == slot) ++end;
        return {first, end};
    }
    const MeteredVector<LoudStep>& leaps() const { return leaps_; }
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
        const Block* row = blocks(layer);
        for (Action action = 0; action < 4; ++action) {
            const Slot to = mover.rolled(ref.slot, action);
            if (row[to / 64].landable & bit(to)) visit(action, Ref{ref.layer, to}, to, false);
        }
        if (const unsigned loud = loud_ways(layer, ref.slot)) {
            for (const auto& step : loud_steps(layer, ref.slot, loud)) {
                const Slot landing = mover.rolled(ref.slot, step.action);
                visit(step.action, *find(domain_.parts_of(step.state)), landing, true);
            }
        }
    }

  private:
    static constexpr std::uint32_t none = BridgeSets<Words>::none;
    using StateStep = Step<typename Domain::State>;
    using StateSteps = StepsOf<Domain>;

    struct OpenLoudStep {  // not yet sorted by its end
        Ref from, to;
        Action action;
    };

    // Some slots of a word.
    struct Slots {
        std::size_t word;
        std::uint64_t bits;
    };

    void explore() {
        MeteredVector<std::uint32_t> waiting{Metered<std::uint32_t>(control_)};
        MeteredVector<OpenLoudStep> leaps{Metered<OpenLoudStep>(control_)};
        MeteredVector<Slots> flood{Metered<Slots>(control_)};
        reach(add(domain_.parts_of(domain_.initial())), waiting);
        // Layers wait in a queue, so that what leads to one of them gathers before it is flooded.
        for (std::size_t next = 0; next < waiting.size(); ++next) {
            std::size_t generated = fill(waiting[next], flood);
            const Layer layer = layers_[waiting[next]];
            if (is_whole(layer)) {
                for (const Slots& found : flood) {
                    generated += leap(waiting[next], found.word,
                                      found.bits & block_.loud[found.word], leaps, waiting);
                    count(found, generated, waiting.size() - next);
                }
            } else {
                mark_near(layer.other, true);
                for (const Slots& found : flood) {
                    const std::uint64_t loud = cube_.loud[found.word] | near_[found.word];
                    generated += leap(waiting[next], found.word, found.bits & loud, leaps, waiting);
                    generated += swap(layer, found, waiting);
                    count(found, generated, waiting.size() - next);
                }
                mark_near(layer.other, false);
            }
            if (next == 65536) {  // forget the layers that have been flooded
                waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(next));
                next = 0;
            }
        }
        number_all(leaps);
    }

    // Takes the loud steps from those of some slots that have any; returns how many there are.
    std::size_t leap(std::uint32_t number, std::size_t word, std::uint64_t bits,
                     MeteredVector<OpenLoudStep>& leaps, MeteredVector<std::uint32_t>& waiting) {
        std::size_t generated = 0;
        const Layer layer = layers_[number];
        for (; bits != 0; bits &= bits - 1) {
            const Ref ref{number, slot_of(word, bits)};
            const unsigned loud = loud_ways(layer, ref.slot);
            if (loud == 0) continue;
            for (const auto& step : loud_steps(layer, ref.slot, loud)) {
                const Ref to = add(domain_.parts_of(step.state));
                reach(to, waiting);
                leaps.push_back({ref, to, step.action});
                ++generated;
            }
        }
        return generated;
    }

    // Lets the other cube be under control.
    std::size_t swap(const Layer& layer, const Slots& found,
                     MeteredVector<std::uint32_t>& waiting) {
        const Slot other = cube_.slot[layer.other];
        for (std::uint64_t bits = found.bits; bits != 0; bits &= bits - 1) {
            const Place cube = cube_.place[slot_of(found.word, bits)];
            reach({cube_layer(layer.bridges, cube), other}, waiting);
        }
        return static_cast<std::size_t>(std::popcount(found.bits));
    }

    // Reports the states as expanded.
    void count(const Slots& found, std::size_t& generated, std::size_t waiting) {
        const int states = std::popcount(found.bits);
        for (int i = 0; i < states; ++i) control_.expansion(std::exchange(generated, 0), waiting);
        states_ += static_cast<std::size_t>(states);
    }

    // Marks the slots from which one roll brings a cube beside the other one.
    void mark_near(Place other, bool are_near) {
        for (std::size_t one = 0; one < 4; ++one) {
            const Slot beside = cube_.rolled(cube_.slot[other], one);
            if (cube_.place[beside] == nowhere) continue;
            for (std::size_t two = 0; two < 4; ++two) {
                const Slot slot = cube_.rolled(beside, two);
                near_[slot / 64] = are_near ? near_[slot / 64] | bit(slot) : 0;
            }
        }
    }

    // From the wave of a layer on, reaches everything that is new and quietly within reach, and
    // lists it all; returns how many legal rolls were seen.
    std::size_t fill(std::uint32_t number, MeteredVector<Slots>& flood) {
        Layer& layer = layers_[number];
        layer.waits = false;
        const Mover<Words>& mover = this->mover(layer);
        Block* row = blocks(layer);
        flood.clear();
        for (std::size_t word = 0; word < mover.words; ++word) {
            if (row[word].wave != 0) flood.push_back({word, 0});
        }
        std::size_t generated = 0;
        for (std::size_t next = 0; next < flood.size(); ++next) {
            const std::size_t word = flood[next].word;
            std::uint64_t bits = flood[next].bits = std::exchange(row[word].wave, 0);
            if (is_whole(layer) && word == goal_ / 64) bits &= ~bit(goal_);
            for (const std::ptrdiff_t by : mover.ahead[mover.part(word)]) {
                mover.shifted(word, bits, by, [&](std::size_t to, std::uint64_t landing) {
                    Block& block = row[to];
                    generated += static_cast<std::size_t>(std::popcount(landing & block.landable));
                    if ((landing &= block.open) == 0) return;
                    block.open ^= landing;
                    block.reached |= landing;
                    if (block.wave == 0) flood.push_back({to, 0});
                    block.wave |= landing;
                });
            }
        }
        return generated;
    }

    static Slot slot_of(std::size_t word, std::uint64_t bits) {
        return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }

    // Lets the layer of a state that is new wait for a flood.
    void reach(Ref ref, MeteredVector<std::uint32_t>& waiting) {
        Block& block = this->block(ref);
        if (block.reached & bit(ref.slot)) return;
        block.reached |= bit(ref.slot);
        block.open &= ~bit(ref.slot);
        block.wave |= bit(ref.slot);
        Layer& layer = layers_[ref.layer];
        if (layer.waits) return;
        layer.waits = true;
        waiting.push_back(ref.layer);
    }

    // The state, in a new layer if need be.
    Ref add(const Parts& parts) {
        const std::uint32_t bridges = sets_.add(parts.on);
        if (bridges == whole_layers_.size()) {
            whole_layers_.push_back(none);
            cube_rows_.push_back(none);
        }
        if (parts.other != domain_.no_cube()) {
            return {cube_layer(bridges, parts.other), cube_.slot[parts.place]};
        }
        if (whole_layers_[bridges] == none)
            whole_layers_[bridges] = add_layer(bridges, parts.other);
        return {whole_layers_[bridges], block_.slot[parts.place]};
    }

    std::uint32_t cube_layer(std::uint32_t bridges, Place other) {
        if (cube_rows_[bridges] == none) {
            const std::size_t squares = cube_.slot.size();
            if (cube_layers_.size() > none - squares) throw Interruption{Status::out_of_memory};
            cube_rows_[bridges] = static_cast<std::uint32_t>(cube_layers_.size());
            cube_layers_.resize(cube_layers_.size() + squares, none);
        }
        const std::size_t index = cube_rows_[bridges] + other;
        if (cube_layers_[index] == none) cube_layers_[index] = add_layer(bridges, other);
        return cube_layers_[index];
    }

    std::uint32_t add_layer(std::uint32_t bridges, Place other) {
        const Layer layer{blocks_.size(), bridges, other};
        const Mover<Words>& mover = this->mover(layer);
        const auto& on = sets_[bridges];
        layers_.push_back(layer);
        blocks_.resize(blocks_.size() + mover.words);
        Block* row = blocks(layer);
        const bool falls = domain_.stage().rules.parked_falls && !is_whole(layer) &&
                           !on.holds(domain_.cube(other).needs);
        if (!falls) {  // else every quiet roll loses, because the other cube falls
            for (std::size_t i = 0; i < mover.words; ++i) row[i].landable = mover.quiet[i];
            for (const auto& [slot, needs] : mover.bridged) {
                if (on.holds(needs)) row[slot / 64].landable |= bit(slot);
            }
        }
        if (!is_whole(layer)) {  // where cubes join, the state that follows is a block
            for (std::size_t way = 0; way < 4; ++way) {
                const Slot beside = cube_.rolled(cube_.slot[other], way);
                row[beside / 64].landable &= ~bit(beside);
            }
        }
        for (std::size_t i = 0; i < mover.words; ++i) row[i].open = row[i].landable;
        return static_cast<std::uint32_t>(layers_.size() - 1);
    }

    // The directions in which a roll is loud, if it is legal.
    unsigned loud_ways(const Layer& layer, Slot slot) const {
        const Mover<Words>& mover = this->mover(layer);
        const bool whole = is_whole(layer);
        if (whole && !(mover.loud[slot / 64] & bit(slot))) return 0;
        unsigned ways = 0;
        for (unsigned way = 0; way < 4; ++way) {
            const Slot to = mover.rolled(slot, way);
            if (mover.place[to] == nowhere) continue;
            const bool is_loud = mover.is_loud(mover.place[to]);
            ways |= unsigned{is_loud || (!whole && touches(to, layer.other))} << way;
        }
        return ways;
    }

    // Do two cubes lie side by side?
    bool touches(Slot cube, Place other) const {
        const auto& beside = domain_.board().neighbour[other];
        return std::find(beside.begin(), beside.end(), cube_.place[cube]) != beside.end();
    }

    // Takes the steps of the domain whose action is a bit of `loud`.
    struct LoudStepFilter {
        StateSteps& steps;
        unsigned loud;

        void push_back(const StateStep& step) const { push_back_if(true, step); }
        void push_back_if(bool legal, const StateStep& step) const {
            steps.push_back_if(legal && (loud >> step.action & 1), step);
        }
    };

    // The legal steps from a slot that are loud; the reference holds until the next call.
    const StateSteps& loud_steps(const Layer& layer, Slot slot, unsigned loud) const {
        steps_.clear();
        const Place place = mover(layer).place[slot];
        domain_.successors(domain_.state_of({place, layer.other, sets_[layer.bridges]}),
                           LoudStepFilter{steps_, loud});
        return steps_;
    }

    // Numbers the states, and sorts the leaps by where they end.
    void number_all(const MeteredVector<OpenLoudStep>& leaps) {
        if (states_ >= none || leaps.size() >= none) throw Interruption{Status::out_of_memory};
        blocks_.emplace_back();
        for (const OpenLoudStep& leap : leaps) ++block(leap.to).leap;
        std::uint32_t numbered = 0, ended = 0;
        for (Block& block : blocks_) {
            block.first = numbered;
            numbered += static_cast<std::uint32_t>(std::popcount(block.reached));
            block.leap = ended += block.leap;
        }
        leaps_.resize(leaps.size());
        for (const OpenLoudStep& leap :
             leaps) {  // after this, `leap` is where those of a block begin
            leaps_[--block(leap.to).leap] = {leap.from, leap.to.slot & 0x3FFFFFFF,
                                             leap.action & 3u};
        }
        const auto before = [](const LoudStep& a, const LoudStep& b) { return a.slot < b.slot; };
        for (std::size_t i = 0; i + 1 < blocks_.size(); ++i) {
            std::sort(leaps_.begin() + blocks_[i].leap, leaps_.begin() + blocks_[i + 1].leap,
                      before);
        }
    }

    const Domain& domain_;
    Control& control_;
    const Mover<Words> block_, cube_;
    const Slot goal_;
    BridgeSets<Words> sets_;
    MeteredVector<Layer> layers_;
    MeteredVector<std::uint32_t> whole_layers_;  // by set of bridges
    MeteredVector<std::uint32_t> cube_rows_;     // by set of bridges: the first of its cube layers
    MeteredVector<std::uint32_t> cube_layers_;   // by the square of the other cube
    MeteredVector<Block> blocks_;                // and an empty one at the end
    MeteredVector<LoudStep> leaps_;
    std::vector<std::uint64_t> near_;  // of the other cube of a layer, see `mark_near`
    std::size_t states_ = 0;
    mutable StateSteps steps_;
};

}  // namespace unriddle::bloxorz
