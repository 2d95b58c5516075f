// The expert of Sokoban: any solution, soon. See docs/sokoban.md for the method.
#pragma once

#include <string>

#include "search/outcome.h"
#include "sokoban/board.h"

namespace unriddle::sokoban::expert {

constexpr Index most_columns = 64;
constexpr Index most_rows = 64;
constexpr std::size_t most_boxes = 100;

// How many positions the plain search may look at before the others begin.
constexpr std::uint64_t plain_positions = 2000;

// Why the expert does not take the level; empty if it does.
std::string refusal(const Level& level);

// `solved` with a plan, `exhausted` with a proof that there is none; limits are thrown as
// `Interruption`. Throws std::invalid_argument for a level that it refuses.
Outcome solve(const Level& level, Control& control, std::uint64_t plain_first = plain_positions);

}  // namespace unriddle::sokoban::expert
