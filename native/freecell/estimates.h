// The estimates of puzzles/freecell/heuristics.py.
//
// Below the sequence at its open end a column is as the deal put it: a card that is buried has not
// moved, nor has any card below it. So what the buried part of a column means for an estimate
// stands in tables, by the card that lies on it (52 bytes a card), and only sequences are walked.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/steps.h"
#include "freecell/board.h"
#include "freecell/rules.h"
#include "search/named.h"

namespace unriddle::freecell {

class Estimate;
using Heuristic = double (*)(const Estimate&, const Board&);

std::span<const Named<Heuristic>> heuristics();

class Estimate {
  public:
    // The table must live as long as this.
    Estimate(std::string_view name, const Table& table, const Rules& rules);

    double operator()(const Board& board) const { return heuristic_(*this, board); }
    double after(const Step<Board>& step, double) const { return (*this)(step.state); }

    // What the heuristics are made of:

    // Cards that lie on each other, from the bottom of a column upwards.
    struct Pile {
        Cards cards = 0;
        Cards blocked = 0;       // the cards of the deck that go home only after one of these
        Cards free = 0;          // the cards of these that might go home without stepping aside
        int forced = 0;          // how many units of these must step aside
        int above_own_suit = 0;  // how many of these lie above a lower card of their own suit
    };
    // What a card waits for, and what it can step aside with (its unit: itself, or its sequence).
    struct Waiting {
        Cards blocked = 0;  // as in the pile below it
        Cards unit = 0;
    };
    using AllWaiting = std::array<Waiting, deck_size>;

    template <class Visit>
    void each_column(const Board& board, Visit&& visit) const;
    int covering(Cards next, const Sequence& run, const Pile& below) const;
    void lay_on(Pile& pile, Cards sequence, AllWaiting& waiting) const;

    const Table* table;
    bool home_is_counted;                    // does every card that goes home cost something?
    bool as_one;                             // is a sequence that steps aside one move?
    std::array<int, deck_size> height_of{};  // how many cards are below a card at the start
    std::array<Pile, deck_size>
        pile_below{};            // which they are; nothing where the card is not buried
    AllWaiting first_waiting{};  // at the start

  private:
    Heuristic heuristic_;
};

}  // namespace unriddle::freecell
