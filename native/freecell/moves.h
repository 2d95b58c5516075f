// The legal moves of a board, in the order of `FreeCell.actions`, and their number of single moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "freecell/board.h"

namespace unriddle::freecell {

// The least number of single-card moves that move a sequence; see puzzles/freecell/table.py. The
// table, 1386 bytes, holds 0 where that many cards cannot be moved.
class SingleMoves {
  public:
    constexpr SingleMoves() {
        for (int cells = 0; cells <= static_cast<int>(maximum_cells); ++cells) {
            for (int columns = 0; columns <= static_cast<int>(maximum_columns); ++columns) {
                const int most = std::min(king, supermove_limit(cells, columns));
                for (int cards = 1; cards <= most; ++cards) {
                    moves_[index(cards, cells, columns)] =
                        static_cast<std::uint8_t>(fewest(cards, cells, columns));
                }
            }
        }
    }

    constexpr int operator()(int cards, int empty_cells, int empty_columns) const {
        return moves_[index(cards, empty_cells, empty_columns)];
    }

  private:
    constexpr int fewest(int cards, int cells, int columns) const {
        if (cards <= cells + columns + 1) return 2 * cards - 1;
        const int most = supermove_limit(cells, columns - 1);
        int fewest = 255;
        for (int piled = std::max(1, cards - most); piled <= std::min(cards - 1, most); ++piled) {
            fewest = std::min(fewest, 2 * (*this)(piled, cells, columns - 1) +
                                          (*this)(cards - piled, cells, columns - 1));
        }
        return fewest;
    }

    static constexpr std::size_t index(int cards, int cells, int columns) {
        return (static_cast<std::size_t>(cells) * (maximum_columns + 1) +
                static_cast<std::size_t>(columns)) *
                   (king + 1) +
               static_cast<std::size_t>(cards);
    }

    std::array<std::uint8_t, (maximum_cells + 1) * (maximum_columns + 1) * (king + 1)> moves_{};
};

inline constexpr SingleMoves single_moves;

// Moves in their order. There are never more than 86: at most four cards go home, two fit on each
// of ten open cards, every card may be the lowest that goes into an empty column, and ten open
// cards go into a cell.
using Moves = InplaceVector<Move, 86>;

// Every legal move that differs from the others by more than the choice among empty columns or
// cells, in this order, from left to right, first by source and then by target:
//   1. home, from the columns and then from the cells;
//   2. from a column, then from a cell, on another card;
//   3. from a column, then from a cell, into the first empty column: from one card up to the
//      longest sequence, but never a whole column;
//   4. from a column into the first empty cell.
inline void add_moves(const Table& table, const Board& board, Moves& moves) {
    struct Source {
        Place place;
        Sequence run;
    };
    struct Held {
        Place place;
        Card card;
    };
    std::array<Source, maximum_columns> sources;
    std::array<Held, maximum_cells> holders;
    std::size_t columns = 0, cells = 0;
    Place empty_column = home_place, empty_cell = home_place;  // none
    Cards fitting = 0;                                         // what goes on any open card
    const auto add = [&moves](Place source, Place target, int count, Card lowest) {
        moves.push_back({source, target, static_cast<std::uint8_t>(count), lowest});
    };

    const int limit =
        std::min(int{king}, supermove_limit(table.empty_cells(board), table.empty_columns(board)));
    for (Place place = 0; place < table.columns(); ++place) {
        const Card top = board.top[place];
        if (top != no_card) {
            sources[columns++] = {place, table.sequence(board, top, limit)};
            fitting |= carries(top);
        } else if (empty_column == home_place) {
            empty_column = place;
        }
    }
    for (std::size_t cell = 0; cell < table.cells(); ++cell) {
        const auto place = static_cast<Place>(first_cell + cell);
        if (board.cell[cell] != no_card) {
            holders[cells++] = {place, board.cell[cell]};
        } else if (empty_cell == home_place) {
            empty_cell = place;
        }
    }

    const Cards next = next_cards(board.home());
    for (std::size_t i = 0; i < columns; ++i) {
        const auto& [source, run] = sources[i];
        if (holds(next, run.top)) add(source, home_place, 1, run.top);
    }
    for (std::size_t i = 0; i < cells; ++i) {
        const auto [source, card] = holders[i];
        if (holds(next, card)) add(source, home_place, 1, card);
    }

    for (std::size_t i = 0; i < columns; ++i) {
        const auto& [source, run] = sources[i];
        if ((run.cards & fitting) == 0) continue;
        for (std::size_t j = 0; j < columns; ++j) {
            const auto& [target, onto] = sources[j];
            const Cards fits = run.cards & carries(onto.top);  // one card, of the rank below
            if (fits == 0) continue;
            const int count = rank_of(onto.top) - rank_of(run.top);
            add(source, target, count, first_of(fits));
        }
    }
    for (std::size_t i = 0; i < cells; ++i) {
        const auto [source, card] = holders[i];
        if (!holds(fitting, card)) continue;
        for (std::size_t j = 0; j < columns; ++j) {
            const auto& [target, onto] = sources[j];
            if (holds(carries(onto.top), card)) add(source, target, 1, card);
        }
    }

    if (empty_column != home_place) {
        const int most = supermove_limit(table.empty_cells(board), table.empty_columns(board) - 1);
        for (std::size_t i = 0; i < columns; ++i) {
            const auto& [source, run] = sources[i];
            const bool whole = holds(board.bottoms(), run.lowest);
            const int longest = std::min(most, run.length() - whole);
            Card lowest = run.top;
            for (int count = 1; count <= longest; ++count) {
                add(source, empty_column, count, lowest);
                lowest = table.below(board, lowest);
            }
        }
        for (std::size_t i = 0; i < cells; ++i) {
            const auto [source, card] = holders[i];
            add(source, empty_column, 1, card);
        }
    }

    if (empty_cell != home_place) {
        for (std::size_t i = 0; i < columns; ++i) {
            const auto& [source, run] = sources[i];
            add(source, empty_cell, 1, run.top);
        }
    }
}

}  // namespace unriddle::freecell
