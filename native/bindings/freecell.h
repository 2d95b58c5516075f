// A FreeCell position and its rules as Python sees them.
#pragma once

#include "bindings/problem.h"
#include "freecell/engine.h"
#include "freecell/solvers.h"

namespace unriddle {

using FreeCellGame = ProblemOf<freecell::Game, freecell::make_engine, freecell::solvers>;

}  // namespace unriddle
