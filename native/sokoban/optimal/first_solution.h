// Any solution to begin with: a bound for `optimal`, and something to polish.
//
// The expert finds one almost always, but not a short one; a greedy A* finds shorter ones, where it
// finds any.
#pragma once

#include <optional>

#include "core/control.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"
#include "sokoban/deadlock/rules.h"
#include "sokoban/optimal/search.h"

namespace unriddle::sokoban {

// What the expert says within these limits and those of `control`, or the limit that ended it.
// Throws an Interruption where `control` is at its end.
Outcome ask_expert(const Level& level, DeadlockRules rules, Limits limits, Control& control);

// A solution that costs less than `most`, if a greedy search finds one within so many expansions.
std::optional<Outcome> search_greedily(const Task& task, std::uint64_t most,
                                       std::uint64_t expansions, Control& control);

}  // namespace unriddle::sokoban
