// Questions about pulling that both backward searches ask.
#pragma once

#include "sokoban/fess/context.h"

namespace unriddle::sokoban::fess {

// Can a player in the region of `player` pull any box of `full`?
bool can_pull(Context& context, Square player, const Mask& full);

// The regions of the solved board in which the player may have ended, by their lowest squares; the
// largest region first.
Squares endings(Context& context, const Squares& goals);

}  // namespace unriddle::sokoban::fess
