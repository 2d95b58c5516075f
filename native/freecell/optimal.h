// `optimal`: a cheapest solution, with the proof that none costs less.
//
// A* over layouts (layout.h) with the exact deadlock estimate (steps_aside.h). Metric.h says which
// moves are looked at and why those are enough. The estimate is consistent, so a position is
// expanded once; should the estimate have run out of patience somewhere, a position that is reached
// more cheaply later is opened again, and the proof holds all the same.
//
// Two quick beams (beams.h) look for a short solution first. Its cost is the upper bound: positions
// whose cost and estimate reach it are not even stored. The lower bound is the least sum of cost
// and estimate that is open. Both are shown on the way, and when a limit ends the search its best
// plan so far is the answer, without the claim that it is optimal.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "freecell/board.h"
#include "freecell/rules.h"
#include "search/run.h"

namespace unriddle::freecell {

// Throws std::invalid_argument if the position makes no sense.
std::unique_ptr<Run> make_optimal(const Position& start, const Rules& rules, const Limits& limits);

// The same after beams of other widths, or none: that changes how soon it answers, and no answer.
std::unique_ptr<Run> make_optimal_after_beams(const Position& start, const Rules& rules,
                                              const Limits& limits,
                                              std::vector<std::size_t> widths);

}  // namespace unriddle::freecell
