// The rules of Bloxorz for the searches: the twin of puzzles/bloxorz/rules.py.
//
// Everything about a landing is known beforehand: which bridges must be on, what the switches there
// make of the bridges, and whether the block is split. So a roll is two table look-ups and a few
// operations on bits. The tables take 56 bytes a place and 68 a square, which is 21 KiB for the
// largest of the 33 stages.
//
// A state is one word of 64 bits, from the lowest bit: bridges, place of the block or of the
// controlled cube, other cube. That is enough for 41 bridges on 564 squares with cubes, or for 50
// bridges on 5000 squares without; what does not fit is left to Python.
//
// What did not help: rolls as masks of the whole word, so that no roll is skipped and none guessed.
// A fifth fewer guesses were wrong, but the rolls that lead nowhere were worked out too, and
// searches became slower by 3 to 6 %.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "bloxorz/bridges.h"
#include "bloxorz/estimates.h"
#include "bloxorz/stage.h"
#include "core/domain.h"

namespace unriddle::bloxorz {

class Bloxorz {
  public:
    // A state in the open.
    struct Parts {
        Place place = 0;  // of the block, or the square of the controlled cube
        Place other = 0;  // the square of the other cube, or `no_cube_`
        Bridges on = 0;
    };
    struct State {
        std::uint64_t bits = 0;
    };

    class Heuristic {
      public:
        Heuristic(const Bloxorz& domain, std::string_view name, Control& control)
            : domain_(domain), of_(domain.board_, control) {
            named("heuristic", name, heuristics())(of_, domain.board_, domain.stage_);
        }

        [[gnu::always_inline]] double after(const Step<State>& step, double) const {
            return (*this)(step.state);
        }
        [[gnu::always_inline]] double operator()(const State& state) const {
            const Parts parts = domain_.parts_of(state);
            return parts.other == domain_.no_cube_ ? of_.block(parts.place)
                                                   : of_.cubes(parts.place, parts.other);
        }

      private:
        const Bloxorz& domain_;
        Estimates of_;
    };

    // Does the stage fit into a state?
    static bool fits(const Stage& stage, const Board& board) {
        return stage.bridges < 64 && state_bits(board, stage) <= 64;
    }

    // Throws std::invalid_argument if the stage makes no sense or does not fit.
    explicit Bloxorz(const Stage& stage) : Bloxorz(stage, checked_board(stage)) {}
    Bloxorz(const Stage& stage, Board board)
        : board_(std::move(board)),
          stage_(stage),
          bridges_(static_cast<std::size_t>(stage.bridges)),
          place_bits_(place_bits(board_)),
          exact_(state_bits(board_, stage) < 32),
          no_cube_(board_.squares()),
          goal_(board_.number(stage.goal)),
          blocks_(board_.cover.size()),
          cubes_(board_.squares()) {
        for (Place place = 0; place < board_.cover.size(); ++place) {
            blocks_[place] = block_landing(place);
        }
        for (Place square = 0; square < board_.squares(); ++square) {
            cubes_[square] = cube_landing(square);
        }
        for (const Split& split : stage.splits) splits_.push_back(appearance(split));
        Parts start = {board_.number(stage.first), board_.number(stage.second), set_of(stage.on)};
        if (!stage.split) {
            if (start.place == start.other) start.other = no_cube_;
            start = joined(start);
        }
        initial_ = state_of(start);
    }

    const State& initial() const { return initial_; }

    bool is_goal(const State& state) const {
        const Parts parts = parts_of(state);
        return parts.place == goal_ && parts.other == no_cube_;
    }

    static constexpr std::size_t most_steps = 5;

    void successors(const State& state, auto&& steps) const {
        const Parts parts = parts_of(state);
        if (parts.other != no_cube_) {
            roll_cube(parts, steps);
        } else if (parts.place != goal_) {
            roll_block(parts, steps);
        }
    }

    // Only Space may cost something else than a roll.
    bool first_ways_are_cheapest() const {
        return stage_.rules.space_counts || !stage_.has_cubes();
    }

    static constexpr std::size_t packed_bytes() { return 8; }

    void pack(const State& state, std::byte* to) const { std::memcpy(to, &state.bits, 8); }

    State unpack(const std::byte* from) const {
        State state;
        std::memcpy(&state.bits, from, 8);
        return state;
    }

    [[gnu::always_inline]] Tag tag(const State& state) const {
        if (exact_) return exact_tag_of(static_cast<std::uint32_t>(state.bits));
        return tag_of(mixed(state.bits));
    }
    bool tags_are_exact() const { return exact_; }

    bool same(const State& state, const std::byte* from) const {
        return state.bits == unpack(from).bits;
    }

    // first, second, split, and the bridges that are on: Python's State, squares by their index.
    Description describe(const State& state) const {
        const Parts parts = parts_of(state);
        const bool split = parts.other != no_cube_;
        const Place first = split ? parts.place : board_.cover[parts.place].first;
        const Place second = split ? parts.other : board_.cover[parts.place].second;
        Description numbers = {board_.frame[first], board_.frame[second], split};
        for (std::size_t bridge = 0; bridge < bridges_; ++bridge) {
            if (holds(parts.on, only(bridge))) numbers.push_back(static_cast<std::int64_t>(bridge));
        }
        return numbers;
    }

    // split, appeared, vanished
    Events events(const State& one, const State& next) const {
        const Parts before = parts_of(one), after = parts_of(next);
        const bool split = after.other != no_cube_ && before.other == no_cube_;
        const bool appeared = !holds(before.on, after.on);
        const bool vanished = !holds(after.on, before.on);
        return static_cast<Events>(split | appeared << 1 | vanished << 2);
    }

    Heuristic heuristic(std::string_view name, Control& control) const {
        return Heuristic(*this, name, control);
    }

    // What is known beforehand, for the analysis ---------------------------------------------

    static constexpr std::uint32_t no_split = 0xFFFFFFFF;

    // What happens when a block comes to rest on a place, or a cube on a square.
    struct Landing {
        Bridges needs;  // the bridges that bear it
        Effect effect;
        std::uint32_t split = no_split;
    };

    const Landing& block(Place place) const { return blocks_[place]; }
    const Landing& cube(Place square) const { return cubes_[square]; }
    const Board& board() const { return board_; }
    const Stage& stage() const { return stage_; }
    Place no_cube() const { return no_cube_; }
    Place goal() const { return goal_; }

    // What a roll onto a place or a square makes of the bridges `on` before it.
    struct Landed {
        bool is_legal;
        Parts parts;
    };

    Landed land_block(Bridges before, Place to) const {
        const Landing& landing = blocks_[to];
        const Bridges on = landing.effect(before);
        const bool bears = holds(before, landing.needs);
        if (landing.split != no_split) {
            const Appearance& split = splits_[landing.split];
            return {bears && holds(on, split.needs), {split.place, split.other, on}};
        }
        const bool stays = !stage_.rules.parked_falls || holds(on, landing.needs);
        return {bears && stays, {to, no_cube_, on}};
    }

    Landed land_cube(Bridges before, Place other, Place to) const {
        const Landing& landing = cubes_[to];
        const Bridges on = landing.effect(before);
        const bool stays = !stage_.rules.parked_falls ||
                           (holds(on, landing.needs) && holds(on, cubes_[other].needs));
        return {stays && holds(before, landing.needs), joined({to, other, on})};
    }

    // In a word: the bridges, the place, and the other cube counted backwards, so that a stage
    // without cubes needs no bit for it.
    State state_of(const Parts& parts) const {
        const std::uint64_t other = no_cube_ - parts.other;
        return {((other << place_bits_) | parts.place) << bridges_ | parts.on};
    }

    Parts parts_of(const State& state) const {
        const std::uint64_t rest = state.bits >> bridges_;
        return {static_cast<Place>(rest & ((std::uint64_t{1} << place_bits_) - 1)),
                no_cube_ - static_cast<Place>(rest >> place_bits_),
                state.bits & (only(bridges_) - 1)};
    }

  private:
    static Board checked_board(const Stage& stage) {
        stage.check();
        Board board(stage);
        if (!fits(stage, board)) {
            throw std::invalid_argument(
                "the engine takes at most 63 bridges, and fewer on large boards");
        }
        return board;
    }

    // What a split switch makes appear: two cubes, or a block where they touch.
    struct Appearance {
        Place place, other;
        Bridges needs;
    };

    void roll_block(const Parts& block, auto& steps) const {
        for (Action action = 0; action < 4; ++action) {
            const Place to = board_.roll[block.place][action];
            if (to == nowhere) continue;
            const Landed landed = land_block(block.on, to);
            steps.push_back_if(landed.is_legal, {action, 1, state_of(landed.parts)});
        }
    }

    void roll_cube(const Parts& cubes, auto& steps) const {
        for (Action action = 0; action < 4; ++action) {
            const Place to = board_.neighbour[cubes.place][action];
            if (to == nowhere) continue;
            const Landed landed = land_cube(cubes.on, cubes.other, to);
            steps.push_back_if(landed.is_legal, {action, 1, state_of(landed.parts)});
        }
        const Cost swap_cost = stage_.rules.space_counts ? 1 : 0;
        steps.push_back({swap_action, swap_cost, state_of({cubes.other, cubes.place, cubes.on})});
    }

    // The same parts, with cubes that touch made a block.
    Parts joined(const Parts& parts) const {
        const Place block = board_.lying_on(parts.place, parts.other);
        return block == nowhere ? parts : Parts{block, no_cube_, parts.on};
    }

    Bridges set_of(const std::vector<Index>& bridges) const {
        Bridges set = 0;
        for (const Index bridge : bridges) set |= only(static_cast<std::size_t>(bridge));
        return set;
    }

    Index at(const std::vector<Index>& map, Place square) const {
        return map[static_cast<std::size_t>(board_.frame[square])];
    }

    Bridges bridge_under(Place square) const {
        const Index bridge = at(stage_.bridge_at, square);
        return bridge < 0 ? 0 : only(static_cast<std::size_t>(bridge));
    }

    Effect pressed(Place square, bool upright) const {
        const Index index = at(stage_.switch_at, square);
        if (index < 0) return {};
        const Switch& one = stage_.switches[static_cast<std::size_t>(index)];
        if (one.heavy && !upright) return {};
        const Bridges toggle = set_of(one.toggle), open = set_of(one.open),
                      close = set_of(one.close);
        return {~(open | close), toggle | open};
    }

    Landing cube_landing(Place square) const {
        return {bridge_under(square), pressed(square, false)};
    }

    Landing block_landing(Place place) const {
        const auto [first, second] = board_.cover[place];
        const bool upright = first == second;
        Landing landing{bridge_under(first) | bridge_under(second), pressed(first, upright)};
        if (!upright) landing.effect = landing.effect.then(pressed(second, false));
        if (upright || stage_.rules.split_on_contact) {
            for (const Place square : {second, first}) {
                const Index split = at(stage_.split_at, square);
                if (split >= 0) landing.split = static_cast<std::uint32_t>(split);
            }
        }
        return landing;
    }

    Appearance appearance(const Split& split) const {
        const Place first = board_.number(split.first), second = board_.number(split.second);
        const Parts parts = joined({first, second, {}});
        return {parts.place, parts.other, bridge_under(first) | bridge_under(second)};
    }

    static std::size_t place_bits(const Board& board) {
        return std::bit_width(board.cover.size() - 1);
    }
    static std::size_t other_bits(const Board& board, const Stage& stage) {
        return stage.has_cubes() ? std::bit_width(std::size_t{board.squares()}) : 0;
    }
    static std::size_t state_bits(const Board& board, const Stage& stage) {
        return static_cast<std::size_t>(stage.bridges) + place_bits(board) +
               other_bits(board, stage);
    }

    Board board_;
    Stage stage_;
    std::size_t bridges_;
    std::size_t place_bits_;
    bool exact_;     // is a state shorter than 32 bits?
    Place no_cube_;  // one more than the highest number of a square
    Place goal_;
    std::vector<Landing> blocks_;  // by place
    std::vector<Landing> cubes_;   // by square
    std::vector<Appearance> splits_;
    State initial_;
};

}  // namespace unriddle::bloxorz
