// The solver `optimal`: the cheapest solution of a level with proof, or the best bounds it can
// give.
#pragma once

#include <cstdint>

#include "core/control.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

// A* alone settles most levels, within a head start. Where it does not, the expert looks for a
// solution, which bounds the optimum from above. From then on polishing it (polish.h) and A* take
// turns, and A* leaves out what cannot be cheaper than the best solution so far.
struct Options {
    DeadlockRules rules = {};
    double seconds = 1e9;  // for a better solution than the first, see Control::end_after
    unsigned threads = 1;  // with two, polishing and A* do not take turns
    // The work of each turn, in expansions; a head start of 0 is chosen by the number of boxes.
    std::uint64_t head_start = 0, slice = 10'000;
    // For a better one of the cheapest solutions; where walks count, at most half of what the
    // proof took, because less is to be gained.
    std::uint64_t ties = 60'000;
};

// Ends with the cheapest solution, or proves that there is none. If a limit ends it, it has the
// best solution that it met on the way, if any, unproved.
Outcome solve_optimally(const Level& level, Control& control, const Options& options = {});

}  // namespace unriddle::sokoban
