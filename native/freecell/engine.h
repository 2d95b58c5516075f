#pragma once

#include <memory>

#include "freecell/board.h"
#include "freecell/rules.h"
#include "search/any_engine.h"

namespace unriddle::freecell {

// Throws std::invalid_argument if the position makes no sense.
std::shared_ptr<const AnyEngine> make_engine(const Position& start, const Rules& rules);

}  // namespace unriddle::freecell
