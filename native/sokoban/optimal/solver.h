// The solver `optimal`: the cheapest solution of a level with proof, or the best bounds it can give.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/run.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// A run that ends with the cheapest solution, or proves that there is none. If a limit ends it, it
// has the best solution that it met on the way, if any, unproved. `without` names rules to leave
// out; throws std::invalid_argument for a name that is none, and for a level out of order.
std::unique_ptr<Run> solve_optimally(Level level, const std::vector<std::string>& without,
                                     Limits limits);

}  // namespace unriddle::sokoban
