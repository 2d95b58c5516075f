// Random keys for hashes of positions: that of a position is the exclusive or of its keys, so a
// push changes it in a few operations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/rng.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class Zobrist {
  public:
    explicit Zobrist(const Board& board) {
        SplitMix64 rng(0x50C0BA4);
        for (auto* keys : {&box_, &player_}) {
            for (std::size_t square = 0; square <= board.squares(); ++square) {
                keys->push_back(rng.next());
            }
        }
    }

    std::uint64_t box(Square square) const { return box_[square]; }
    std::uint64_t player(Square square) const { return player_[square]; }

    std::uint64_t boxes(std::span<const Square> squares) const {
        std::uint64_t hash = 0;
        for (const Square square : squares) hash ^= box_[square];
        return hash;
    }

  private:
    std::vector<std::uint64_t> box_, player_;  // by square
};

}  // namespace unriddle::sokoban
