// The assignment problem with at most eight goals, which 17 of the 18 course maps have.
//
// What is known about the goals lies side by side in registers of eight numbers of 16 bits, and one
// instruction of SSE 4.1 finds the smallest of eight and its place. So a look at all goals takes a
// dozen instructions and no branch. On course map 16, with seven boxes, a matching takes a sixth of
// the instructions of the loop over goals in assignment.cpp. A search meets a new arrangement of
// the boxes every few nodes, so greedy search there has a fifth fewer instructions, and two fifths
// fewer branches that are guessed wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "containers/metered.h"
#include "sokoban/textbook/push_distances.h"

namespace unriddle::sokoban {

class EightGoals {
  public:
    // Is this processor one that can do it, are there so few goals, and are they near enough that
    // no sum exceeds 16 bits?
    static bool fits(const PushDistances& distances);

    EightGoals(const PushDistances& distances, Control& control);

    // As `CheapestMatching` (estimates.h).
    double operator()(std::span<const Square> boxes) const;

  private:
    static constexpr std::size_t most_goals = 8;
    using Row = std::array<std::uint16_t, most_goals>;

    MeteredVector<Row> rows_;  // by square: the distances to the goals
};

}  // namespace unriddle::sokoban
