// A Bloxorz stage as Python sees it.
#pragma once

#include "bindings/problem.h"
#include "bloxorz/engine.h"
#include "bloxorz/solvers.h"

namespace unriddle {

using BloxorzStage = ProblemOf<bloxorz::Stage, bloxorz::make_engine, bloxorz::solvers>;

}  // namespace unriddle
