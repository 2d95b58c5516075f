// What the bindings see of Bloxorz. A stage that makes no sense, or does not fit (domain.h), is a
// std::invalid_argument.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bloxorz/stage.h"
#include "search/any_engine.h"
#include "search/solver.h"

namespace unriddle::bloxorz {

std::shared_ptr<const AnyEngine> make_engine(const Stage& stage);

// The names of its searches.
std::vector<std::string> searches();

// `best` reads the setting `seconds`: see Control::end_after. A* alone settles most stages; where
// it does not within a head start, a greedy search finds a plan first.
Outcome solve_best(const Stage& stage, const Settings& settings, Control& control);

// The solvers that only the engine has, by the names that users type.
inline constexpr std::array<Named<Solver<Stage>>, 1> solvers{{{"best", solve_best}}};

// The prover: every state within reach. A move is its number among the legal moves.
Outcome prove(const Stage& stage, Control& control);

}  // namespace unriddle::bloxorz
