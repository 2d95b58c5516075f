// All positions of a room by their distance from being solved: breadth first and backwards, single
// steps and pulls. The twin of generating/pulls.py, position for position.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/metered.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class Pulls {
  public:
    // A position is one number: a bit for each box, by square, and the square of the player above.
    static constexpr unsigned most_squares = 58;

    // As many boxes as goals. At most `most` positions, and of each layer at most `widest`, evenly
    // chosen, are kept. Throws std::invalid_argument for a room that is too large.
    Pulls(const Level& room, std::size_t most, std::size_t widest);

    // How many positions are 0, 1, 2, ... moves away.
    const std::vector<std::size_t>& layers() const { return layers_; }
    // Is every distance exact? Not where a layer was thinned.
    bool exact() const { return exact_; }
    // The square of the player and those of the boxes, of a position by its number.
    std::vector<Index> position(std::size_t number) const;

  private:
    void search(std::size_t most, std::size_t widest);

    Board board_;
    Control control_;
    MeteredVector<std::uint64_t> found_{control_};
    std::vector<std::size_t> layers_;
    bool exact_ = true;
};

}  // namespace unriddle::sokoban
