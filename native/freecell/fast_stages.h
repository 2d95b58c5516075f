// The stages of the fast search, in their order: found by trying, see docs/freecell.md.
#pragma once

#include <array>

#include "freecell/fast_weights.h"

namespace unriddle::freecell::fast {

// clang-format off
inline constexpr std::array<Stage, 4> stages = {{
    // card break cover behind least king homeless depth slot mobile spread
    {{7, 15, 4, 1, 2, 6, 1, 8, 1, 3, 5, {40, 23, 8, 2, 0}, {0, 20, 41, 56, 60}, 0}, 860},
    {{7, 13, 4, 0, 2, 4, 0, 8, 2, 1, 7, {40, 27, 8, 0, 0}, {0, 25, 45, 68, 60}, 0}, 1144},
    {{10, 18, 6, 0, 6, 7, 3, 4, 0, 0, 0, {40, 26, 9, 4, 0}, {0, 22, 36, 54, 60}, 13}, 8000},
    {{10, 18, 6, 0, 6, 7, 3, 1, 0, 0, 0, {40, 26, 9, 4, 0}, {0, 22, 36, 54, 60}, 13}, 100000},
}};
// clang-format on

}  // namespace unriddle::freecell::fast
