// The assignment problem: the twin of matching.py.
//
// Distances are whole numbers, so this one counts in whole numbers. The least sum is one number
// however it is found, and far below 2^53, so it is the double that Python has. Up to eight goals have
// a way of their own (eight_goals.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "search/metered.h"
#include "sokoban/distances.h"
#include "sokoban/eight_goals.h"

namespace unriddle::sokoban {

class Matching {
  public:
    using Pushes = PushDistances::Pushes;

    Matching(const PushDistances& distances, Control& control);

    // The least sum of distances with a goal of its own for each box; infinity if there is none.
    double operator()(std::span<const Square> boxes);

  private:
    static constexpr std::uint16_t nobody = 0xFFFF;
    static constexpr std::uint16_t newcomer = 0xFFFE;

    // What is known about a goal. The first two stay from box to box, the others are for one box.
    struct Goal {
        Pushes price;
        std::uint16_t owner;     // the box that it belongs to, or `nobody`
        std::uint16_t previous;  // the goal whose owner wants this one, or `newcomer`
        Pushes distance;
        bool settled;
    };

    bool enter(std::span<const Square> boxes, std::size_t box);

    std::optional<EightGoals> eight_goals_;
    const PushDistances& distances_;
    MeteredVector<Goal> goals_;
    MeteredVector<Pushes> box_price_;
};

}  // namespace unriddle::sokoban
