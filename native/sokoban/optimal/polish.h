// The solver `polish`: makes a given solution shorter, and never longer.
//
// A window of the solution, from one position on it to a later one, is a level of its own: the
// boxes have to get to where they are at its end, and the player to where the next push begins. A*
// looks for a cheaper way (search.h), within a number of expansions, and knows the cost of the
// present one. Windows grow from a few pushes to the whole solution, and their searches with them;
// a size is repeated, from window to overlapping window, as long as it gains anything. The last
// window may end in any solved position.
//
// The cost is that of the rules, and of two solutions that cost the same the one with fewer pushes
// (or moves, if pushes are counted) is better.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.h"
#include "core/domain.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// `plan`, which must solve the level, made cheaper within so many expansions, or as far as
// `control` allows; without a plan the expert looks for one first. Throws std::invalid_argument for
// a wrong plan.
Outcome polished(const Level& level, const std::vector<Action>& plan, std::uint64_t expansions,
                 Control& control);

}  // namespace unriddle::sokoban
