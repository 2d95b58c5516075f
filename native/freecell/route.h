// The way of a search through layouts, as a plan for the puzzle.
#pragma once

#include <vector>

#include "freecell/domain.h"
#include "freecell/layout.h"
#include "freecell/metric.h"
#include "search/outcome.h"

namespace unriddle::freecell {

// From the puzzle's initial position to the last layout, which is solved: each layout follows from
// the one before it by a move of the metric. Throws std::logic_error otherwise.
Outcome plan_of(const FreeCell& puzzle, const Metric& metric, const std::vector<Layout>& route);

}  // namespace unriddle::freecell
