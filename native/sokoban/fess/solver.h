// The expert of Sokoban: any solution, soon. See docs/sokoban.md for the method.
#pragma once

#include <string>

#include "search/outcome.h"
#include "sokoban/board/board.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban::fess {

constexpr Index most_columns = 64;
constexpr Index most_rows = 64;
constexpr std::size_t most_boxes = 100;
constexpr unsigned most_threads = 16;  // more than there are members

struct Options {
    // How many positions the plain search may look at before the others begin.
    std::uint64_t plain_first = 2000;
    DeadlockRules rules = {};
    // With several the members of the portfolio search at the same time, and the first solution
    // ends it: which one that is depends on the machine. With one it is always the same.
    unsigned threads = 1;
};

// Why the expert does not take the level; empty if it does.
std::string refusal(const Level& level);

// `solved` with a plan, `exhausted` with a proof that there is none; limits are thrown as
// `Interruption`. Throws std::invalid_argument for a level that it refuses.
Outcome solve(const Level& level, Control& control, const Options& options = {});

}  // namespace unriddle::sokoban::fess
