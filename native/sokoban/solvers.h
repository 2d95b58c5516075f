// The solvers of Sokoban that only the engine has, by the names that users type.
#pragma once

#include <string>
#include <vector>

#include "search/solver.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// `expert` reads the settings `without` (rules by name), `threads` and, if it is there,
// `plain_first`; `optimal` reads `without`; `polish` reads `plan` (action codes).
extern const std::vector<Named<Solver<Level>>> solvers;

// What a solver can do without, by name.
std::vector<std::string> rules_of(const std::string& solver);

}  // namespace unriddle::sokoban
