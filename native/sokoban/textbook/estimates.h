// The estimates of puzzles/sokoban/heuristics.py, for boxes that are given in reading order.
#pragma once

#include <optional>
#include <span>

#include "search/named.h"
#include "sokoban/textbook/cheapest_matching.h"
#include "sokoban/textbook/deadlocks.h"
#include "sokoban/textbook/push_distances.h"

namespace unriddle::sokoban {

// A sum of at most two parts. All are 0 where the level is solved.
struct Heuristic {
    enum class Pushes { none, matching, freeze } pushes = Pushes::none;  // `LeastPushes`
    double (*rest)(const Board&, std::span<const Square> boxes, Square player) = nullptr;
};

std::span<const Named<Heuristic>> heuristics();

// A bound on the pushes: it costs microseconds, and asks only where the boxes are, so its users
// remember the answers (memo.h).
class LeastPushes {
  public:
    // `freeze`: infinity for a deadlock too.
    LeastPushes(const Board& board, bool freeze, Control& control);
    LeastPushes(const LeastPushes&) = delete;  // its parts refer to each other
    LeastPushes& operator=(const LeastPushes&) = delete;

    double operator()(std::span<const Square> boxes);

  private:
    PushDistances distances_;
    CheapestMatching matching_;
    std::optional<Deadlocks> deadlocks_;
};

}  // namespace unriddle::sokoban
