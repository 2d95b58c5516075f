// The estimates of puzzles/sokoban/heuristics.py, for boxes that are given in reading order.
#pragma once

#include <optional>
#include <span>

#include "search/named.h"
#include "sokoban/board/freeze.h"
#include "sokoban/textbook/cheapest_matching.h"
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
