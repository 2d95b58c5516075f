// Claims of a certificate (judge/sokoban.h says what they mean): which positions they cover, and a
// finder of such as the judge is sure to accept.
//
// Boxes that a rule of deadlock/ finds lost are looked at once more: alone on the board, by
// a search that leaves nothing out, as the judge will do it. Only what that confirms, within an
// allowance, is claimed; and of the boxes as many as possible are left out first, so that the claim
// covers as many positions as possible. Rules that rest on every goal being needed are not asked.
// On a large board only the rules are asked that need no table of pairs of squares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sokoban/board/freeze.h"
#include "sokoban/deadlock/deadlock_finder.h"
#include "sokoban/deadlock/frozen_board.h"
#include "sokoban/proving/isolated_boxes.h"

namespace unriddle::sokoban {

struct LossClaim {
    bool by_goals = false;
    Squares boxes;  // in ascending order, like the frozen ones
    Square player = 0;
    Squares frozen = {};
};

class Claims {
  public:
    Claims(const Board& board, Pusher& pusher) : pusher_(pusher), with_first_(board.squares()) {}

    void add(LossClaim claim);
    // Is one of them about this position?
    bool cover(PositionView position) const;
    const std::vector<LossClaim>& all() const { return claims_; }

  private:
    struct Shape {
        Squares boxes;             // with the frozen ones, in ascending order
        std::vector<bool> region;  // by square
    };

    Pusher& pusher_;
    std::vector<LossClaim> claims_;
    std::vector<Shape> shapes_;                           // of the claims
    std::vector<std::vector<std::uint32_t>> with_first_;  // by square: claims with that first box
};

class ClaimFinder {
  public:
    // For positions with this number of boxes.
    ClaimFinder(const Board& board, std::size_t boxes, Pusher& pusher, Control& control);

    // A claim that holds and covers the position, if one is found.
    std::optional<LossClaim> find(PositionView position);

  private:
    // Are the boxes lost by themselves? It is known or found out with a limited number of
    // positions; `most` becomes the number that it took.
    bool is_lost(const Squares& boxes, Square player, std::size_t& most);
    std::optional<LossClaim> on_large_board(const Squares& boxes, Square player);
    std::optional<LossClaim> by_search(Squares boxes, Square player);
    std::optional<LossClaim> by_goals(PositionView position);
    bool lacks_goals(const Squares& boxes, const Squares& frozen, Square player);
    Squares frozen_at_home(Squares boxes);

    const Board& board_;
    Pusher& pusher_;
    IsolatedBoxes alone_;
    std::map<Position, IsolatedBoxes::Finding> known_;
    std::optional<DeadlockFinder> finder_;  // not for a board too large for its tables
    const Mask nothing_;
    const Mask dead_;  // by square; wherever the player were, no box comes home from these
    Freeze hold_;      // dead squares do not count
    Freeze freeze_;
    Flood flood_;
    FrozenBoards goals_;
    std::map<Squares, std::unique_ptr<FrozenBoard>> frozen_boards_;
};

}  // namespace unriddle::sokoban
