// The stages of the fast search, in their order: found by trying, see docs/freecell.md.
#pragma once

#include <array>

#include "freecell/fast_weights.h"

namespace unriddle::freecell::fast {

// clang-format off
inline constexpr std::array<Stage, 9> stages = {{
    // card, break, cover, behind, least, king, homeless, depth, slot, mobile, spread,
    //     {by free cells}, {by empty columns}, partial, loss; moves
    {{6, 15, 4, 1, 2, 8, 1, 6, 2, 2, 7, {41, 23, 12, 0, 0}, {0, 20, 43, 50, 70}, 0, -1}, 873},
    {{6, 14, 4, 0, 2, 10, 0, 9, 5, 2, -3, {37, 23, 6, 3, 0}, {0, 25, 54, 72, 70}, 0, -1}, 1285},
    {{2, 16, 3, 1, 2, 14, 0, 8, 6, -3, 10, {51, 25, 17, 0, 0}, {0, 30, 52, 74, 83}, 0, 15}, 1534},
    {{0, 12, 2, 2, 2, 14, 1, 8, 3, -2, 4, {43, 25, 17, 1, 0}, {0, 30, 54, 74, 82}, 0, 8}, 4391},
    {{2, 13, 6, 1, 2, 16, 1, 9, 0, -3, 9, {36, 25, 4, 4, 0}, {0, 30, 47, 87, 80}, 0, 8}, 7621},
    {{2, 13, 6, 1, 2, 13, 1, 9, 0, -3, 9, {36, 25, 4, 4, 0}, {0, 23, 52, 87, 80}, 0, 8}, 24094},
    {{0, 12, 2, 2, 2, 14, 1, 8, 3, -2, 4, {43, 25, 17, 1, 0}, {0, 30, 54, 74, 82}, 0, 8}, 60000},
    {{4, 16, 3, 0, 3, 12, 0, 5, 2, 1, 4, {40, 26, 12, 3, 0}, {0, 30, 52, 70, 80}, 13, 30}, 100000},
    {{8, 18, 6, 0, 6, 7, 3, 3, 0, 0, 0, {40, 26, 9, 4, 0}, {0, 22, 36, 54, 60}, 13, 1000}, 600000},
}};
// clang-format on

}  // namespace unriddle::freecell::fast
