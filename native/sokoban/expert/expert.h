// The expert of Sokoban: any solution, soon. See docs/sokoban.md for the method.
#pragma once

#include <string>

#include "search/outcome.h"
#include "sokoban/board.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban::expert {

constexpr Index most_columns = 64;
constexpr Index most_rows = 64;
constexpr std::size_t most_boxes = 100;

struct Options {
    // How many positions the plain search may look at before the others begin.
    std::uint64_t plain_first = 2000;
    DeadlockRules rules = {};
};

// Why the expert does not take the level; empty if it does.
std::string refusal(const Level& level);

// `solved` with a plan, `exhausted` with a proof that there is none; limits are thrown as
// `Interruption`. Throws std::invalid_argument for a level that it refuses.
Outcome solve(const Level& level, Control& control, const Options& options = {});

}  // namespace unriddle::sokoban::expert
