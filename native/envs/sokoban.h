// Sokoban for a batch. An entry of the observation is a sum: 1 a wall, 2 a goal, 4 a box, 8 the
// player. The observation is the position: a step reads three squares of it and writes them back.
// Levels are kept as the first observation, a byte a square.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "envs/batch_of.h"

namespace unriddle::envs {

class SokobanGames final : public GamesOf<SokobanGames> {
  public:
    static constexpr std::uint8_t wall = 1, goal = 2, box = 4, player = 8;
    static constexpr bool needs_mask = false;

    struct Env {
        std::int32_t player = 0;
        std::int32_t left = 0;  // boxes that stand on no goal
        bool stuck = false;  // can the player not move at all, which only a level can begin with?
    };

    SokobanGames(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
        if (rows < 3 || columns < 3 || rows > 255 || columns > 255) {
            throw std::invalid_argument("a board has from 3 to 255 rows and columns");
        }
        const auto width = static_cast<std::int32_t>(columns);
        steps_ = {-width, 1, width, -1};
    }

    Shape shape() const override { return {rows_, columns_, 4, 4}; }
    std::size_t levels() const override { return levels_.size(); }
    // Room for levels as large as the frame; what is not used takes no memory.
    void reserve(std::size_t levels) override {
        levels_.reserve(levels);
        squares_.reserve(levels * rows_ * columns_);
    }
    std::size_t bytes() const override { return squares_.size() + levels_.size() * sizeof(Level); }

    // A level as its first observation, row by row, without walls around it that only fill up the
    // frame. Throws std::invalid_argument if the player could leave the frame.
    void add(std::span<const std::uint8_t> squares, std::size_t columns) {
        const std::size_t size = squares.size();
        if (columns == 0 || size % columns != 0 || columns > columns_ || size / columns > rows_) {
            throw std::invalid_argument("the level does not fit into the frame");
        }
        check(squares, columns);
        if (levels_.size() >= 0x7FFFFFFF) throw std::invalid_argument("too many levels");
        levels_.push_back({squares_.size(), static_cast<std::uint8_t>(columns),
                           static_cast<std::uint8_t>(size / columns)});
        squares_.insert(squares_.end(), squares.begin(), squares.end());
    }

    // Levels in a text, of which nothing but the board is wanted.
    struct Plain {
        std::size_t levels = 0, rows = 0, columns = 0;  // of the largest
    };
    // What a text holds if all of it is boards that fill a rectangle inside its outer walls, as
    // Boxoban has them, with empty lines or comments (;) between them, and every board can be
    // played. Nothing for any other text, which puzzles/sokoban/xsb.py may be able to read.
    static std::optional<Plain> scan(std::string_view text);
    // Adds the levels of such a text.
    void add_text(std::string_view text);

    // By square: can it be reached from a start, if boxes are no hindrance? Throws
    // std::invalid_argument if that leads off the board.
    static std::vector<bool> floor_around(std::span<const std::uint8_t> squares,
                                          std::size_t columns, std::size_t start);

    void begin(Env& env, Row row, std::size_t level) const {
        const Level& one = levels_[level];
        const std::uint8_t* from = squares_.data() + one.at;
        if (one.columns < columns_ || one.rows < rows_) {
            std::memset(row.grid, wall, rows_ * columns_);
        }
        for (std::size_t y = 0; y < one.rows; ++y) {
            std::memcpy(row.grid + y * columns_, from + y * one.columns, one.columns);
        }
        env.left = 0;
        for (std::size_t i = 0; i < rows_ * columns_; ++i) {
            if (row.grid[i] & player) env.player = static_cast<std::int32_t>(i);
            env.left += (row.grid[i] & (box | goal)) == box;
        }
        std::array<std::uint8_t, 4> legal;
        find_legal(env, row.grid, legal.data());
        env.stuck = !(legal[0] | legal[1] | legal[2] | legal[3]);
        if (row.mask) std::memcpy(row.mask, legal.data(), 4);
    }

    // Without branches: a random player makes every one of them a guess.
    [[gnu::always_inline]] Moved play(Env& env, Row row, std::size_t action) const {
        std::uint8_t* const grid = row.grid;
        const std::int32_t step = steps_[action], to = env.player + step;
        const std::uint8_t target = grid[to];
        const std::uint8_t pushed = target & box;
        const std::int32_t beyond = to + (pushed ? step : 0);  // behind a wall there may be nothing
        const std::uint8_t behind = grid[beyond];
        const bool blocked = (target & wall) | (pushed && (behind & (wall | box)));
        const auto all = static_cast<std::uint8_t>(blocked - 1);  // no bit if nothing moves
        grid[env.player] ^= player & all;
        grid[to] ^= (player | pushed) & all;
        grid[beyond] ^= pushed & all;
        env.player += blocked ? 0 : step;
        const int came = pushed & all ? (behind >> 1 & 1) - (target >> 1 & 1) : 0;
        env.left -= came;
        if (row.mask) find_legal(env, grid, row.mask);
        return {came, env.left == 0, env.stuck && env.left != 0, blocked};
    }

  private:
    struct Level {
        std::uint64_t at;
        std::uint8_t columns, rows;
    };

    void find_legal(const Env& env, const std::uint8_t* grid, std::uint8_t* legal) const {
        for (std::size_t action = 0; action < 4; ++action) {
            const std::int32_t step = steps_[action], to = env.player + step;
            const std::uint8_t target = grid[to];
            const std::uint8_t behind = grid[to + (target & box ? step : 0)];
            legal[action] = !((target & wall) | ((target & box) && (behind & (wall | box))));
        }
    }

    // One player, who walls keep inside, with boxes that can be pushed.
    static void check(std::span<const std::uint8_t> squares, std::size_t columns) {
        std::size_t players = 0, at = 0;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            if (squares[i] > 15 || ((squares[i] & wall) && squares[i] != wall)) {
                throw std::invalid_argument("a square is a sum of 1, 2, 4 and 8, a wall only 1");
            }
            if (squares[i] & player) ++players, at = i;
        }
        if (players != 1 || (squares[at] & box)) {
            throw std::invalid_argument("a level has one player, who stands on no box");
        }
        floor_around(squares, columns, at);
    }

    std::size_t rows_, columns_;
    std::array<std::int32_t, 4> steps_;  // up, right, down, left
    std::vector<std::uint8_t> squares_;
    std::vector<Level> levels_;
};

}  // namespace unriddle::envs
