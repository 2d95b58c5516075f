// What every part of the expert works with on one level: its geometry, its tables, its scratch.
#pragma once

#include "search/control.h"
#include "sokoban/deadlock/rules.h"
#include "sokoban/expert/flood.h"
#include "sokoban/expert/freeze.h"
#include "sokoban/expert/hotspots.h"
#include "sokoban/expert/journeys.h"
#include "sokoban/expert/matching.h"
#include "sokoban/expert/rooms.h"
#include "sokoban/expert/terrain.h"

namespace unriddle::sokoban::expert {

struct Toolbox {
    Toolbox(const Arena& level, Control& watched, DeadlockRules chosen)
        : arena(level),
          control(watched),
          rules(chosen),
          flood(level),
          freeze(level, chosen.freeze),
          journeys(level, flood),
          open(level, level.blocked),
          rooms(level),
          hotspots(level, watched),
          reach_(level.size()) {}

    // Pushes from a cell to every other on the empty board.
    const Distances& pushes_from(Cell cell) {
        if (reach_[cell].empty()) reach_[cell] = open.pushes_from({&cell, 1});
        return reach_[cell];
    }

    // The sides of `box` on which the player, in the region flooded last, can stand.
    unsigned sides(Cell box) const {
        unsigned mask = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell beside = arena.next[box][d];
            if (beside != arena.wall() && flood.reached(beside)) mask |= 1u << d;
        }
        return mask;
    }

    const Arena& arena;
    Control& control;
    const DeadlockRules rules;
    Flood flood;
    Freeze freeze;
    Journeys journeys;
    Terrain open;
    Rooms rooms;
    Hotspots hotspots;
    Assignment assignment;

  private:
    std::vector<Distances> reach_;
};

}  // namespace unriddle::sokoban::expert
