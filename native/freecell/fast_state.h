// The state of the fast search: a position together with everything its evaluation adds up, kept
// up to date move by move.
//
// Cards that go home by themselves do so at once: all that may (greedy autoplay), or the safe ones.
// A column is what is left of the cards that it started with, and then a sequence that was built on
// it. About the first part everything is known in advance (`StartTables`), about the second
// everything follows from its open card; so only the cards that move are walked along.
//
// The search evaluates the states that a move leads to without making them (fast_search.h); a state
// is made when its turn has come. It has 192 bytes with 8 columns: a column is its open card and
// what every card lies on, so a move changes little, and the first cache holds a short search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "freecell/board.h"
#include "freecell/cards.h"
#include "freecell/fast_keys.h"

namespace unriddle::freecell::fast {

// On which cards a card fits.
inline constexpr auto lies_on = [] {
    std::array<Cards, card_codes> cards{};
    for (Card card = 0; card + 4u < deck_size; ++card) {
        cards[card] = Cards{other_colour(card)} << (card / 4 * 4 + 4);
    }
    return cards;
}();

constexpr Lie lie_on(Card below) { return suit_of(below) < 2 ? on_first : on_second; }
// The same for any card, `no_card` included, that it may lie on, without a branch.
constexpr std::size_t lie_over(Card below, bool in_sequence) {
    const std::size_t suits = 1u + (below >> 1 & 1u);
    return is_buried + in_sequence * suits - (below == no_card);
}
static_assert(lie_over(no_card, false) == at_bottom);

// A move in words that stay true wherever columns and cells are counted from: the cards from
// `lowest` upwards go onto a card, or `to_empty` column, or a single card `to_cell` or `to_home`.
struct CardMove {
    Card lowest;
    Card onto;
};
constexpr Card to_home = 60, to_cell = 61, to_empty = 62;

template <std::size_t Columns, std::size_t Height, class Key>
struct State {
    static constexpr std::uint8_t nowhere = Columns;        // the column of a card that is in none
    static constexpr std::uint8_t homewards = Columns + 1;  // as the target of a move
    static constexpr std::size_t column_codes = deck_size + 4;  // beyond a king there is no card

    std::array<Card, deck_size> under;  // what a card in a column lies on, `no_card` at the bottom
    std::array<std::uint8_t, column_codes> column_of;
    std::array<Card, Columns> top;  // the open card of a column, `no_card` if it is empty
    std::array<std::uint8_t, Columns> height;
    std::array<std::uint8_t, Columns> original;  // how many cards lie as at the start
    std::array<std::uint8_t, Columns> run;       // how many cards at the open end are in sequence
    std::array<std::uint8_t, 4> home;            // the rank up to which each suit is home
    std::array<std::uint8_t, 4> cover;           // how many cards lie on the next card of each suit
    std::uint16_t depth;
    std::uint8_t breaks;      // cards that lie out of sequence
    std::uint8_t inversions;  // cards that lie, directly or not, on a lower card
    std::uint8_t kings;       // at the bottom of a column
    std::uint8_t empty_columns;
    CardMove move;         // that led here
    std::uint32_t parent;  // where it was made
    Cards tops;            // the open cards of columns
    Cards held;            // the cards in cells
    Cards runs;            // the cards of all runs
    Cards ready;           // what goes home by itself as soon as it lies open
    Key hash;

    // How many cards are not home.
    int cards() const { return int{deck_size} - home[0] - home[1] - home[2] - home[3]; }
    // The next card of every suit.
    Cards next() const {
        Cards next = 0;
        for (unsigned suit = 0; suit < 4; ++suit) next |= Cards{1} << (4u * home[suit] + suit);
        return next & deck;
    }
    // What lies below the last `count` cards of a column.
    Card below(std::size_t index, int count) const {
        Card card = top[index];
        for (; count > 0; --count) card = under[card];
        return card;
    }
    // Every column is sorted downwards: all cards can go home, one by one.
    bool won() const { return inversions == 0; }
};

// What is known about the cards that a position starts with.
template <std::size_t Columns, std::size_t Height, class Key>
class StartTables {
  public:
    using FastState = State<Columns, Height, Key>;

    // Is there room for the columns of a position?
    static bool suits(const Position& start) {
        return start.columns.size() <= Columns &&
               std::all_of(start.columns.begin(), start.columns.end(),
                           [](const auto& column) { return column.size() <= Height; });
    }

    StartTables(const Position& start, Autoplay autoplay)
        : columns_(start.columns.size()),
          cells_(static_cast<int>(start.cells.size())),
          autoplay_(autoplay) {
        column_of_.fill(FastState::nowhere);
        for (std::size_t index = 0; index < Columns; ++index) {
            lowest_[index][0] = above_king;
            run_[index][0] = 0;
            run_cards_[index][0] = 0;
            if (index >= columns_) continue;
            Card below = no_card;
            for (std::size_t i = 0; i < start.columns[index].size(); ++i) {
                const auto card = static_cast<Card>(start.columns[index][i]);
                const bool follows = below != no_card && holds(carries(below), card);
                column_of_[card] = static_cast<std::uint8_t>(index);
                index_of_[card] = static_cast<std::uint8_t>(i);
                lowest_[index][i + 1] =
                    std::min(lowest_[index][i], static_cast<std::uint8_t>(rank_of(card)));
                run_[index][i + 1] = static_cast<std::uint8_t>(follows ? run_[index][i] + 1 : 1);
                run_cards_[index][i + 1] = (follows ? run_cards_[index][i] : 0) | set_of(card);
                below = card;
            }
        }
        set_up(start);
    }

    const FastState& start() const { return start_; }
    std::size_t columns() const { return columns_; }
    Autoplay autoplay() const { return autoplay_; }
    int free_cells(const FastState& state) const { return cells_ - count_of(state.held); }

    // As `Table::describe`, with the cells in some order.
    Description describe(const FastState& state) const {
        Description numbers;
        for (std::size_t i = 0; i < columns_; ++i) {
            const auto first = static_cast<std::ptrdiff_t>(numbers.size());
            for (Card card = state.top[i]; card != no_card; card = state.under[card]) {
                numbers.push_back(card);
            }
            const auto cards = static_cast<std::ptrdiff_t>(numbers.size()) - first;
            numbers.push_back(cards);  // is the first of them in the end
            std::reverse(numbers.begin() + first, numbers.end());
        }
        Cards held = state.held;
        for (int i = 0; i < cells_; ++i, held &= held - 1) {
            numbers.push_back(held != 0 ? first_of(held) : -1);
        }
        return numbers;
    }

    // Carries out a legal move of `count` cards and lets everything go home that may.
    // `source` and `target` are columns, or `nowhere` for the cells.
    void play(FastState& state, Card lowest, std::uint8_t source, std::uint8_t target,
              std::uint8_t count) const {
        if (target == FastState::homewards) {
            send_home(state, lowest);
        } else if (source == FastState::nowhere) {
            state.held ^= set_of(lowest);
            state.hash ^= lie_numbers<Key>[lowest][in_cell];
            place(state, target, lowest, lowest, 1);
            state.column_of[lowest] = target;
            state.runs |= set_of(lowest);
        } else if (target == FastState::nowhere) {
            take(state, source, lowest, 1);
            state.held |= set_of(lowest);
            state.hash ^= lie_numbers<Key>[lowest][in_cell];
            state.column_of[lowest] = FastState::nowhere;
            state.runs &= ~set_of(lowest);
        } else {
            const Card top = state.top[source];
            take(state, source, lowest, count);
            place(state, target, lowest, top, count);
            for (Card card = top; card != lowest; card = state.under[card]) {
                state.column_of[card] = target;
            }
            state.column_of[lowest] = target;
        }
        settle(state);
    }

    // The rank of the lowest card below the last `count` cards of a column; and of the whole column
    // where it counts, at its original part: what was built on it is sorted.
    int lowest_below(const FastState& state, std::size_t index, int count) const {
        return lowest_[index][static_cast<std::size_t>(
            std::min<int>(state.height[index] - count, state.original[index]))];
    }

  private:
    static constexpr std::uint8_t above_king = king + 1;

    void set_up(const Position& start) {
        FastState& state = start_;
        state = {};
        state.column_of = column_of_;
        state.top.fill(no_card);
        Cards seen = 0;
        for (std::size_t index = 0; index < columns_; ++index) {
            const auto& cards = start.columns[index];
            const std::size_t height = cards.size();
            state.height[index] = state.original[index] = static_cast<std::uint8_t>(height);
            state.run[index] = run_[index][height];
            state.runs |= run_cards_[index][height];
            for (std::size_t i = 0; i < height; ++i) {
                const auto card = static_cast<Card>(cards[i]);
                const Card below = state.top[index];
                state.under[card] = below;
                state.top[index] = card;
                seen |= set_of(card);
                if (rank_of(card) > lowest_[index][i]) ++state.inversions;
                Lie lie = at_bottom;
                if (i > 0) {
                    lie = holds(carries(below), card) ? lie_on(below) : is_buried;
                } else {
                    if (rank_of(card) == king) ++state.kings;
                }
                if (lie == is_buried) ++state.breaks;
                state.hash ^= lie_numbers<Key>[card][lie];
            }
            if (height == 0) {
                ++state.empty_columns;
            } else {
                state.tops |= set_of(state.top[index]);
            }
        }
        for (const int number : start.cells) {
            if (number == -1) continue;
            const auto card = static_cast<Card>(number);
            state.held |= set_of(card);
            state.hash ^= lie_numbers<Key>[card][in_cell];
        }
        seen |= state.held;
        for (int suit = 0; suit < 4; ++suit) {
            state.home[static_cast<std::size_t>(suit)] =
                static_cast<std::uint8_t>(king - count_of(seen & of_every_rank(1u << suit)));
            find_next(state, suit);
        }
        find_ready(state);
        settle(state);
    }

    void settle(FastState& state) const {
        while (const Cards ready = state.ready & (state.tops | state.held)) {
            send_home(state, first_of(ready));
        }
    }

    void send_home(FastState& state, Card card) const {
        const int suit = suit_of(card);
        if (holds(state.held, card)) {
            state.held ^= set_of(card);
            state.hash ^= lie_numbers<Key>[card][in_cell];
        } else {
            take(state, state.column_of[card], card, 1);
            state.column_of[card] = FastState::nowhere;
            state.runs &= ~set_of(card);
        }
        ++state.home[static_cast<std::size_t>(suit)];
        find_next(state, suit);
        find_ready(state);
    }

    void find_ready(FastState& state) const {
        if (autoplay_ == Autoplay::greedy) {
            state.ready = state.next();
            return;
        }
        Cards home = 0;
        for (unsigned suit = 0; suit < 4; ++suit) {
            const Cards up_to_there = (Cards{1} << 4 * state.home[suit]) - 1;
            home |= of_every_rank(1u << suit) & up_to_there;
        }
        state.ready = ready_cards(autoplay_, home);
    }

    // How much lies on the next card of a suit.
    void find_next(FastState& state, int suit) const {
        const auto card = static_cast<Card>(4 * state.home[static_cast<std::size_t>(suit)] + suit);
        const std::uint8_t index = state.column_of[card];
        int cover = 0;
        if (index != FastState::nowhere) {
            const bool unmoved =
                column_of_[card] == index && index_of_[card] < state.original[index];
            cover = unmoved ? state.height[index] - 1 - index_of_[card]
                            : rank_of(card) - rank_of(state.top[index]);
        }
        state.cover[static_cast<std::size_t>(suit)] = static_cast<std::uint8_t>(cover);
    }

    // Takes the last `count` cards, which are in sequence, from a column.
    void take(FastState& state, std::size_t index, Card lowest, int count) const {
        const Card below = state.under[lowest];
        const int left = state.height[index] - count;
        state.tops ^= set_of(state.top[index]);
        state.top[index] = below;
        const std::size_t lie = lie_over(below, count < state.run[index]);
        if (below == no_card) {
            ++state.empty_columns;
            if (rank_of(lowest) == king) --state.kings;
        } else {
            state.tops |= set_of(below);
        }
        state.breaks = static_cast<std::uint8_t>(state.breaks - (lie == is_buried));
        state.hash ^= lie_numbers<Key>[lowest][lie];
        change_cover(state, index, count, -count);
        state.inversions = static_cast<std::uint8_t>(
            state.inversions -
            std::clamp(rank_of(lowest) - lowest_below(state, index, count), 0, count));
        state.height[index] = static_cast<std::uint8_t>(left);
        state.original[index] = std::min(state.original[index], state.height[index]);
        if (count < state.run[index]) {
            state.run[index] = static_cast<std::uint8_t>(state.run[index] - count);
        } else {  // what was below is as at the start
            state.run[index] = run_[index][static_cast<std::size_t>(left)];
            state.runs |= run_cards_[index][static_cast<std::size_t>(left)];
        }
    }

    // Lays `count` cards on a column, from `lowest` to `top`.
    void place(FastState& state, std::size_t index, Card lowest, Card top, int count) const {
        const Card onto = state.top[index];
        if (onto == no_card) {
            --state.empty_columns;
            if (rank_of(lowest) == king) ++state.kings;
            state.hash ^= lie_numbers<Key>[lowest][at_bottom];
        } else {
            state.tops ^= set_of(onto);
            state.hash ^= lie_numbers<Key>[lowest][lie_on(onto)];
            change_cover(state, index, 0, count);
            state.inversions = static_cast<std::uint8_t>(
                state.inversions +
                std::clamp(rank_of(lowest) - lowest_below(state, index, 0), 0, count));
        }
        state.under[lowest] = onto;
        state.top[index] = top;
        state.tops |= set_of(top);
        state.height[index] = static_cast<std::uint8_t>(state.height[index] + count);
        state.run[index] = static_cast<std::uint8_t>(state.run[index] + count);
    }

    // Of the next cards, those in a column under at least this many cards.
    static void change_cover(FastState& state, std::size_t index, int least, int by) {
        for (std::size_t suit = 0; suit < 4; ++suit) {
            const std::size_t card = 4u * state.home[suit] + suit;
            const int here = state.column_of[card] == index, covered = state.cover[suit] >= least;
            state.cover[suit] =
                static_cast<std::uint8_t>(state.cover[suit] + by * (here & covered));
        }
    }

    std::size_t columns_;
    int cells_;
    Autoplay autoplay_;
    std::array<std::uint8_t, FastState::column_codes> column_of_{}, index_of_{};  // at the start
    // By column and by how many of its cards are left:
    std::array<std::array<std::uint8_t, Height + 1>, Columns> lowest_{};  // the lowest rank
    std::array<std::array<std::uint8_t, Height + 1>, Columns> run_{};     // in sequence at the end
    std::array<std::array<Cards, Height + 1>, Columns> run_cards_{};
    FastState start_{};
};

}  // namespace unriddle::freecell::fast
