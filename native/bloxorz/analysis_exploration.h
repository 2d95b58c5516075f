// How a `Space` is found: layer by layer, each flooded in a scratch copy of the words it touches.
//
// Where a landing leads is worked out once for all landings of a group. A state that is reached by
// a leap or a swap *arrives* in its layer, and waits there with others for the next flood.
//
// Bytes while it works: 8 an arrival, 4 a layer that waits, 12 a leap.
#pragma once

#include "bloxorz/analysis_space.h"

namespace unriddle::bloxorz {

template <std::size_t Words>
class Exploration {
    using Whole = Space<Words>;
    using Layer = typename Whole::Layer;
    using Block = typename Whole::Block;
    using Leap = typename Whole::Leap;
    using Ref = typename Whole::Ref;
    using Parts = typename Whole::Parts;
    static constexpr std::uint32_t none = Whole::none;

  public:
    explicit Exploration(Space<Words>& space)
        : space_(space),
          control_(space.control_),
          scratch_(space.block_.words()),
          targets_(space.joins()),
          spare_(65, none),
          arrivals_(Metered<Arrival>(control_)),
          here_(Metered<std::uint32_t>(control_)),
          next_(Metered<std::uint32_t>(control_)),
          leaps_(Metered<OpenLeap>(control_)) {
        for (Place place = 0; place < space.block_.firing.size(); ++place) {
            const bool is_landed_on = space.block_.is_loud(space.block_.slot[place]);
            if (!is_landed_on || space.block_.firing[place].split < 0) continue;
            const Parts parts = space.domain_.land_block({}, place).parts;
            space.split_landings_.push_back({place, parts.place, parts.other});
        }
    }

    void run() {
        const Parts start = space_.domain_.parts_of(space_.domain_.initial());
        const std::uint32_t first = layer_of(start);
        arrive({first, space_.mover(space_.layers_[first]).slot[start.place]});
        while (!next_.empty()) {
            here_.swap(next_);
            next_.clear();
            for (std::size_t i = 0; i < here_.size(); ++i) {
                waiting_ = here_.size() - i + next_.size();
                explore(here_[i]);
            }
        }
        number_all();
    }

  private:
    struct Arrival {
        Slot slot;
        std::uint32_t before;
    };
    struct OpenLeap {  // not yet sorted by its end
        std::uint32_t to, from, code;
    };
    // The words of the layer at work.
    struct Scratch {
        std::uint64_t flood = 0;  // the last in which it was touched
        std::uint64_t landable, loud, reached, wave, hits;
    };
    struct Target {
        std::uint64_t flood = 0;  // in which it was worked out
        std::uint32_t layer;
    };
    // Some slots of a word.
    struct Slots {
        std::size_t word;
        std::uint64_t bits;
    };

    void explore(std::uint32_t number) {
        const bool whole = space_.is_whole(space_.layers_[number]);
        std::size_t generated = flood(number);
        if (found_.empty()) return;
        store(space_.layers_[number]);
        const Layer layer = space_.layers_[number];
        for (const std::size_t word : touched_) {
            if (scratch_[word].hits != 0) leap(number, layer, word, scratch_[word].hits);
        }
        for (const Slots& found : found_) {
            if (!whole) generated += swap(layer, found);
            const int states = std::popcount(found.bits);
            for (int i = 0; i < states; ++i) {
                control_.expansion(std::exchange(generated, 0), waiting_);
            }
            space_.states_ += static_cast<std::size_t>(states);
        }
    }

    // From those who arrived in a layer on, reaches everything that is new and quietly within
    // reach, and lists it all; returns how many legal rolls were seen.
    std::size_t flood(std::uint32_t number) {
        Layer& layer = space_.layers_[number];
        const Mover<Words>& mover = space_.mover(layer);
        ++floods_;
        touched_.clear();
        found_.clear();
        const auto reach = [&](Scratch& scratch, std::size_t word, std::uint64_t bits) {
            scratch.reached |= bits;
            if (scratch.wave == 0) found_.push_back({word, 0});
            scratch.wave |= bits;
        };
        for (std::uint32_t i = std::exchange(layer.arrival, none); i != none;) {
            const auto [slot, before] = arrivals_[i];
            Scratch& scratch = touch(layer, slot / 64);
            if (!(scratch.reached & bit(slot))) reach(scratch, slot / 64, bit(slot));
            arrivals_[i].before = std::exchange(free_, i);
            i = before;
        }
        std::size_t generated = 0;
        for (std::size_t next = 0; next < found_.size(); ++next) {
            const std::size_t word = found_[next].word;
            std::uint64_t bits = found_[next].bits = std::exchange(scratch_[word].wave, 0);
            if (space_.is_whole(layer) && word == space_.goal_ / 64) bits &= ~bit(space_.goal_);
            for (const auto& roll : mover.rolls_from(word)) {
                mover.shifted(word, bits, roll, [&](std::size_t to, std::uint64_t landing) {
                    Scratch& scratch = touch(layer, to);
                    const std::uint64_t hits = landing & scratch.loud;
                    landing &= scratch.landable;
                    generated += static_cast<std::size_t>(std::popcount(landing | hits));
                    scratch.hits |= hits;
                    if ((landing &= ~scratch.reached) != 0) reach(scratch, to, landing);
                });
            }
        }
        return generated;
    }

    Scratch& touch(const Layer& layer, std::size_t word) {
        Scratch& scratch = scratch_[word];
        if (scratch.flood == floods_) return scratch;
        const std::uint32_t at = space_.index(layer, word);
        const std::uint64_t reached = at == none ? 0 : space_.blocks_[at].reached;
        scratch = {floods_, space_.landable(layer, word), space_.loud(layer, word), reached, 0, 0};
        touched_.push_back(word);
        return scratch;
    }

    // Writes what was reached into the blocks of the layer, which need more room if it is in units
    // that are not stored yet.
    void store(Layer& layer) {
        const Mover<Words>& mover = space_.mover(layer);
        const std::size_t unit = mover.unit_words;
        std::uint64_t map = layer.map;
        for (const std::size_t word : touched_) {
            if (scratch_[word].reached != 0) map |= std::uint64_t{1} << mover.where[word].unit;
        }
        if (map != layer.map) {
            const Layer old = layer;
            layer.map = map;
            layer.first = room_for(static_cast<std::size_t>(std::popcount(map)) * unit);
            for (std::uint64_t rest = old.map; rest != 0; rest &= rest - 1) {
                const std::size_t word = static_cast<std::size_t>(std::countr_zero(rest)) * unit;
                const std::uint32_t from = space_.index(old, word), to = space_.index(layer, word);
                for (std::size_t i = 0; i < unit; ++i) {
                    space_.blocks_[to + i] = std::exchange(space_.blocks_[from + i], Block{});
                }
            }
            if (old.map != 0) {
                std::uint32_t& spare =
                    spare_of(static_cast<std::size_t>(std::popcount(old.map)) * unit);
                space_.blocks_[old.first].wave = std::exchange(spare, old.first);
            }
        }
        for (const std::size_t word : touched_) {
            const std::uint32_t at = space_.index(layer, word);
            if (at != none) space_.blocks_[at].reached = scratch_[word].reached;
        }
    }

    // Room for some blocks side by side, perhaps where a layer was before it grew.
    std::uint32_t room_for(std::size_t blocks) {
        std::uint32_t& spare = spare_of(blocks);
        if (spare != none) {
            const std::uint32_t first = spare;
            spare = static_cast<std::uint32_t>(std::exchange(space_.blocks_[first].wave, 0));
            return first;
        }
        const std::size_t first = space_.blocks_.add(blocks);
        if (first + blocks >= none) throw Interruption{Status::out_of_memory};
        return static_cast<std::uint32_t>(first);
    }
    std::uint32_t& spare_of(std::size_t blocks) {
        if (blocks >= spare_.size()) spare_.resize(blocks + 1, none);
        return spare_[blocks];
    }

    // Takes the loud landings in some slots of a word.
    void leap(std::uint32_t from, const Layer& layer, std::size_t word, std::uint64_t hits) {
        const bool whole = space_.is_whole(layer);
        const Mover<Words>& mover = space_.mover(layer);
        (whole ? space_.fired_blocks_ : space_.fired_cubes_)[word] |= hits;
        const std::uint64_t joins = whole ? 0 : space_.beside(layer.other, word);
        for (; hits != 0; hits &= hits - 1) {
            const Place place = mover.place[slot_of(word, hits)];
            if (hits & -hits & joins) {
                const Parts parts = space_.land(layer, place).parts;
                const Ref to{layer_of(parts), space_.block_.slot[parts.place]};
                leaps_.push_back({to.layer, from, space_.joins() + to.slot});
                arrive(to);
                continue;
            }
            const std::uint32_t code = space_.code(whole, place);
            Target& target = targets_[code];
            const bool splits = whole && mover.firing[place].split >= 0;
            if (target.flood != floods_) {
                target = {floods_, layer_of(space_.land(layer, place).parts)};
                leaps_.push_back({target.layer, from, code});
            }
            const Slot slot = splits ? space_.mover(space_.layers_[target.layer])
                                           .slot[space_.land(layer, place).parts.place]
                                     : slot_of(word, hits);
            arrive({target.layer, slot});
        }
    }

    // Lets the other cube be under control.
    std::size_t swap(const Layer& layer, const Slots& found) {
        const Slot other = space_.cube_.slot[layer.other];
        for (std::uint64_t bits = found.bits; bits != 0; bits &= bits - 1) {
            const Place cube = space_.cube_.place[slot_of(found.word, bits)];
            arrive({cube_layer(layer.bridges, cube), other});
        }
        return static_cast<std::size_t>(std::popcount(found.bits));
    }

    // Lets a state that is new wait for a flood of its layer.
    void arrive(Ref ref) {
        if (space_.is_reached(ref)) return;
        std::uint32_t at = free_;
        if (at == none) {
            at = static_cast<std::uint32_t>(arrivals_.size());
            arrivals_.emplace_back();
        } else {
            free_ = arrivals_[at].before;
        }
        Layer& layer = space_.layers_[ref.layer];
        if (layer.arrival == none) next_.push_back(ref.layer);
        arrivals_[at] = {ref.slot, std::exchange(layer.arrival, at)};
    }

    // The layer of a state, a new one if need be.
    std::uint32_t layer_of(const Parts& parts) {
        const std::uint32_t bridges = space_.sets_.add(parts.on);
        if (bridges == space_.whole_layers_.size()) {
            space_.whole_layers_.push_back(none);
            space_.cube_rows_.push_back(none);
        }
        if (parts.other != space_.domain_.no_cube()) return cube_layer(bridges, parts.other);
        std::uint32_t& layer = space_.whole_layers_[bridges];
        if (layer == none) layer = add_layer(bridges, parts.other);
        return layer;
    }

    std::uint32_t cube_layer(std::uint32_t bridges, Place other) {
        auto& layers = space_.cube_layers_;
        std::uint32_t& row = space_.cube_rows_[bridges];
        if (row == none) {
            const std::size_t squares = space_.cube_.slot.size();
            if (layers.size() > none - squares) throw Interruption{Status::out_of_memory};
            row = static_cast<std::uint32_t>(layers.size());
            layers.resize(layers.size() + squares, none);
        }
        if (layers[row + other] == none) layers[row + other] = add_layer(bridges, other);
        return layers[row + other];
    }

    std::uint32_t add_layer(std::uint32_t bridges, Place other) {
        const std::size_t number = space_.layers_.add(1);
        space_.layers_[number].bridges = bridges;
        space_.layers_[number].other = other;
        return static_cast<std::uint32_t>(number);
    }

    // Numbers the states, and sorts the leaps by where they end.
    void number_all() {
        if (space_.states_ >= none || leaps_.size() >= none) {
            throw Interruption{Status::out_of_memory};
        }
        space_.firsts_.resize(space_.blocks_.size());
        std::uint32_t numbered = 0;
        for (std::size_t i = 0; i < space_.blocks_.size(); ++i) {
            space_.firsts_[i] = numbered;
            numbered += static_cast<std::uint32_t>(std::popcount(space_.blocks_[i].reached));
        }
        auto& ends = space_.leaps_to_;
        ends.assign(space_.layers_.size() + 1, 0);
        for (const OpenLeap& leap : leaps_) ++ends[leap.to];
        std::uint32_t ended = 0;
        for (std::uint32_t& end : ends) end = ended += end;
        auto& leaps = space_.leaps_;
        leaps.resize(leaps_.size());
        for (const OpenLeap& leap : leaps_) leaps[--ends[leap.to]] = {leap.from, leap.code};
        const auto before = [](const Leap& a, const Leap& b) { return a.code < b.code; };
        for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
            std::sort(leaps.begin() + ends[i], leaps.begin() + ends[i + 1], before);
        }
    }

    Space<Words>& space_;
    Control& control_;
    std::vector<Scratch> scratch_;
    std::vector<Target> targets_;       // by group
    std::vector<std::uint32_t> spare_;  // by size: the first of the runs of blocks without a layer
    std::uint64_t floods_ = 0;
    std::size_t waiting_ = 0;
    std::vector<std::size_t> touched_;  // words of the flood at work
    std::vector<Slots> found_;          // what it reached, in the order of being found
    MeteredVector<Arrival> arrivals_;
    std::uint32_t free_ = none;                 // of the arrivals
    MeteredVector<std::uint32_t> here_, next_;  // layers in which something arrived
    MeteredVector<OpenLeap> leaps_;
};

}  // namespace unriddle::bloxorz
