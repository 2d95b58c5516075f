// `short`: a short solution soon, and shorter ones the longer it may run.
//
// `fast` gives the first plan, or proves that there is none. Then beams (beams.h), each wider than
// the one before, look only for better ones: every improvement is told at once, and is the answer
// when a limit ends the run. A beam that forgets nothing proves the best plan optimal. What is
// minimised is the cost of the puzzle's own rules, whatever they count.
#pragma once

#include <cstdint>

#include "core/control.h"
#include "freecell/board.h"
#include "freecell/domain.h"
#include "search/outcome.h"

namespace unriddle::freecell {

// It is content after the beams have looked at `positions`. `start` is the initial position of the
// puzzle.
Outcome solve_shortly(const Position& start, const FreeCell& puzzle, std::uint64_t positions,
                      Control& control);

}  // namespace unriddle::freecell
