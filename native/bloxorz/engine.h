#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bloxorz/stage.h"
#include "search/any_engine.h"

namespace unriddle::bloxorz {

// Throws std::invalid_argument if the stage makes no sense or does not fit (domain.h).
std::shared_ptr<const AnyEngine> make_engine(const Stage& stage);

// The names of its searches.
std::vector<std::string> searches();

}  // namespace unriddle::bloxorz
