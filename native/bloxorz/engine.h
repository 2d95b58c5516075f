#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bloxorz/stage.h"
#include "search/any_engine.h"

namespace unriddle::bloxorz {

// The narrow engine where the stage fits, else the wide one; throws std::invalid_argument if the
// stage makes no sense or has more than 256 bridges.
std::shared_ptr<const AnyEngine> make_engine(const Stage& stage);

// The names of its searches.
std::vector<std::string> searches();

// `Bloxorz<4>`, which has a source file of its own because compiling every search takes a while.
std::shared_ptr<const AnyEngine> make_wide_engine(const Stage& stage, Board board);

}  // namespace unriddle::bloxorz
