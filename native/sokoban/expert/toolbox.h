// What every part of the expert works with on one level: its geometry, its tables, its scratch.
#pragma once

#include "search/control.h"
#include "sokoban/deadlock/proofs.h"
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
          proofs(level.board, level.bases.size(), level.is_dead, chosen, room_positions, watched),
          reach_(level.size()) {}

    // Pushes from a cell to every other on the empty board.
    const Distances& pushes_from(Cell cell) {
        if (reach_[cell].empty()) reach_[cell] = open.pushes_from({&cell, 1});
        return reach_[cell];
    }

    // Is the position lost, as far as the box just put on `cell` shows, for a player on this cell?
    // `full` has every wall and box.
    bool loses(Cell cell, Cell player, const Mask& full) {
        return freeze.loses(cell, full, arena.blocked) || proofs.lost(full.data(), cell, player);
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
    Proofs proofs;

  private:
    static constexpr std::size_t room_positions = 20'000;
    std::vector<Distances> reach_;
};

}  // namespace unriddle::sokoban::expert
