// How far from won a position looks, in points, for the beams of `short`: smaller is better.
//
// What counts: cards that are not home, cards out of sequence, cards above the next three cards of
// each suit, cards and sequences above a lower card of their own suit, full cells, and, as a gain,
// empty columns, kings at the bottom of a column, and sequences at the open ends. Below the
// sequence at its open end a column is as the deal put it, so all that stands in tables, by the
// card that lies on it. What a move changes is found without making it, unless a card goes home by
// it.
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

    // The score of any position.
    Score operator()(const Layout& layout) const;
    // Looks at a position whose neighbours will be asked for.
    void look_at(const Layout& layout);
    // The score of the position that a move leads to from this one, which was looked at last, if no
    // card goes home by it.
    Score after(const Layout& layout, const Shift& shift);

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

    // A column: its score, and what more cards on its open sequence would change.
    struct Column {
        Score score;
        int covering = 0;    // the weight of one more card
        bool waits = false;  // does a card of the sequence wait for itself?
        Cards blocked = 0;   // the cards that would
    };
    // What is counted without looking at single columns.
    struct Counts {
        int left, buried, held, empty_columns, kings_at_bottom;
    };

    Column column(const Layout& layout, Card top, const Wanted& wanted) const;
    int covering(Cards run, Card top, const Wanted& wanted) const;
    int weight(Card card, const Wanted& wanted) const;
    const Score& without(const Layout& layout, Card top);
    Score with(const Column& column, Cards run, Card top, int count) const;
    Counts counts(const Layout& layout) const;
    int points(const Counts& counts) const;

    const Table* table_;
    Weights weights_;
    bool as_one_;
    std::array<int, deck_size> height_{};  // how many cards are below a card at the start
    std::array<Pile, deck_size> below_{};  // which they are; nothing where the card is not buried
    // Of the position that was looked at last:
    Wanted wanted_;
    Counts counts_{};
    Score sum_;                                // of all columns
    std::array<Column, deck_size> columns_{};  // by the open card
    std::array<Score, deck_size> without_{};   // a column without the cards on this one,
    Cards known_ = 0;                          // if that is known
};

}  // namespace unriddle::freecell
