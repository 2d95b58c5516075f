// A certificate that a Sokoban level has no solution, for a judge who knows the rules only
// (judge/sokoban.h, docs/proofs.md).
//
// Breadth first over pushes. A position that a claim covers is not kept; all others are. Neither
// PI-corrals nor symmetries narrow the search: the judge would not follow.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// As in judge/sokoban.h.
struct Claim {
    bool by_goals;
    std::vector<Index> boxes;
    Index player;
    std::vector<Index> frozen;
};

struct Proof {
    bool is_solvable = false;            // then there is no more to it
    std::vector<std::uint32_t> parents;  // of all positions but the start, like the next
    std::vector<std::int64_t> moves;     // 4 * square of the box + direction
    std::vector<Claim> claims;
};

// Throws an Interruption where a limit ends it.
Proof prove(const Level& level, Control& control);

}  // namespace unriddle::sokoban
