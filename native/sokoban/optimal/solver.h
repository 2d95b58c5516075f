// The solver `optimal`: the cheapest solution of a level with proof, or the best bounds it can give.
#pragma once

#include "search/control.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

// Ends with the cheapest solution, or proves that there is none. If a limit ends it, it has the best
// solution that it met on the way, if any, unproved.
Outcome solve_optimally(const Level& level, DeadlockRules rules, Control& control);

}  // namespace unriddle::sokoban
