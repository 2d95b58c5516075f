// The solvers of FreeCell that only the engine has, by the names that users type.
#pragma once

#include <vector>

#include "freecell/rules.h"
#include "search/solver.h"

namespace unriddle::freecell {

// `short` reads the setting `positions`: see short.h.
extern const std::vector<Named<Solver<Game>>> solvers;

}  // namespace unriddle::freecell
