#include "sokoban/fess/prepared_level.h"

#include <algorithm>

#include "sokoban/board/flood.h"

namespace unriddle::sokoban::fess {

namespace {

// The level without its dead ends, which are taken off one after the other.
Level without_dead_ends(Level level) {
    const auto holds = [](const std::vector<Index>& sorted, Index square) {
        return std::binary_search(sorted.begin(), sorted.end(), square);
    };
    for (std::size_t before = 0; before != level.floor.size();) {
        before = level.floor.size();
        std::vector<Index> kept;
        for (const Index square : level.floor) {
            int neighbours = 0;
            for (const Index step : {-level.width, level.width, Index{-1}, Index{1}}) {
                neighbours += holds(level.floor, square + step) ? 1 : 0;
            }
            const bool needed = neighbours > 1 || square == level.player ||
                                holds(level.goals, square) || holds(level.boxes, square);
            if (needed) kept.push_back(square);
        }
        level.floor = std::move(kept);
    }
    return level;
}

}  // namespace

PreparedLevel::PreparedLevel(const Level& level)
    : Board(without_dead_ends(level)),
      bases(numbers(level.boxes)),
      player(number(level.player)),
      graph(*this, walls),
      is_dead(squares() + 1, 1),
      from_a_base(squares() + 1, 0),
      zobrist(*this),
      spread(squares() + 1, 0) {
    for (const Square goal : goals) to_goal.push_back(graph.pushes_to({&goal, 1}));
    for (const Square base : bases) from_base.push_back(graph.pushes_from({&base, 1}));
    for (Square square = 0; square < wall(); ++square) {
        for (const Distances& distance : from_base) {
            from_a_base[square] |= distance[square] != unreachable;
        }
        for (const Distances& distance : to_goal) {
            if (distance[square] == unreachable) continue;
            is_dead[square] = 0;
            spread[square] += distance[square];
        }
    }
    SplitMix64 rng(bases.size());
    for (std::size_t base = 0; base < bases.size(); ++base) base_key.push_back(rng.next());
}

Distances walks(const PreparedLevel& prepared, Square start) {
    Distances distance(prepared.squares() + 1, unreachable);
    Walks walks(prepared);
    walks.from(start, prepared.walls);
    for (const Square square : walks.squares()) distance[square] = walks.steps_to(square);
    return distance;
}

}  // namespace unriddle::sokoban::fess
