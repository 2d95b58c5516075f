// Questions about pulling that both backward searches ask.
#pragma once

#include <span>

#include "sokoban/expert/toolbox.h"

namespace unriddle::sokoban::expert {

// Can a player in the region of `player` pull any box of `full`?
bool can_pull(Toolbox& tools, Cell player, const Mask& full);

// The regions of the solved board in which the player may have ended, by their lowest cells; the
// largest region first.
Cells endings(Toolbox& tools, std::span<const Cell> goals);

}  // namespace unriddle::sokoban::expert
