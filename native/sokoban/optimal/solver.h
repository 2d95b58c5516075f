// The solver `optimal`: the cheapest solution of a level with proof, or the best bounds it can
// give.
#pragma once

#include <cstdint>

#include "core/control.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

// A* alone settles most levels. Where it does not, within so many expansions or a share of the
// time, the expert and a greedy search look for a solution, which is polished: it bounds the
// optimum, and lets A* leave out what cannot be cheaper.
struct Patience {
    std::uint64_t head_start = 100'000, slice = 5'000;  // expansions
    std::uint64_t greedy_expansions = 400'000, polishing = 200'000;
};

// Ends with the cheapest solution, or proves that there is none. If a limit ends it, it has the
// best solution that it met on the way, if any, unproved.
Outcome solve_optimally(const Level& level, DeadlockRules rules, Control& control,
                        const Patience& patience = {});

}  // namespace unriddle::sokoban
