// The prover of FreeCell: every position that single cards lead to, where safe cards go home at
// once. A move is 64 * card + destination.
#pragma once

#include "core/control.h"
#include "freecell/rules.h"
#include "search/proof.h"

namespace unriddle::freecell {

// Throws an Interruption where a limit ends it. What moves cost, and autoplay, do not matter.
Proof prove(const Game& game, Control& control);

}  // namespace unriddle::freecell
