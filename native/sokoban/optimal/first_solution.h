// Any solution to begin with, from the expert: a bound for `optimal`, and something to polish.
#pragma once

#include "search/control.h"
#include "search/outcome.h"
#include "sokoban/board.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

// What the expert says within these limits and those of `control`, or the limit that ended it. Throws
// an Interruption where `control` is at its end.
Outcome ask_expert(const Level& level, DeadlockRules rules, Limits limits, Control& control);

}  // namespace unriddle::sokoban
