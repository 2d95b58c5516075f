// A Bloxorz stage as Python sees it.
#pragma once

#include <array>

#include "bindings/problem.h"
#include "bloxorz/engine.h"

namespace unriddle {

inline constexpr std::array<Named<Solver<bloxorz::Stage>>, 0> no_solvers{};

using BloxorzStage = ProblemOf<bloxorz::Stage, bloxorz::make_engine, no_solvers>;

}  // namespace unriddle
