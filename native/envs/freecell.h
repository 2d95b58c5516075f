// FreeCell for a batch, by the rules of freecell/domain.h. The observation has a row for each
// column from the bottom to the open card, a row for the cells, and a row for the last card of each
// foundation. An entry is 0, or the rank of a card + 16 * its suit.
//
// Actions are numbered as in envs/freecell.py: home from each column and each cell; from each
// column on each column; from each cell on each column; from each column into an empty one, 1 to 13
// cards; from each cell into an empty column; from each column into a cell. The empty place is
// always the first one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "envs/batch_of.h"
#include "freecell/domain.h"

namespace unriddle::envs {

class FreeCellGames final : public GamesOf<FreeCellGames> {
  public:
    static constexpr bool needs_mask = true;

    struct Env {
        freecell::Board board;
        std::uint32_t level;
        bool stuck;
        std::array<std::uint8_t, freecell::maximum_columns> length;
    };

    // `height` is the number of entries in a row: no column may grow longer.
    FreeCellGames(std::size_t columns, std::size_t cells, std::size_t height)
        : columns_(columns), cells_(cells), height_(height) {
        if (columns > freecell::maximum_columns || cells > freecell::maximum_cells ||
            height < std::max<std::size_t>(cells, 4) || height > freecell::deck_size) {
            throw std::invalid_argument("no such table");
        }
        on_card_ = columns + cells;
        from_cell_ = on_card_ + columns * columns;
        into_empty_ = from_cell_ + cells * columns;
        cell_into_empty_ = into_empty_ + columns * freecell::king;
        into_cell_ = cell_into_empty_ + cells;
    }

    Shape shape() const override { return {columns_ + 2, height_, 6, into_cell_ + columns_}; }
    std::size_t levels() const override { return levels_.size(); }
    void reserve(std::size_t levels) override { levels_.reserve(levels); }
    std::size_t bytes() const override { return levels_.capacity() * sizeof(freecell::FreeCell); }

    void add(const freecell::Game& game) {
        const freecell::Position& start = game.start;
        std::size_t longest = 0;
        for (const auto& column : start.columns) longest = std::max(longest, column.size());
        if (start.columns.size() != columns_ || start.cells.size() != cells_ ||
            std::min(longest + freecell::king - 1, freecell::deck_size) > height_) {
            throw std::invalid_argument("the position does not fit into the frame");
        }
        levels_.emplace_back(start, game.rules);
    }

    void begin(Env& env, Row row, std::size_t level) const {
        const freecell::FreeCell& rules = levels_[level];
        env.level = static_cast<std::uint32_t>(level);
        env.board = rules.initial();
        std::memset(row.grid, 0, (columns_ + 2) * height_);
        for (std::size_t i = 0; i < columns_; ++i) {
            const auto cards = rules.table().column(env.board, i);
            env.length[i] = static_cast<std::uint8_t>(cards.size());
            std::ranges::transform(cards, row.grid + i * height_, entry);
        }
        show_cells(env.board, row.grid);
        show_home(env.board, row.grid);
        find_legal(rules, env, row.mask);
    }

    Moved play(Env& env, Row row, std::size_t action) const {
        if (env.stuck || !row.mask[action]) {
            const bool solved = env.board.left() == 0;
            return {0, solved, env.stuck && !solved, true};
        }
        const freecell::FreeCell& rules = levels_[env.level];
        const freecell::Board before = env.board;
        const freecell::Move move = rules.move_of(before, code_of(before, action));
        const freecell::Cards ready = ready_cards(rules.rules().autoplay, before.home());
        const bool unsettled = (ready & rules.table().open_cards(before)) != 0;
        env.board = rules.step(before, move, ready, unsettled).state;
        carry(env, row.grid, move);
        const freecell::Cards gone = env.board.home() & ~before.home();
        if (gone != 0) take_home(env, row.grid, gone);
        if (before.cell.word() != env.board.cell.word()) show_cells(env.board, row.grid);
        find_legal(rules, env, row.mask);
        const bool solved = rules.is_goal(env.board);
        return {freecell::count_of(gone), solved, env.stuck && !solved, false};
    }

  private:
    static std::uint8_t entry(freecell::Card card) {
        return card == freecell::no_card ? std::uint8_t{0}
                                         : static_cast<std::uint8_t>(freecell::rank_of(card) +
                                                                     16 * freecell::suit_of(card));
    }

    void find_legal(const freecell::FreeCell& rules, Env& env, std::uint8_t* mask) const {
        freecell::Moves moves;
        freecell::add_moves(rules.table(), env.board, moves);
        std::memset(mask, 0, into_cell_ + columns_);
        for (const freecell::Move& move : moves) mask[number_of(env.board, move)] = 1;
        env.stuck = moves.begin() == moves.end();
    }

    std::size_t number_of(const freecell::Board& board, const freecell::Move& move) const {
        using namespace freecell;
        const std::size_t source = move.source, target = move.target;
        if (source < first_cell) {
            if (target == home_place) return source;
            if (target >= first_cell) return into_cell_ + source;
            if (board.top[target] != no_card) return on_card_ + source * columns_ + target;
            return into_empty_ + source * king + move.count - 1;
        }
        const std::size_t cell = source - first_cell;
        if (target == home_place) return columns_ + cell;
        if (board.top[target] != no_card) return from_cell_ + cell * columns_ + target;
        return cell_into_empty_ + cell;
    }

    // The same as an action of the engine; the number must be that of a legal move.
    unriddle::Action code_of(const freecell::Board& board, std::size_t action) const {
        using namespace freecell;
        const auto code = [](std::size_t source, std::size_t target, std::size_t cards = 1) {
            return static_cast<unriddle::Action>(source | target << 5 | cards << 10);
        };
        const auto empty = [](const auto& row, std::size_t from) {
            std::size_t at = 0;
            while (row[at] != no_card) ++at;
            return from + at;
        };
        if (action < columns_) return code(action, home_place);
        if (action < on_card_) return code(first_cell + action - columns_, home_place);
        if (action < from_cell_) {
            return code((action - on_card_) / columns_, (action - on_card_) % columns_);
        }
        if (action < into_empty_) {
            action -= from_cell_;
            return code(first_cell + action / columns_, action % columns_);
        }
        if (action < cell_into_empty_) {
            action -= into_empty_;
            return code(action / king, empty(board.top, 0), action % king + 1);
        }
        if (action < into_cell_) {
            return code(first_cell + action - cell_into_empty_, empty(board.top, 0));
        }
        return code(action - into_cell_, empty(board.cell, first_cell));
    }

    // Shows what a move carries from column to column; cells and foundations are shown later.
    void carry(Env& env, std::uint8_t* grid, const freecell::Move& move) const {
        using namespace freecell;
        std::uint8_t one = entry(move.lowest);
        const std::uint8_t* cards = &one;
        std::uint8_t* source = nullptr;
        if (move.source < first_cell) {
            source = grid + move.source * height_ + (env.length[move.source] -= move.count);
            cards = source;
        }
        if (move.target < first_cell) {
            std::memcpy(grid + move.target * height_ + env.length[move.target], cards, move.count);
            env.length[move.target] =
                static_cast<std::uint8_t>(env.length[move.target] + move.count);
        }
        if (source) std::memset(source, 0, move.count);
    }

    void take_home(Env& env, std::uint8_t* grid, freecell::Cards gone) const {
        for (std::size_t i = 0; i < columns_; ++i) {
            std::uint8_t* const column = grid + i * height_;
            std::uint8_t& length = env.length[i];
            while (length > 0 && freecell::holds(gone, card_of(column[length - 1]))) {
                column[--length] = 0;
            }
        }
        show_home(env.board, grid);
    }

    static freecell::Card card_of(std::uint8_t shown) {
        return static_cast<freecell::Card>(4 * ((shown & 15) - 1) + (shown >> 4));
    }

    void show_cells(const freecell::Board& board, std::uint8_t* grid) const {
        for (std::size_t i = 0; i < cells_; ++i) {
            grid[columns_ * height_ + i] = entry(board.cell[i]);
        }
    }

    void show_home(const freecell::Board& board, std::uint8_t* grid) const {
        for (unsigned suit = 0; suit < 4; ++suit) {
            const int rank = freecell::count_of(board.home() & freecell::of_every_rank(1u << suit));
            grid[(columns_ + 1) * height_ + suit] =
                static_cast<std::uint8_t>(rank ? rank + 16 * static_cast<int>(suit) : 0);
        }
    }

    std::size_t columns_, cells_, height_;
    std::size_t on_card_, from_cell_, into_empty_, cell_into_empty_, into_cell_;  // first actions
    std::vector<freecell::FreeCell> levels_;
};

}  // namespace unriddle::envs
