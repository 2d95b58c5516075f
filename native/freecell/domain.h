// The rules of FreeCell for the searches: the twin of puzzles/freecell/rules.py.
//
// Packed, a state is its key, 156 bits in 20 bytes (see board.h), and then what tells its columns
// and cells apart: six bits a column for its open card and six bits a cell for the card in it, each
// list filled up to whole bytes. With 8 columns and 4 cells that is
//     20 + 6 + 3 = 29 bytes,
// and 34 at most, with 10 columns and 8 cells. A byte a card and a length a column would take 64,
// and a search would have to sort them wherever it compares two states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/domain.h"
#include "freecell/board.h"
#include "freecell/estimates.h"
#include "freecell/moves.h"
#include "freecell/rules.h"

namespace unriddle::freecell {

class FreeCell {
  public:
    using State = Board;
    using Heuristic = Estimate;

    explicit FreeCell(const Game& game) : FreeCell(game.start, game.rules) {}
    FreeCell(const Position& start, const Rules& rules)
        : start_(start),
          table_(start),
          rules_(rules),
          column_bytes_((Row::bits * table_.columns() + 7) / 8),
          cell_bytes_((Row::bits * table_.cells() + 7) / 8) {}

    const Board& initial() const { return table_.start(); }
    bool is_goal(const Board& board) const { return board.left() == 0; }

    // What is ready to go home stays so, and lies open only where a move uncovers it, unless a card
    // was ready from the start or goes home: so most moves need not look for such cards.
    static constexpr std::size_t most_steps = Moves::capacity;

    void successors(const Board& board, auto&& steps) const {
        Moves moves;
        add_moves(table_, board, moves);
        const Cards ready = ready_cards(rules_.autoplay, board.home());
        const bool unsettled = (ready & table_.open_cards(board)) != 0;
        for (const Move& move : moves) steps.push_back(step(board, move, ready, unsettled));
    }

    // The step of one legal move. `ready` is what goes home from `board` as soon as it lies open,
    // and `unsettled` says whether some of it does.
    Step<Board> step(const Board& board, const Move& move, Cards ready, bool unsettled) const {
        Board after = board;
        table_.carry(after, move);
        int automatic = 0;
        if (unsettled || move.target == home_place || holds(ready, after.at(move.source))) {
            automatic = table_.settle(after, rules_.autoplay);
        }
        return {action_of(board, move), price(board, move, automatic), after};
    }

    // The move that an action means on a board where it is legal.
    Move move_of(const Board& board, Action action) const {
        const auto source = static_cast<Place>(action % 32);
        const auto target = static_cast<Place>(action / 32 % 32);
        const Card open = board.at(source);
        int count = action / 1024;
        if (target < first_cell && board.top[target] != no_card) {
            count = rank_of(board.top[target]) - rank_of(open);
        }
        const Card lowest = count > 1 ? table_.sequence(board, open, count).lowest : open;
        return {source, target, static_cast<std::uint8_t>(count), lowest};
    }

    const Position& start() const { return start_; }
    const Table& table() const { return table_; }
    const Rules& rules() const { return rules_; }

    bool first_ways_are_cheapest() const {
        return rules_.counted == Counted::player ||
               (rules_.counted == Counted::moves && rules_.autoplay == Autoplay::none);
    }

    std::size_t packed_bytes() const { return key_bytes + column_bytes_ + cell_bytes_; }

    void pack(const Board& board, std::byte* to) const {
        const Key key = key_of(board);
        const std::uint64_t columns = board.top.word(), cells = board.cell.word();
        std::memcpy(to, &key, key_bytes);
        std::memcpy(to + key_bytes, &columns, column_bytes_);
        std::memcpy(to + key_bytes + column_bytes_, &cells, cell_bytes_);
    }

    Board unpack(const std::byte* from) const {
        Key key;
        std::uint64_t columns = ~std::uint64_t{0}, cells = ~std::uint64_t{0};
        std::memcpy(&key, from, key_bytes);
        std::memcpy(&columns, from + key_bytes, column_bytes_);
        std::memcpy(&cells, from + key_bytes + column_bytes_, cell_bytes_);
        Board board;
        board.lies[0] = key.first & deck;
        board.lies[1] = key.second & deck;
        board.lies[2] = key.first >> 52 | key.second >> 52 << 12 | Cards{key.rest} << 24;
        board.top = Row(columns);
        board.cell = Row(cells);
        return board;
    }

    Tag tag(const Board& board) const { return tag_of(board.hash()); }
    bool tags_are_exact() const { return false; }

    bool same(const Board& board, const std::byte* from) const {
        Key stored;
        std::memcpy(&stored, from, key_bytes);
        const Key key = key_of(board);
        return key.first == stored.first && key.second == stored.second && key.rest == stored.rest;
    }

    Description describe(const Board& board) const { return table_.describe(board); }

    // card home
    Events events(const Board& before, const Board& after) const {
        return before.home() != after.home();
    }

    Estimate heuristic(std::string_view name, Control&) const {
        return Estimate(name, table_, rules_);
    }

  private:
    // `lies`, 52 bits each, without gaps: the third of them fills up the first two.
    struct Key {
        std::uint64_t first, second;
        std::uint32_t rest;
    };
    static constexpr std::size_t key_bytes = 20;

    static Key key_of(const Board& board) {
        const auto& [first, second, third] = board.lies;
        return {first | third << 52, second | third >> 12 << 52,
                static_cast<std::uint32_t>(third >> 24)};
    }

    // Only on the way to an empty column the number of cards is a choice, and part of the move.
    static Action action_of(const Board& board, const Move& move) {
        const bool choice = move.target < first_cell && board.top[move.target] == no_card;
        const unsigned cards = choice ? move.count : 1;
        return static_cast<Action>(move.source | move.target << 5 | cards << 10);
    }

    Cost price(const Board& board, const Move& move, int automatic) const {
        if (rules_.counted == Counted::player) return 1;
        int counted = 1;
        if (rules_.counted == Counted::cards && move.count > 1) {
            const bool into_empty = board.top[move.target] == no_card;
            counted = single_moves(move.count, table_.empty_cells(board),
                                   table_.empty_columns(board) - into_empty);
        }
        return static_cast<Cost>(counted + automatic);
    }

    Position start_;
    Table table_;
    Rules rules_;
    std::size_t column_bytes_, cell_bytes_;
};

}  // namespace unriddle::freecell
