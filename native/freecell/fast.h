// `fast`: the default solver of FreeCell, and `proof`, its last phase alone.
//
// A portfolio: short searches with different points of view (fast_search.h), each of which solves
// about half of what the ones before it left, and at last a complete search. So every position is
// solved or proved to have no solution, unless a limit comes first.
//
// The complete search is the same search with nothing left out and with keys of 128 bits, in which
// safe cards go home by themselves (Raymond's rule), and that is all the pruning there is. It is
// sound: a safe card is one on which nothing ever needs to be laid, so in any solution it may as
// well go home as soon as it can (puzzles/freecell/rules.py). Where the puzzle itself lets all
// cards go home greedily there is nothing to choose, and the search does the same. When it has seen
// every state that can be reached, there is no solution; it expands each of them once. A state
// takes it some 400 bytes. If there are more than a few hundred thousand, the engine's greedy
// search begins again with exact keys (domain.h) and a tenth of that.
//
// Most short searches let cards go home greedily under every rule. That is a legal way to play: the
// plan says so, move by move, where the puzzle does not do it by itself (plan.h).
#pragma once

#include "core/control.h"
#include "freecell/board.h"
#include "freecell/domain.h"
#include "search/outcome.h"

namespace unriddle::freecell {

Outcome solve_fast(const FreeCell& puzzle, Control& control);
Outcome solve_completely(const FreeCell& puzzle, Control& control);

}  // namespace unriddle::freecell
