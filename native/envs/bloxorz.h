// Bloxorz for a batch, by the rules of bloxorz/domain.h. An entry of the observation is a sum: 1
// what bears the block, 2 fragile, 4 the goal, 8 a bridge, 16 a soft switch, 32 a heavy one (a
// split switch is both), 64 the block or the cube under control, 128 the other cube.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "bloxorz/domain.h"
#include "envs/batch_of.h"

namespace unriddle::envs {

class BloxorzGames final : public GamesOf<BloxorzGames> {
  public:
    static constexpr std::uint8_t bears = 1, here = 64, other_here = 128;
    static constexpr bool needs_mask = false;

    using Rules = bloxorz::Bloxorz;
    using Env = struct {
        Rules::Parts parts;
        std::uint32_t level;
    };

    BloxorzGames(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {}

    Shape shape() const override { return {rows_, columns_, 8, 5}; }
    std::size_t levels() const override { return levels_.size(); }
    void reserve(std::size_t levels) override { levels_.reserve(levels); }
    std::size_t bytes() const override {
        std::size_t sum = 0;
        for (const Level& level : levels_) {
            sum += sizeof(Level) + level.squares.size() +
                   level.rules.board().cover.size() * (sizeof(Rules::Landing) + 24) +
                   level.rules.board().squares() * (sizeof(Rules::Landing) + 48);
        }
        return sum;
    }

    // A stage with its first observation; throws std::invalid_argument if it has too many bridges.
    void add(const bloxorz::Stage& stage, const std::uint8_t* squares, std::size_t size) {
        const auto width = static_cast<std::size_t>(stage.width);
        if (size != stage.squares.size() || width > columns_ || size / width > rows_) {
            throw std::invalid_argument("the stage does not fit into the frame");
        }
        Level level{Rules(stage), {}, {}, {}};
        level.squares.resize(rows_ * columns_);
        for (std::size_t i = 0; i < size; ++i) level.squares[padded(i, width)] = squares[i];
        for (const bloxorz::Index square : level.rules.board().frame) {
            level.at.push_back(
                static_cast<std::uint32_t>(padded(static_cast<std::size_t>(square), width)));
            const bloxorz::Index bridge = stage.bridge_at[static_cast<std::size_t>(square)];
            if (bridge >= 0) {
                level.bridges.push_back({level.at.back(), static_cast<std::uint32_t>(bridge)});
            }
        }
        levels_.push_back(std::move(level));
    }

    void begin(Env& env, Row row, std::size_t number) const {
        const Level& level = levels_[number];
        env.level = static_cast<std::uint32_t>(number);
        env.parts = level.rules.parts_of(level.rules.initial());
        std::memcpy(row.grid, level.squares.data(), level.squares.size());
        if (row.mask) find_legal(level.rules, env.parts, row.mask);
    }

    Moved play(Env& env, Row row, std::size_t action) const {
        const Level& level = levels_[env.level];
        const Rules& rules = level.rules;
        const Rules::Parts before = env.parts;
        const bool split = before.other != rules.no_cube();
        if (is_over(rules, before) || (action == swap && !split)) {
            return {0, is_over(rules, before), false, true};
        }
        const Rules::Landed landed = roll(rules, before, action);
        if (!landed.is_legal) return {0, false, true, false};
        env.parts = landed.parts;
        show(level, before, row.grid);
        show(level, env.parts, row.grid);
        if (!(before.on == env.parts.on)) {
            for (const auto& [at, bridge] : level.bridges) {
                row.grid[at] = static_cast<std::uint8_t>((row.grid[at] & ~bears) |
                                                         (env.parts.on >> bridge & 1));
            }
        }
        if (row.mask) find_legal(rules, env.parts, row.mask);
        return {0, is_over(rules, env.parts), false, false};
    }

  private:
    static constexpr std::size_t swap = 4;
    static constexpr std::array<bloxorz::Direction, 4> ways = {bloxorz::up, bloxorz::right,
                                                               bloxorz::down, bloxorz::left};
    struct Bridge {
        std::uint32_t at, bridge;
    };
    struct Level {
        Rules rules;
        std::vector<std::uint8_t> squares;  // the first observation
        std::vector<std::uint32_t> at;      // of a square by its number: its entry there
        std::vector<Bridge> bridges;        // the entries that bridges are on
    };

    std::size_t padded(std::size_t square, std::size_t width) const {
        return square / width * columns_ + square % width;
    }

    static bool is_over(const Rules& rules, const Rules::Parts& parts) {
        return parts.place == rules.goal() && parts.other == rules.no_cube();
    }

    // What an action, which can be tried, leads to.
    static Rules::Landed roll(const Rules& rules, const Rules::Parts& parts, std::size_t action) {
        if (action == swap) return {true, {parts.other, parts.place, parts.on}};
        const bloxorz::Direction way = ways[action];
        if (parts.other == rules.no_cube()) {
            const bloxorz::Place to = rules.board().roll[parts.place][way];
            return to == bloxorz::nowhere ? Rules::Landed{false, parts}
                                          : rules.land_block(parts.on, to);
        }
        const bloxorz::Place to = rules.board().neighbour[parts.place][way];
        return to == bloxorz::nowhere ? Rules::Landed{false, parts}
                                      : rules.land_cube(parts.on, parts.other, to);
    }

    static void find_legal(const Rules& rules, const Rules::Parts& parts, std::uint8_t* legal) {
        const bool over = is_over(rules, parts);
        for (std::size_t action = 0; action < swap; ++action) {
            legal[action] = !over && roll(rules, parts, action).is_legal;
        }
        legal[swap] = parts.other != rules.no_cube();
    }

    // Shows what rolls, or takes it away where it is shown.
    static void show(const Level& level, const Rules::Parts& parts, std::uint8_t* grid) {
        if (parts.other != level.rules.no_cube()) {
            grid[level.at[parts.place]] ^= here;
            grid[level.at[parts.other]] ^= other_here;
            return;
        }
        const auto [first, second] = level.rules.board().cover[parts.place];
        grid[level.at[first]] ^= here;
        if (second != first) grid[level.at[second]] ^= here;
    }

    std::size_t rows_, columns_;
    std::vector<Level> levels_;
};

}  // namespace unriddle::envs
