// What the fast search thinks of a position: small is good. And how long it may think so.
#pragma once

#include <array>
#include <cstdint>

#include "freecell/cards.h"

namespace unriddle::freecell::fast {

struct Weights {
    int card;                  // that is not home
    int break_;                // a card out of sequence
    int cover;                 // a card on the next card of a suit,
    int behind;                //   less for every rank by which the suit is ahead of the last one,
    int least;                 //   but at least this
    int king;                  // bonus of a king at the bottom of a column
    int homeless;              // a card in a cell that fits on no column
    int depth;                 // a move so far
    int slot;                  // bonus of a card, wherever it is, that would fit on a column
    int mobile;                // bonus of a column whose open card fits on another
    int spread;                // a rank between the first suit and the last
    std::array<int, 5> cells;  // by the number of free cells, 4 or more
    std::array<int, 5> columns;  // bonus by the number of empty columns, 4 or more
    int partial;                 // the most cards that leave a longer sequence for an empty column
    int loss;                    // by how much a move may make the position worse
};

// For `partial` and `loss`: nothing is left out.
constexpr int every_part = king, any_loss = 1'000'000;

// A search with a point of view and a number of moves that it may look at.
struct Phase {
    Weights weights;
    Autoplay autoplay;
    std::uint32_t moves;
};

}  // namespace unriddle::freecell::fast
