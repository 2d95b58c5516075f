// The prover of Sokoban. A move is 4 * square of the box + direction.
//
// Breadth first over pushes. A position that a claim covers is not kept; all others are. Neither
// PI-corrals nor symmetries narrow the search: the judge would not follow.
#pragma once

#include "core/control.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

Outcome prove(const Level& level, Control& control);

}  // namespace unriddle::sokoban
