// What the searches for short solutions minimise, and which moves they need to look at.
//
// The cost is always that of the puzzle's own rules. Where every card that goes home costs one,
// by itself or not, and the puzzle does not force unsafe cards home, a search may do less:
//
//   - Safe cards go home at once, by Raymond's rule, under any `autoplay` of the puzzle. Take
//     any solution, and a safe card X that lies open. Nothing ever has to be laid on X: of the
//     cards that fit, each is home or may go home whenever it lies open, and so may what fits on
//     those. Let X go home now, let each of these cards go home where the solution lays it on X or
//     on one of them, and leave out their later moves. What is left of the solution is legal: no
//     other card ever lay on them, so every column is as before without them, with at least as
//     many empty columns and cells. And it costs no more: each card still goes home once, and the
//     other moves are the same or fewer, of as many cards or fewer.
//   - Where single cards are counted, sequences need not move as one: the price of such a move is
//     that of some way to make it card by card (moves.h), and by the point above safe cards that
//     go home on that way do no harm.
//
// Then the puzzle's rule for autoplay does not matter: the plan says every move home that the
// puzzle does not make itself, and pays the same for it. In all other cases (player moves where
// autoplay is free; forced greedy moves) the search plays exactly by the puzzle's rules.
#pragma once

#include "freecell/layout.h"
#include "freecell/moves.h"
#include "freecell/rules.h"

namespace unriddle::freecell {

struct Metric {
    explicit Metric(const Rules& rules)
        : home_is_counted(rules.counted != Counted::player || rules.autoplay == Autoplay::none),
          free_to_settle(home_is_counted && rules.autoplay != Autoplay::greedy),
          singly(free_to_settle && rules.counted == Counted::cards),
          as_one(rules.counted != Counted::cards),
          autoplay(free_to_settle ? Autoplay::raymond : rules.autoplay) {}

    bool home_is_counted;  // does every card that goes home cost one?
    bool free_to_settle;   // do we choose what goes home by itself, before the first move too?
    bool singly;           // is it enough to move single cards?
    bool as_one;           // does a sequence that moves cost one?
    Autoplay autoplay;     // by which rule cards go home by themselves

    // What a move costs from a position where it is legal, and `automatic` cards go home after it.
    int price(const Table& table, const Layout& before, const Shift& shift, int automatic) const {
        const int after = home_is_counted ? automatic : 0;
        if (as_one || shift.count == 1) return 1 + after;
        const int columns = table.empty_columns(before) - (shift.to == Shift::To::empty_column);
        return single_moves(shift.count, table.empty_cells(before), columns) + after;
    }
};

}  // namespace unriddle::freecell
