// The estimates of puzzles/sokoban/heuristics.py, for boxes that are given in reading order.
#pragma once

#include <optional>
#include <span>

#include "containers/metered.h"
#include "search/named.h"
#include "sokoban/board/assignment.h"
#include "sokoban/board/freeze.h"
#include "sokoban/textbook/eight_goals.h"
#include "sokoban/textbook/push_distances.h"

namespace unriddle::sokoban {

// A sum of at most two parts. All are 0 where the level is solved.
struct Heuristic {
    enum class Pushes { none, matching, freeze } pushes = Pushes::none;  // `LeastPushes`
    double (*rest)(const Board&, std::span<const Square> boxes, Square player) = nullptr;
};

std::span<const Named<Heuristic>> heuristics();

// The assignment problem: the twin of matching.py.
//
// Distances are whole numbers, so this one counts in whole numbers. The least sum is one number
// however it is found, and far below 2^53, so it is the double that Python has. Up to eight goals
// have a way of their own (eight_goals.h).
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

// A bound on the pushes: it costs microseconds, and asks only where the boxes are, so its users
// remember the answers (memo.h).
class LeastPushes {
  public:
    // `freeze`: infinity for dead squares and frozen boxes off goals too, as in deadlocks.py.
    LeastPushes(const Board& board, bool freeze, Control& control);
    LeastPushes(const LeastPushes&) = delete;  // its parts refer to each other
    LeastPushes& operator=(const LeastPushes&) = delete;

    double operator()(std::span<const Square> boxes);

  private:
    const Board& board_;
    PushDistances distances_;
    CheapestMatching matching_;
    Mask is_dead_;
    std::optional<Freeze> freeze_;
};

}  // namespace unriddle::sokoban
