// What the bindings see of FreeCell. A position that makes no sense is a std::invalid_argument.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "freecell/rules.h"
#include "search/any_engine.h"
#include "search/solver.h"

namespace unriddle::freecell {

std::shared_ptr<const AnyEngine> make_engine(const Game& game);

// The names of its searches.
std::vector<std::string> searches();

// The solvers that only the engine has, by the names that users type. `short` reads the setting
// `positions`: see short.h.
extern const std::vector<Named<Solver<Game>>> solvers;

// The prover: every position that single cards lead to, where safe cards go home at once. A move is
// 64 * card + destination. What moves cost, and autoplay, do not matter.
Outcome prove(const Game& game, Control& control);

}  // namespace unriddle::freecell
