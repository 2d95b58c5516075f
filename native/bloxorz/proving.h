// A certificate that a stage of Bloxorz has no solution, for a judge who knows the rules only
// (judge/bloxorz.h, docs/proofs.md): every state within reach.
#pragma once

#include <cstdint>
#include <vector>

#include "bloxorz/stage.h"
#include "core/control.h"

namespace unriddle::bloxorz {

struct Proof {
    bool is_solvable = false;            // then there is no more to it
    std::vector<std::uint32_t> parents;  // of all states but the start, like the next
    std::vector<std::uint32_t> moves;    // by number among the legal moves of the parent
};

// Throws an Interruption where a limit ends it, and std::invalid_argument if the stage makes no
// sense or has more than 256 bridges.
Proof prove(const Stage& stage, Control& control);

}  // namespace unriddle::bloxorz
