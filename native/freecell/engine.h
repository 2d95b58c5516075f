#pragma once

#include <memory>
#include <string>
#include <vector>

#include "freecell/rules.h"
#include "search/any_engine.h"

namespace unriddle::freecell {

// Throws std::invalid_argument if the position makes no sense.
std::shared_ptr<const AnyEngine> make_engine(const Game& game);

// The names of its searches.
std::vector<std::string> searches();

}  // namespace unriddle::freecell
