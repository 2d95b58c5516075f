// The solver of Bloxorz that only the engine has, by the name that users type.
#pragma once

#include <array>

#include "bloxorz/stage.h"
#include "search/solver.h"

namespace unriddle::bloxorz {

// `best` reads the setting `seconds`: see Control::end_after. A* alone settles most stages; where
// it does not within a head start, a greedy search finds a plan first.
Outcome solve_best(const Stage& stage, const Settings& settings, Control& control);

inline constexpr std::array<Named<Solver<Stage>>, 1> solvers{{{"best", solve_best}}};

}  // namespace unriddle::bloxorz
