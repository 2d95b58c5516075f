// What every part of the solver works with on one level: its geometry, its tables, its scratch, and
// what was proved.
#pragma once

#include "core/control.h"
#include "sokoban/board/corrals.h"
#include "sokoban/board/freeze.h"
#include "sokoban/board/macro_pushes.h"
#include "sokoban/board/matching.h"
#include "sokoban/deadlock/corral_search.h"
#include "sokoban/deadlock/frozen_board.h"
#include "sokoban/deadlock/proofs.h"
#include "sokoban/fess/hotspots.h"
#include "sokoban/fess/prepared_level.h"
#include "sokoban/fess/rooms.h"

namespace unriddle::sokoban::fess {

struct Context {
    Context(const PreparedLevel& level, Control& of_search, DeadlockRules chosen)
        : prepared(level),
          control(of_search),
          rules(chosen),
          flood(level),
          freeze(level, level.is_dead),
          macro_pushes(level, flood),
          pi_corrals(level, level.is_dead),
          rooms(level),
          hotspots(level, of_search),
          proofs(level, level.bases.size(), level.is_dead, chosen, room_positions, of_search),
          frozen_boards(level, level.is_dead, chosen, flood),
          corrals(level, level.is_dead, level.bases.size(), chosen, flood, macro_pushes, proofs,
                  of_search),
          reach_(level.squares()) {}
    Context(const Context&) = delete;  // its parts refer to each other
    Context& operator=(const Context&) = delete;

    // Pushes from a square to every other on the empty board.
    const Distances& pushes_from(Square square) {
        if (reach_[square].empty()) reach_[square] = prepared.graph.pushes_from({&square, 1});
        return reach_[square];
    }

    // Does the box just put on `square` show that the position is lost, for a player on this one?
    bool loses(Square square, Square player, const Mask& full) {
        return freezes(square, full) || proofs.lost(full.data(), square, player);
    }

    // Is the position lost by what its boxes can reach, or by a closed part of the board? `frozen`
    // is what `frozen_boards` finds.
    bool is_lost(const FrozenBoard* frozen, std::span<const Square> boxes, Square player,
                 const Mask& full) {
        return frozen == nullptr || !frozen_boards.goals_suffice(*frozen, boxes, player) ||
               corrals.lost(boxes, player, full);
    }

    // Can a player in the region of `player` pull any box of `full`?
    bool can_pull(Square player, const Mask& full) {
        flood.from(player, full);
        for (const Square square : flood.squares()) {
            for (std::size_t d = 0; d < 4; ++d) {
                const Square beside = prepared.next[square][d];
                if (beside == prepared.wall() || !full[beside]) continue;
                if (!full[prepared.next[square][opposite(d)]]) return true;
            }
        }
        return false;
    }

    // The PI-corral that restricts the pushes, if any.
    Corrals::Finding find_corral(std::span<const Square> boxes, Square player, const Mask& full) {
        if (!rules.pi_corrals) return Corrals::Finding::nothing;
        return pi_corrals.find(boxes, full.data(), player, flood,
                               [this](const Mask& alone, const Squares&, Square, Square to) {
                                   return freezes(to, alone);
                               });
    }

    const PreparedLevel& prepared;
    Control& control;
    const DeadlockRules rules;
    Flood flood;
    Freeze freeze;
    MacroPushes macro_pushes;
    Corrals pi_corrals;
    Rooms rooms;
    Hotspots hotspots;
    Matching matching;
    Proofs proofs;
    FrozenBoards frozen_boards;
    CorralSearch corrals;

  private:
    static constexpr std::size_t room_positions = 20'000;

    bool freezes(Square square, const Mask& full) {
        return rules.freeze && freeze.loses(square, full.data());
    }

    std::vector<Distances> reach_;
};

}  // namespace unriddle::sokoban::fess
