// How a `Space` is found: layer by layer, each flooded in a scratch copy of the words it touches.
//
// Where a landing leads is worked out once for all landings of a group. States that are reached by
// a leap, or because the other cube rolls, *arrive* in their layer, and wait there with others for
// the next flood.
//
// Bytes while it works: 16 for the arrivals in a word, 4 a layer that waits, 12 a leap.
#pragma once

#include "bloxorz/analysis_space.h"

namespace unriddle::bloxorz {

class Exploration {
    using Whole = Space;
    using Layer = Whole::Layer;
    using Block = Whole::Block;
    using Leap = Whole::Leap;
    using Ref = Whole::Ref;
    using Parts = Whole::Parts;
    static constexpr std::uint32_t none = Whole::none;
    static constexpr std::size_t block_parts = Mover::block_parts;

  public:
    explicit Exploration(Space& space)
        : space_(space),
          control_(space.control_),
          scratch_(space.block_.words()),
          waits_(space.block_.tiles),
          targets_(space.joins()),
          spare_(65, none),
          arrivals_(control_),
          here_(control_),
          next_(control_),
          leaps_(control_) {
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
        arrive_with_twin({first, space_.mover(space_.layers_[first]).slot[start.place]});
        while (!next_.empty()) {
            here_.swap(next_);
            next_.clear();
            for (std::size_t i = 0; i < here_.size(); ++i) {
                waiting_ = here_.size() - i + next_.size();
                if (space_.is_whole(space_.layers_[here_[i]])) {
                    explore<block_parts>(here_[i], space_.block_);
                } else {
                    explore<1>(here_[i], space_.cube_);
                }
            }
        }
        number_all();
    }

  private:
    struct Arrival {
        std::uint64_t bits;
        std::uint32_t word;
        std::uint32_t before;
    };
    struct OpenLeap {  // not yet sorted by its end
        std::uint32_t to, from, code;
    };
    // The words of the layer at work.
    struct Scratch {
        Whole::Landable landable;
        std::uint64_t before, reached;  // what was reached before the flood, and now
        std::uint64_t wave;             // from where it goes on
        std::uint64_t hits;             // loud landings
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

    template <std::size_t TileWords>
    void explore(std::uint32_t number, const Mover& mover) {
        std::size_t generated = flood<TileWords>(number, mover), states = 0;
        fresh_.clear();
        for (const std::size_t tile : touched_) {
            for (std::size_t word = tile * TileWords; word < (tile + 1) * TileWords; ++word) {
                const std::uint64_t fresh = scratch_[word].reached ^ scratch_[word].before;
                if (fresh != 0) fresh_.push_back({word, fresh});
                states += static_cast<std::size_t>(std::popcount(fresh));
            }
        }
        if (states == 0) return;
        store(space_.layers_[number], mover);
        const Layer layer = space_.layers_[number];
        for (const std::size_t tile : touched_) {
            for (std::size_t word = tile * TileWords; word < (tile + 1) * TileWords; ++word) {
                if (scratch_[word].hits != 0) leap(number, layer, word, scratch_[word].hits);
            }
        }
        if (TileWords == 1) {
            roll_other(layer);
            generated += states;  // a swap each
        }
        space_.states_ += states;
        control_.expansions(states, generated, waiting_);
    }

    // From those who arrived in a layer on, reaches everything that is new and quietly within
    // reach; returns how many legal rolls were seen.
    template <std::size_t TileWords>
    std::size_t flood(std::uint32_t number, const Mover& mover) {
        Layer& layer = space_.layers_[number];
        ++floods_;
        touched_.clear();
        tiles_.clear();
        for (std::uint32_t i = std::exchange(layer.arrival, none); i != none;) {
            const auto [bits, word, before] = arrivals_[i];
            touch<TileWords>(layer, mover, word / TileWords);
            reach(word, word / TileWords, bits & ~scratch_[word].reached);
            arrivals_[i].before = std::exchange(free_, i);
            i = before;
        }
        std::size_t generated = 0;
        for (std::size_t next = 0; next < tiles_.size(); ++next) {
            generated += flood_tile<TileWords>(layer, mover, tiles_[next]);
        }
        return generated;
    }

    // Floods a tile until nothing is left to be reached in it, and the edges of those beside it.
    template <std::size_t TileWords>
    std::size_t flood_tile(const Layer& layer, const Mover& mover, std::size_t tile) {
        Scratch* const words = &scratch_[tile * TileWords];
        waits_[tile].second = false;
        const bool has_goal = TileWords > 1 && tile == space_.goal_ / 64 / TileWords;
        std::array<std::uint64_t, TileWords> wave, all = {};
        for (std::size_t i = 0; i < TileWords; ++i) wave[i] = std::exchange(words[i].wave, 0);
        for (std::uint64_t any = 1; any != 0;) {
            if (has_goal) wave[0] &= ~bit(space_.goal_);
            std::array<std::uint64_t, TileWords> landing = {};
            for (std::size_t i = 0; i < TileWords; ++i) {
                all[i] |= wave[i];
                for (const auto& roll : mover.ahead[i]) {
                    landing[i + static_cast<std::size_t>(roll.near)] |= roll.near_bits(wave[i]);
                }
            }
            any = 0;
            for (std::size_t i = 0; i < TileWords; ++i) {
                wave[i] = landing[i] & words[i].landable.quiet & ~words[i].reached;
                words[i].reached |= wave[i];
                any |= wave[i];
            }
        }
        std::size_t generated = 0;
        const auto land = [&](Scratch& scratch, std::uint64_t landing) {
            const auto [quiet, loud] = scratch.landable;
            generated += static_cast<std::size_t>(std::popcount(landing & (quiet | loud)));
            scratch.hits |= landing & loud;
            return landing & quiet & ~scratch.reached;
        };
        for (std::size_t i = 0; i < TileWords; ++i) {
            const auto& rolls = mover.ahead[i];
            for (const auto& roll : rolls) {
                land(words[i + static_cast<std::size_t>(roll.near)], roll.near_bits(all[i]));
            }
            mover.far_after(i, tile * TileWords + i, all[i],
                            [&](std::size_t to, std::uint64_t bits) {
                                touch<TileWords>(layer, mover, to / TileWords);
                                reach(to, to / TileWords, land(scratch_[to], bits));
                            });
        }
        return generated;
    }

    void reach(std::size_t word, std::size_t tile, std::uint64_t bits) {
        if (bits == 0) return;
        scratch_[word].reached |= bits;
        scratch_[word].wave |= bits;
        if (!waits_[tile].second) tiles_.push_back(tile);
        waits_[tile].second = true;
    }

    template <std::size_t TileWords>
    void touch(const Layer& layer, const Mover& mover, std::size_t tile) {
        if (waits_[tile].first == floods_) return;
        waits_[tile] = {floods_, false};
        touched_.push_back(tile);
        const std::size_t first = tile * TileWords;
        const std::uint32_t at = space_.index(layer, mover, first);
        const Block* const blocks = at == none ? nullptr : &space_.blocks_[at];
        for (std::size_t i = 0; i < TileWords; ++i) {
            const std::uint64_t reached = blocks == nullptr ? 0 : blocks[i].reached;
            scratch_[first + i] = {space_.landable(layer, first + i), reached, reached, 0, 0};
        }
    }

    // Writes what was reached into the blocks of the layer, which need more room if it is in units
    // that are not stored yet.
    void store(Layer& layer, const Mover& mover) {
        const std::size_t unit = mover.unit_words;
        std::uint64_t map = layer.map;
        for (const auto& [word, bits] : fresh_) map |= mover.unit_bit(word);
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
                space_.blocks_[old.first].wave[0] = std::exchange(spare, old.first);
            }
        }
        for (const auto& [word, bits] : fresh_) {
            space_.blocks_[space_.index(layer, mover, word)].reached |= bits;
        }
    }

    // Room for some blocks side by side, perhaps where a layer was before it grew.
    std::uint32_t room_for(std::size_t blocks) {
        std::uint32_t& spare = spare_of(blocks);
        if (spare != none) {
            const std::uint32_t first = spare;
            spare = static_cast<std::uint32_t>(std::exchange(space_.blocks_[first].wave[0], 0));
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
        const Mover& mover = space_.mover(layer);
        (whole ? space_.fired_blocks_ : space_.fired_cubes_)[word] |= hits;
        const std::uint64_t joins = whole ? 0 : space_.beside(layer.other, word);
        for (; hits != 0; hits &= hits - 1) {
            const Place place = mover.place[slot_of(word, hits)];
            if (hits & -hits & joins) {
                const Parts parts = space_.land(layer, place).parts;
                const Ref to{layer_of(parts), space_.block_.slot[parts.place]};
                leaps_.push_back({to.layer, from, space_.joins() + to.slot});
                arrive(to.layer, space_.block_, to.slot / 64, bit(to.slot));
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
            arrive_with_twin({target.layer, slot});
        }
    }

    // Lets the other cube roll quietly, as it could after a swap. Whatever is reached here is
    // reached with the cubes swapped too, so this is what swaps lead to, for many states at once.
    void roll_other(const Layer& layer) {
        const bool falls = space_.domain_.stage().rules.parked_falls;
        const auto& on = space_.sets_[layer.bridges];
        for (const Place to : space_.domain_.board().neighbour[layer.other]) {
            if (to == nowhere || space_.cube_.is_loud(space_.cube_.slot[to])) continue;
            if (!holds(on, space_.domain_.cube(to).needs)) continue;
            std::uint32_t number = none;
            for (const auto& [word, fresh] : fresh_) {
                std::uint64_t bits = fresh & ~space_.beside(to, word);
                if (falls) bits &= space_.borne(layer, word);
                if (bits == 0) continue;
                if (number == none) number = cube_layer(layer.bridges, to);
                arrive(number, space_.cube_, word, bits);
            }
        }
    }

    // Lets states that are new wait for a flood of their layer.
    void arrive(std::uint32_t number, const Mover& mover, std::size_t word, std::uint64_t bits) {
        Layer& layer = space_.layers_[number];
        const std::uint32_t block = space_.index(layer, mover, word);
        if (block != none) bits &= ~space_.blocks_[block].reached;
        if (bits == 0) return;
        std::uint32_t at = free_;
        if (at == none) {
            at = static_cast<std::uint32_t>(arrivals_.size());
            arrivals_.emplace_back();
        } else {
            free_ = arrivals_[at].before;
        }
        if (layer.arrival == none) next_.push_back(number);
        arrivals_[at] = {bits, static_cast<std::uint32_t>(word), std::exchange(layer.arrival, at)};
    }
    void arrive_with_twin(Ref ref) {
        const Layer layer = space_.layers_[ref.layer];
        arrive(ref.layer, space_.mover(layer), ref.slot / 64, bit(ref.slot));
        if (space_.is_whole(layer)) return;
        const Slot twin = space_.cube_.slot[layer.other];
        const std::uint32_t number = cube_layer(layer.bridges, space_.cube_.place[ref.slot]);
        arrive(number, space_.cube_, twin / 64, bit(twin));
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
        space_.block_ends_ = space_.block_.loud;
        space_.cube_ends_ = space_.cube_.loud;
        for (const auto& split : space_.split_landings_) {
            const bool whole = split.other == space_.domain_.no_cube();
            const Slot slot = (whole ? space_.block_ : space_.cube_).slot[split.appears];
            (whole ? space_.block_ends_ : space_.cube_ends_)[slot / 64] |= bit(slot);
        }
        for (const OpenLeap& leap : leaps_) {
            if (leap.code < space_.joins()) continue;
            const Slot slot = leap.code - space_.joins();
            space_.block_ends_[slot / 64] |= bit(slot);
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

    Space& space_;
    Control& control_;
    std::vector<Scratch> scratch_;
    // By tile: the last flood that touched it, and whether it is to go on from there.
    std::vector<std::pair<std::uint64_t, bool>> waits_;
    std::vector<Target> targets_;       // by group
    std::vector<std::uint32_t> spare_;  // by size: the first of the runs of blocks without a layer
    std::uint64_t floods_ = 0;
    std::size_t waiting_ = 0;
    std::vector<std::size_t> touched_;  // tiles of the flood at work
    std::vector<Slots> fresh_;          // what it reached
    std::vector<std::size_t> tiles_;    // of the flood at work, from where it goes on
    MeteredVector<Arrival> arrivals_;
    std::uint32_t free_ = none;                 // of the arrivals
    MeteredVector<std::uint32_t> here_, next_;  // layers in which something arrived
    MeteredVector<OpenLeap> leaps_;
};

inline void Space::explore() { Exploration(*this).run(); }

}  // namespace unriddle::bloxorz
