// Several threads that search the same level: the first to know the answer ends the others.
#pragma once

#include "sokoban/fess/solver.h"

namespace unriddle::sokoban::fess {

// As `solve`, with `options.threads` threads of its own. The calling thread waits and looks after
// the clock, Ctrl-C and the stop.
Outcome race(const Level& level, Control& control, const Options& options);

}  // namespace unriddle::sokoban::fess
