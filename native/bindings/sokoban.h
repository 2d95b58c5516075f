// A Sokoban level as Python sees it.
#pragma once

#include "bindings/problem.h"
#include "sokoban/solvers.h"
#include "sokoban/textbook/engine.h"

namespace unriddle {

using SokobanLevel = ProblemOf<sokoban::Level, sokoban::make_engine, sokoban::solvers>;

}  // namespace unriddle
