// PI-corrals: parts of the board that must be opened sooner or later, and might as well be now.
//
// A corral is a part that the player cannot reach; its border are the boxes next to it. Look at the
// pushes of border boxes that are possible if no other box stands on the board, leaving out those
// that lose at once. If each of them goes into the corral and the player can make it now, then this
// is a PI-corral. If besides a border box is off goal (or a goal inside is empty and every goal
// is needed), then every solution pushes a border box at some time, and its first such push can be
// made first: until then the player does not enter the corral and no box does, so the pushes before
// it do not mind. The number of pushes stays the same, hence:
//   - where pushes are counted, no other push has to be looked at here: an optimal solution begins
//     with one of these;
//   - if there is no such push, the position is lost, whatever is counted.
// The walks of the player do not stay the same, so nothing more follows where moves are counted.
//
// A corral may consist of several regions: they are joined while a push leads from one to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/metered.h"
#include "sokoban/deadlock/pairs.h"

namespace unriddle::sokoban {

struct Push {
    std::uint16_t box;       // its place in the list of boxes
    std::uint8_t direction;  // see board.h
};

class Corrals {
  public:
    enum class Finding { nothing, corral, dead };

    // `pairs` may be null.
    Corrals(const Board& board, const LoneBox& lone, const Pairs* pairs, Control& control);

    // Looks for the PI-corral with the fewest pushes, which `pushes` then holds; of a dead position
    // it has none. `is_box` and `is_reached` (by the player) are by square.
    Finding find(std::span<const Square> boxes, const std::uint8_t* is_box,
                 const std::uint8_t* is_reached);

    std::span<const Push> pushes() const { return best_; }
    // The border of the last corral that was found, by their places in the list of boxes.
    std::span<const std::uint16_t> border() const { return best_border_; }

  private:
    static constexpr std::uint16_t outside = 0xFFFF;  // of all corrals

    void label(const std::uint8_t* is_box, const std::uint8_t* is_reached);
    bool examine(std::span<const Square> boxes, const std::uint8_t* is_box,
                 const std::uint8_t* is_reached);
    void find_border(std::span<const Square> boxes);
    bool loses(std::span<const Square> boxes, std::size_t box, Square to) const;
    bool has_work(std::span<const Square> boxes, const std::uint8_t* is_box) const;
    bool is_inside(Square square) const {
        return region_[square] != outside && joined_[region_[square]];
    }

    const Board& board_;
    const LoneBox& lone_;
    const Pairs* pairs_;
    std::uint16_t regions_ = 0;
    MeteredVector<std::uint16_t> region_;  // by square
    MeteredVector<std::uint8_t> joined_;   // by region: does it belong to the corral in hand?
    MeteredVector<Square> queue_;
    MeteredVector<std::uint8_t> on_border_;  // by square
    MeteredVector<std::uint16_t> border_, best_border_;
    MeteredVector<Push> found_, best_;
};

}  // namespace unriddle::sokoban
