// `optimal`: a cheapest solution, with the proof that none costs less.
//
// A* over layouts (layout.h) with the exact deadlock estimate (deadlock_bound.h). Metric.h says
// which moves are looked at and why those are enough. The estimate is consistent, so a position is
// expanded once; should the estimate have run out of patience somewhere, a position that is reached
// more cheaply later is opened again, and the proof holds all the same.
//
// Two quick beams (beams.h) look for a short solution first. Its cost is the upper bound: positions
// whose cost and estimate reach it are not even stored. The lower bound is the least sum of cost
// and estimate that is open. Both are shown on the way, and when a limit ends the search its best
// plan so far is the answer, without the claim that it is optimal.
#pragma once

#include <cstddef>
#include <vector>

#include "core/control.h"
#include "freecell/deadlock_bound.h"
#include "freecell/domain.h"
#include "search/outcome.h"

namespace unriddle::freecell {

// What changes how soon it answers, and no answer.
struct Effort {
    std::vector<std::size_t> beams = {64, 512};  // their widths
    int patience = DeadlockBound::usual_patience;
};

Outcome solve_optimally(const FreeCell& puzzle, Control& control, const Effort& effort = {});

// The solver `best`: a first plan at once (fast.h), then shorter ones (short.h) and a proof, which
// take turns. Ends with the proof, or some time after the first plan: see Control::end_after.
Outcome solve_best(const FreeCell& puzzle, double seconds, Control& control);

}  // namespace unriddle::freecell
