// How far from won a position looks, in points, for the beams of `short`: smaller is better.
//
// What counts: cards that are not home, cards out of sequence, cards above the next three cards of
// each suit, cards and sequences above a lower card of their own suit, full cells, and, as a gain,
// empty columns, kings at the bottom of a column, and sequences at the open ends. Below the sequence at
// its open end a column is as the deal put it, so all that stands in tables, by the card that lies
// on it. Between two neighbouring positions only the columns that a move touches are looked at,
// unless a card has gone home.
#pragma once

#include <array>

#include "freecell/layout.h"

namespace unriddle::freecell {

class BeamEvaluation {
  public:
    struct Weights {
        int left, buried, forced, above_own_suit, king_at_bottom, in_open_sequence;
        std::array<int, 3> covering;       // the next card of a suit, the one after it, and so on
        std::array<int, 5> held;           // by the number of full cells; more count as four
        std::array<int, 4> empty_columns;  // by their number; more count as three
    };

    // `steps` counts what must step aside at least: sequences if they move as one, or else cards.
    struct Score {
        int points = 0;
        int steps = 0;

        Score& operator+=(const Score& other) {
            points += other.points;
            steps += other.steps;
            return *this;
        }
        Score& operator-=(const Score& other) {
            points -= other.points;
            steps -= other.steps;
            return *this;
        }
    };

    // The table must live as long as this.
    BeamEvaluation(const Table& table, const Weights& weights, bool as_one);

    // Looks at a position, whose neighbours may then be asked for.
    Score operator()(const Layout& layout);
    // The score of the position that a move leads to from the one that was looked at last.
    Score after(const Layout& before, const Shift& shift, const Layout& after) const;

  private:
    struct Pile {
        Cards cards = 0;
        Cards blocked = 0;       // the cards of the deck that go home only after one of these
        int forced = 0;          // how many sequences have a card that waits for itself
        int above_own_suit = 0;  // how many cards do
    };

    static void lay_on(Pile& pile, Cards sequence);
    // The next three cards of every suit, and how many cards of each suit are home.
    struct Wanted {
        explicit Wanted(Cards home = 0);

        Cards cards;
        std::array<int, 4> home;
    };

    Score column(const Layout& layout, Card top, const Wanted& wanted) const;
    int everywhere(const Layout& layout) const;

    const Table* table_;
    Weights weights_;
    bool as_one_;
    std::array<int, deck_size> height_{};  // how many cards are below a card at the start
    std::array<Pile, deck_size> below_{};  // which they are; nothing where the card is not buried
    std::array<Score, deck_size> columns_{};  // of the last position, by the open card
    Score sum_;                               // of all its columns
    Wanted wanted_;                           // from it
};

}  // namespace unriddle::freecell
