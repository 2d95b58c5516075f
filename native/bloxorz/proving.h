// The prover of Bloxorz: every state within reach. A move is its number among the legal moves.
#pragma once

#include "bloxorz/stage.h"
#include "core/control.h"
#include "search/proof.h"

namespace unriddle::bloxorz {

// Throws an Interruption where a limit ends it, and std::invalid_argument if the stage makes no
// sense or does not fit (domain.h).
Proof prove(const Stage& stage, Control& control);

}  // namespace unriddle::bloxorz
