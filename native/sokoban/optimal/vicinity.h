// The positions near a solution, for a search that looks for a better one among them.
//
// Near are the positions of the boxes on its way, and those in which a few boxes stand elsewhere,
// each on one of the squares around its own. A window (polish.h) can change everything in a part of
// a solution; this can change a little everywhere at once, such as which box goes first. After
// Gouëzel's optimizer in JSoko.
//
// Positions are kept as hashes, 8 bytes each in a table at most half full. Two with the same hash
// let a position in that is not near, which does no harm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "containers/metered.h"
#include "core/control.h"
#include "sokoban/board/board.h"
#include "sokoban/board/pushes.h"
#include "sokoban/board/zobrist.h"

namespace unriddle::sokoban {

class Vicinity {
  public:
    // What a solution passes, and what is near it: as many boxes may stand elsewhere as `around` is
    // long, the first of them on this many squares, its own included, and so on. Squares that are
    // dead are left out, and so is all that comes after `most` positions.
    Vicinity(const Board& board, Squares boxes, std::span<const Push> solution, const Mask& is_dead,
             std::span<const std::size_t> around, std::size_t most, Control& control);

    // Is the position with this hash of its boxes (zobrist.h) near?
    bool contains(std::uint64_t boxes) const { return hashes_[slot_of(boxes)] != 0; }
    std::size_t size() const { return size_; }

  private:
    std::size_t slot_of(std::uint64_t hash) const;
    void add(std::uint64_t hash);
    void vary(Squares& boxes, std::size_t first, std::uint64_t hash,
              std::span<const std::size_t> around);

    const Zobrist zobrist_;
    const std::size_t most_;
    std::vector<Squares> nearest_;         // by square, itself first
    MeteredVector<std::uint64_t> hashes_;  // 0 for an empty slot
    Mask full_;
    std::size_t size_ = 0;
};

}  // namespace unriddle::sokoban
