// Small boards with what the deadlock rules are made of, and the answers to all their positions.
#pragma once

#include <algorithm>

#include "sokoban/board/push_costs.h"
#include "sokoban/board/push_graph.h"
#include "tests/sokoban_oracle.h"

namespace unriddle::tests {

using sokoban::PushCosts;
using sokoban::PushGraph;
using sokoban::Sides;

// A board with all that the rules are made of, and the answers to all positions with its boxes.
struct Situation {
    Situation(std::uint64_t seed, const Kind& kind) : Situation(seed, kind, kind.boxes) {}
    // With more boxes than the level is lively with: to find that out takes long with many.
    Situation(std::uint64_t seed, const Kind& kind, std::size_t lively_with)
        : rng(seed),
          level(lively_level(rng, {kind.rows, kind.columns, kind.most_squares, lively_with,
                                   kind.goals, kind.walls, kind.symmetric})),
          board(level),
          plain(board),
          graph(board, board.walls),
          sides(board, graph, control),
          costs(board, graph, {}, control),
          boxes(kind.boxes),
          all(board, kind.boxes) {}

    // Calls `visit(boxes, player)` for every position without boxes on dead squares, once for each
    // region of the player, who stands on its lowest square.
    void each_position(auto&& visit) const {
        each_set(board.squares(), boxes, [&](Bits set) {
            const Squares list = squares_of(set);
            if (std::any_of(list.begin(), list.end(),
                            [&](Square box) { return costs.is_dead()[box] != 0; })) {
                return;
            }
            for (const Bits region : plain.regions(set)) {
                visit(set, static_cast<Square>(std::countr_zero(region)));
            }
        });
    }

    Control control;
    SplitMix64 rng;
    Level level;
    Board board;
    PlainBoard plain;
    PushGraph graph;
    Sides sides;
    PushCosts costs;
    std::size_t boxes;
    AllPositions all;
};

inline void on_cases(std::uint64_t count, const Kind& kind, auto&& check) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        IN_CASE(seed);
        Situation one(seed, kind);
        check(one);
    }
}

// The same on boards with more room and more boxes.
inline const Kind roomy{5, 5, 21, 4, 4, 16}, full_house{5, 5, 21, 5, 5, 8};
inline void on_larger_cases(std::uint64_t count, auto&& check) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        IN_CASE(seed);
        Situation one(seed + 77, seed % 2 == 0 ? roomy : full_house, 3);
        check(one);
    }
}

// Are these boxes lost by themselves, for a player on this square? There may be goals to spare
// then.
inline bool lost_alone(const Board& board, Bits boxes, Square player) {
    return AllPositions(board, static_cast<std::size_t>(std::popcount(boxes))).lost(boxes, player);
}

}  // namespace unriddle::tests
