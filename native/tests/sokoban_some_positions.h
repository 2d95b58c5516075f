// Positions of small boards to solve, at several prices.
#pragma once

#include <array>

#include "tests/sokoban_oracle.h"

namespace unriddle::tests {

struct Prices {
    Cost walk, push;
};
inline constexpr std::array prices = {Prices{0, 1}, Prices{1, 1}, Prices{1, 0}, Prices{3, 2},
                                      Prices{1, 4}};

inline const Kind small{4, 5, 18, 3, 3, 10}, crowded{4, 5, 16, 4, 4, 14}, spare{4, 5, 17, 2, 4, 14},
    narrow{3, 7, 17, 3, 3, 20};

// Calls `visit(boxes, player)` for some positions.
inline void some_positions(const Board& board, std::size_t boxes, SplitMix64& rng, int share,
                           auto&& visit) {
    each_set(board.squares(), boxes, [&](Bits set) {
        for (Square player = 0; player < board.wall(); ++player) {
            if ((set & bit(player)) == 0 && roll(rng, share) == 0) visit(set, player);
        }
    });
}

}  // namespace unriddle::tests
