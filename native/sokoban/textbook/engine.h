#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/any_engine.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// The engine that suits the size of the board; throws std::invalid_argument if the level makes no
// sense, or has more than 1,024 boxes on more than 256 squares.
std::shared_ptr<const AnyEngine> make_engine(const Level& level);

// The names of its searches.
std::vector<std::string> searches();

// The three sizes have source files of their own because compiling every search takes a while.
std::shared_ptr<const AnyEngine> make_small_engine(const Level& level);   // lanes.h
std::shared_ptr<const AnyEngine> make_medium_engine(const Level& level);  // bits.h
std::shared_ptr<const AnyEngine> make_large_engine(const Level& level);   // list.h

}  // namespace unriddle::sokoban
