// Claims of a certificate (judge/sokoban.h says what they mean), and which positions they cover.
#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace unriddle::sokoban
