// Finds claims about lost positions, such as the judge is sure to accept.
//
// Whatever rule of deadlock/ finds boxes lost, they are looked at once more: alone on the board, by a
// search that leaves nothing out, as the judge will do it. Only what that confirms, within an
// allowance, is claimed; and of the boxes as many as possible are left out first, so that the claim
// covers as many positions as possible. Rules that rest on every goal being needed are not asked.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sokoban/deadlock/freeze.h"
#include "sokoban/deadlock/verdict.h"
#include "sokoban/proving/alone.h"
#include "sokoban/proving/claims.h"

namespace unriddle::sokoban {

class ClaimFinder {
  public:
    // For positions with so many boxes. On a board that is too large nothing is found.
    ClaimFinder(const Board& board, std::size_t boxes, Pusher& pusher, Control& control);

    // A claim that holds and covers the position, if one is found.
    std::optional<LossClaim> find(PositionView position);

  private:
    using Boxes = std::vector<Square>;

    // Boxes that are walls, and what the others then cost.
    struct Ground {
        Ground(const Board& board, const Boxes& frozen, Control& control);
        std::vector<std::uint8_t> is_wall;
        Sides sides;
        LoneBox lone;
    };

    // Are the boxes lost by themselves? It is known or found out with at most so many positions;
    // `most` becomes the number that it took.
    bool is_lost(const Boxes& boxes, Square player, std::size_t& most);
    std::optional<LossClaim> by_search(Boxes boxes, Square player);
    std::optional<LossClaim> by_goals(PositionView position);
    bool lacks_goals(const Boxes& boxes, const Boxes& frozen, Square player);
    Boxes frozen_at_home(Boxes boxes);
    const Ground& ground(const Boxes& frozen);

    const Board& board_;
    Control& control_;
    Pusher& pusher_;
    Alone alone_;
    std::map<Position, Alone::Finding> known_;
    std::optional<LossFinder> finder_;  // not for a board too large for its tables
    const std::vector<std::uint8_t> nothing_;  // by square
    Freeze hold_;                              // dead squares do not count
    std::map<Boxes, std::unique_ptr<Ground>> grounds_;
};

}  // namespace unriddle::sokoban
