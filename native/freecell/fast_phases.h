// What the fast search thinks of a position: small is good. And its phases, in their order: found
// by trying, see docs/freecell.md.
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

// What goes home by itself.
inline constexpr Autoplay all = Autoplay::greedy, safe = Autoplay::raymond;

// clang-format off
inline constexpr std::array<Phase, 13> phases = {{
// card, break, cover, behind, least, king, homeless, depth, slot, mobile, spread,
//     {by free cells}, {by empty columns}, partial, loss; what goes home, moves
{{5, 15, 5, 1, 3, 5, 2, 8, 2, 2, 11, {40, 27, 12, 0, -11}, {0, 20, 44, 66, 87}, 0, -1}, all, 1495},
{{3, 16, 2, 1, 3, 10, -1, 9, 5, 7, 3, {39, 19, 6, -5, 10}, {0, 27, 63, 91, 109}, 0, -1}, all, 2727},
{{0, 23, 3, 1, 2, 7, 1, 8, 3, -2, 3, {49, 25, 14, 0, 0}, {0, 37, 54, 74, 82}, 0, 15}, all, 1400},
{{9, 19, 6, 0, 4, 7, 3, 3, 0, 0, 0, {40, 26, 9, 7, -1}, {0, 22, 42, 47, 56}, 0, 3}, all, 1524},
{{0, 12, 2, 2, 2, 20, 0, 8, 1, -2, 4, {43, 34, 17, 1, 0}, {0, 26, 53, 73, 81}, 0, 8}, all, 3200},
{{6, 15, 2, 1, 2, 8, 1, 6, 2, 2, 7, {41, 31, 12, 0, 2}, {0, 20, 43, 50, 70}, 13, -1}, all, 4300},
{{5, 15, 4, 1, 3, 8, 3, 6, 1, 2, 11, {41, 23, 12, 0, 0}, {0, 19, 42, 49, 61}, 0, -1}, safe, 2900},
{{1, 17, 6, 1, 2, 16, 1, 9, 0, -3, 6, {36, 19, 4, 4, 0}, {0, 19, 47, 87, 80}, 0, 8}, all, 1650},
{{6, 14, 4, 0, 2, 10, 0, 9, 5, 2, -2, {37, 23, 6, 3, 0}, {0, 25, 54, 72, 70}, 0, -1}, all, 7100},
{{0, 12, 2, 2, 2, 20, 1, 8, 1, -2, 4, {60, 34, 17, 1, 0}, {0, 27, 54, 74, 82}, 0, 8}, all, 14800},
{{6, 15, 2, 1, 2, 8, 1, 6, 2, 2, 11, {41, 23, 12, 0, 0}, {0, 20, 43, 50, 37}, 0, -1}, all, 12300},
{{5, 13, 2, 1, 0, 19, 1, 8, -2, -2, 5, {43, 29, 13, 0, -3}, {0, 24, 61, 68, 87}, 0, 8}, all, 3503},
{{2, 16, 2, 10, 2, 14, -5, 12, 9, -3, 11, {42, 24, 15, 0, -3}, {0, 35, 59, 94, 71}, 0, 13}, all, 65506},
}};

// This one leaves nothing out, so it may end with a proof.
inline constexpr Phase complete_phase = {
{0, 12, 2, 2, 2, 16, 1, 8, 1, -2, 4, {43, 34, 17, 0, 0}, {0, 27, 54, 74, 82}, every_part, any_loss},
safe, 1000000};
// clang-format on

}  // namespace unriddle::freecell::fast
