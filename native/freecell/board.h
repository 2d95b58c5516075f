// A FreeCell position, packed: where cards lie, how they are carried, what goes home by itself.
//
// During a game a card lies in one of six ways: it is home, in a cell, at the bottom of a column,
// on one of the two cards that it may be laid on, or, out of sequence, on the card that the deal
// put it on: once it has left that card it never comes back there. Three bits a card therefore
// tell, given the deal, what every card lies on. They say nothing about which column or cell is
// which, and so they are the key of a position (Python's `FreeCell.key`): 52 * 3 = 156 bits,
// compared in three words, without sorting anything. The open card of every column and the card in
// every cell add the order, six bits a place.
//
// The three bits are spread over three sets of cards, `lies[0]` to `lies[2]`. Of all cards at once
// one word then says which are home, held, in sequence or buried; a sequence of any length moves by
// changing the bits of its lowest card; and a column is a list linked from its open card downwards.
// A `Board` is five words, 40 bytes. What it lies on (`Table`) is made once for a deal, 512 bytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/domain.h"
#include "freecell/cards.h"

namespace unriddle::freecell {

constexpr std::size_t maximum_columns = 10;
constexpr std::size_t maximum_cells = 8;

// Columns are places 0 to 9, cells 10 to 17, and home is 18.
using Place = std::uint8_t;
constexpr Place first_cell = maximum_columns;
constexpr Place home_place = first_cell + maximum_cells;

// How a card lies. In sequence it lies on the first or on the second of the two cards that fit.
enum Lie : std::uint8_t {
    is_home = 0,
    in_cell = 1,
    at_bottom = 2,
    is_buried = 3,
    on_first = 4,
    on_second = 5,
};
constexpr std::size_t lie_codes = 8;

// A legal move: the `count` cards from `lowest` upwards.
struct Move {
    Place source;
    Place target;
    std::uint8_t count;
    Card lowest;
};

// The cards in sequence at the open end of a column: one of every rank from `top` to `lowest`.
struct Sequence {
    Cards cards;
    Card top;
    Card lowest;

    int length() const { return rank_of(lowest) - rank_of(top) + 1; }
};

// Up to ten cards in one word, `no_card` where a place is empty. All places start empty.
class Row {
  public:
    static constexpr std::size_t bits = 6;

    Row() = default;
    explicit Row(std::uint64_t word) : word_(word) {}

    Card operator[](std::size_t place) const { return word_ >> bits * place & no_card; }
    void set(std::size_t place, Card card) {
        word_ ^= ((word_ >> bits * place & no_card) ^ card) << bits * place;
    }
    std::uint64_t word() const { return word_; }

  private:
    std::uint64_t word_ = ~std::uint64_t{0};
};

// How every card lies.
struct Lies {
    std::array<Cards, 3> lies{};

    Cards home() const { return deck & ~left(); }
    Cards left() const { return lies[0] | lies[1] | lies[2]; }
    Cards held() const { return lies[0] & ~lies[1] & ~lies[2]; }
    Cards bottoms() const { return lies[1] & ~lies[0]; }
    Cards buried() const { return lies[1] & lies[0]; }
    Cards in_sequence() const { return lies[2]; }
    Cards in_columns() const { return lies[1] | lies[2]; }

    std::size_t lie_of(Card card) const {
        return static_cast<std::size_t>((lies[0] >> card & 1) | (lies[1] >> card & 1) << 1 |
                                        (lies[2] >> card & 1) << 2);
    }

    void lay(Card card, Lie lie) {
        for (std::size_t bit = 0; bit < lies.size(); ++bit) {
            lies[bit] = (lies[bit] & ~set_of(card)) | Cards{lie >> bit & 1u} << card;
        }
    }

    // Lays a card on another one that carries it.
    void lay_on(Card card, Card below) { lay(card, suit_of(below) < 2 ? on_first : on_second); }

    std::uint64_t hash() const {
        return mixed(lies[0] * 0x9E3779B97F4A7C15u ^ std::rotl(lies[1] * 0xD6E8FEB86659FD93u, 21) ^
                     std::rotl(lies[2] * 0xA0761D6478BD642Fu, 42));
    }
};

struct Board : Lies {
    Row top;   // the open card of every column
    Row cell;  // the card in every cell

    // The card that lies open at a place, or `no_card`.
    Card at(Place place) const {
        return place < first_cell ? top[place] : cell[place - first_cell];
    }
};

// A position as plain data; every card that is nowhere is home.
struct Position {
    std::vector<std::vector<int>> columns;  // from the bottom to the open card
    std::vector<int> cells;                 // one entry a cell, -1 where it is empty

    // Throws std::invalid_argument unless this is a position of one deck.
    void check() const;
};

// What boards of one deal lie on: how many columns and cells there are, and what is below a card.
class Table {
  public:
    explicit Table(const Position& start);

    const Board& start() const { return start_; }
    std::size_t columns() const { return columns_; }
    std::size_t cells() const { return cells_; }

    int empty_columns(const Lies& cards) const {
        return static_cast<int>(columns_) - count_of(cards.bottoms());
    }
    int empty_cells(const Lies& cards) const {
        return static_cast<int>(cells_) - count_of(cards.held());
    }

    Cards open_cards(const Board& board) const {
        Cards open = board.held();
        for (std::size_t i = 0; i < columns_; ++i) open |= set_of(board.top[i]) & deck;
        return open;
    }

    // What a card of a column lies on; `no_card` at the bottom.
    Card below(const Lies& cards, Card card) const { return below(card, cards.lie_of(card)); }
    Card below(Card card, std::size_t lie) const { return below_[card][lie]; }

    // The cards in sequence at the open end of a column that is not empty, at most `most`.
    Sequence sequence(const Lies& cards, Card top, int most = king) const {
        Sequence run{set_of(top), top, top};
        while (holds(cards.in_sequence(), run.lowest) && --most > 0) {
            run.lowest = below(cards, run.lowest);
            run.cards |= set_of(run.lowest);
        }
        return run;
    }

    // Carries out a legal move.
    void carry(Board& board, const Move& move) const {
        Card open = move.lowest;  // of the cards that move
        if (move.source < first_cell) {
            open = board.top[move.source];
            board.top.set(move.source, below(board, move.lowest));
        } else {
            board.cell.set(move.source - first_cell, no_card);
        }
        if (move.target < first_cell) {
            const Card onto = board.top[move.target];
            if (onto == no_card) {
                board.lay(move.lowest, at_bottom);
            } else {
                board.lay_on(move.lowest, onto);
            }
            board.top.set(move.target, open);
        } else if (move.target < home_place) {
            board.lay(move.lowest, in_cell);
            board.cell.set(move.target - first_cell, open);
        } else {
            board.lay(move.lowest, is_home);
        }
    }

    // Lets go home what is safe, again and again the first that may go, columns before cells; says
    // how many cards went.
    int settle(Board& board, Autoplay autoplay) const;

    // The cards of a column from the bottom to the open one.
    std::vector<Card> column(const Board& board, std::size_t index) const;

    // Of every column the number of its cards and the cards, then every cell, -1 where it is empty.
    Description describe(const Board& board) const;

  private:
    std::size_t columns_, cells_;
    std::array<std::array<Card, lie_codes>, card_codes> below_;
    Board start_;
};

// How many cards move as one on another card. An empty target column is not at hand on the way: it
// does not count as empty.
constexpr int supermove_limit(int empty_cells, int empty_columns) {
    return (empty_cells + 1) << empty_columns;
}

}  // namespace unriddle::freecell
