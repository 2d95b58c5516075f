// A certificate that a FreeCell position has no solution, for a judge who knows the rules only
// (judge/freecell.h, docs/proofs.md): every position that single cards lead to, where safe cards go
// home at once.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control.h"
#include "freecell/board.h"

namespace unriddle::freecell {

struct Proof {
    bool is_solvable = false;            // then there is no more to it
    std::vector<std::uint32_t> parents;  // of all positions but the start, like the next
    std::vector<std::uint32_t> moves;    // 64 * card + destination: a card, or one of
    static constexpr std::uint32_t cell = 52, empty_column = 53, home = 54;
};

// Throws an Interruption where a limit ends it.
Proof prove(const Position& start, Control& control);

}  // namespace unriddle::freecell
