// The estimates of puzzles/sokoban/heuristics.py, for boxes that are given in reading order.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "search/named.h"
#include "sokoban/textbook/cheapest_matching.h"
#include "sokoban/textbook/deadlocks.h"
#include "sokoban/textbook/push_distances.h"

namespace unriddle::sokoban {

enum class HeuristicKind : std::uint8_t { freeze, walk, matching, manhattan, euclid, player };

constexpr auto heuristics = std::to_array<Named<HeuristicKind>>({
    {"freeze", HeuristicKind::freeze},
    {"walk", HeuristicKind::walk},
    {"matching", HeuristicKind::matching},
    {"manhattan", HeuristicKind::manhattan},
    {"euclid", HeuristicKind::euclid},
    {"player", HeuristicKind::player},
});

// The three that pair boxes off goal with free goals in reading order.
double manhattan(const Board& board, std::span<const Square> boxes);
double euclid(const Board& board, std::span<const Square> boxes);
double player(const Board& board, std::span<const Square> boxes, Square player);

// The steps before the player can touch a box, as if there were no walls.
double steps_to_touch(const Board& board, std::span<const Square> boxes, Square player);

// A bound on the pushes, which the other three share: it costs microseconds, and asks only where
// the boxes are, so its users remember the answers (memo.h).
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
