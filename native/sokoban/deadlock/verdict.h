// Why a position is lost: the rule, and the boxes that it speaks of.
#pragma once

#include <string>
#include <vector>

#include "search/control.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

struct Verdict {
    std::string rule;          // see sokoban_lost.py; empty if not lost
    std::vector<Index> boxes;  // squares of the frame, as in Level
};

// Looks at the boxes and the player of `level`, and finds what the rules of this directory find. The
// simplest reason comes first, with as few boxes as the rule needs.
Verdict why_lost(const Level& level, Control& control);

}  // namespace unriddle::sokoban
