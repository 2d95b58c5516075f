// The assignment problem: the twin of matching.py.
//
// Distances are whole numbers, so this one counts in whole numbers. The least sum is one number
// however it is found, and far below 2^53, so it is the double that Python has. Up to eight goals
// have a way of their own (eight_goals.h).
#pragma once

#include <optional>
#include <span>

#include "containers/metered.h"
#include "sokoban/board/assignment.h"
#include "sokoban/textbook/eight_goals.h"
#include "sokoban/textbook/push_distances.h"

namespace unriddle::sokoban {

class CheapestMatching {
  public:
    CheapestMatching(const PushDistances& distances, Control& control);

    // The least sum of distances with a goal of its own for each box; infinity if there is none.
    double operator()(std::span<const Square> boxes);

  private:
    using Rows = Assignment<PushDistances::Pushes>;

    const PushDistances& distances_;
    Control& control_;
    std::optional<EightGoals> eight_goals_;
    std::optional<Rows> assignment_;  // made when the number of boxes is known
    MeteredVector<Rows::Row> rows_;
};

}  // namespace unriddle::sokoban
