// The least number of moves that do not go home, by the cards that wait for each other:
// the heart of Paul and Helmert's deadlock heuristic ("Optimal Solitaire Game Solutions Using A*
// Search and Deadlock Analysis", 2016), here over cycles of any length and with the exact minimum.
//
// A card goes home directly if its next move is its last. Let c lie above x in a column, and x be
// of lower rank than d in one suit. Then c leaves its place before x does, and x is home before d:
// if d goes home directly, c has left its place before d leaves its own. We say c waits for
// nothing, but d *waits for* c, and write c -> d, for every d that some x below c blocks. If all
// cards on a cycle went home directly, each would leave before itself. So on every cycle at least
// one card steps aside, which costs a move that does not go home.
//
// The first moves of two cards are the same move only where a sequence moves as one and both cards
// lie in one sequence of one column now. So with `as_one` the unit that steps aside is a sequence,
// and without it a card. The estimate is the least number of units whose removal leaves no cycle:
//   - admissible: the units whose cards do not all go home directly are such a set, and each of
//     them makes a move of its own that does not go home;
//   - consistent: a move home takes away a card that is on no cycle, and the minimum stays; another
//     move takes the cards of one unit away, and puts them where they add nothing that this same
//     unit, put back into the set, would not remove: the minimum sinks by one at most.
//
// The minimum is found by branching over the cards of a shortest cycle. That is exponential in
// principle and a few dozen nanoseconds in practice; after `patience` branches what is proved so
// far is returned, which is still admissible.
#pragma once

#include <array>

#include "freecell/layout.h"

namespace unriddle::freecell {

class DeadlockBound {
  public:
    static constexpr int usual_patience = 2000;

    // The table must live as long as this.
    DeadlockBound(const Table& table, bool as_one, int patience = usual_patience);

    // The estimate of a position, of which it is known that it lies between these bounds. A move
    // changes it by one at most, and into a cell it never grows: to know the estimate before a move
    // saves most of the work.
    int operator()(const Layout& layout, int least = 0, int most = deck_size);

  private:
    // Cards that lie on each other, from the bottom of a column upwards.
    struct Pile {
        Cards blocked = 0;  // the cards of the deck that go home only after one of these
        Cards free = 0;     // the cards of these in units that might go home directly
        int forced = 0;     // how many units have a card that waits for itself
    };
    struct Links {
        std::array<Cards, deck_size> blocked{};  // c -> every card of `blocked[c]`
        std::array<Cards, deck_size> unit{};     // what steps aside together with a card
    };

    void lay_on(Pile& pile, Cards sequence, Links& links) const;
    Cards on_cycles(Cards cards) const;
    int disjoint_pairs(Cards cards, Cards& pair) const;
    Cards shortest_cycle(Cards cards) const;
    bool broken_by(int units, Cards cards);

    const Table* table_;
    bool as_one_;
    std::array<Pile, deck_size> below_{};  // what lies below a card at the start, if it is buried
    Links at_start_;
    Links links_;         // of the position that is looked at
    const int patience_;  // the most branches for one position
    int left_ = 0;        // of these, for the position that is looked at
};

}  // namespace unriddle::freecell
