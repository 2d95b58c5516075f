// Plans played by the rules: the judge of solutions, again for speed.
//
// Python's `core.replay` by the readable rules is the same judge; the two find the same cost, or
// refuse the same move for the same reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "judge/bloxorz.h"
#include "judge/freecell.h"
#include "judge/sokoban.h"

namespace unriddle::judge {

struct Replayed {
    std::uint64_t cost = 0;
    bool solved = false;
    std::size_t refused = 0;  // the number, from 1, of the first move that is not legal
    std::string reason = {};  // why it is not
};

using Plan = std::vector<int>;  // moves as numbers, see each puzzle

// What the rules say besides the start.
struct BloxorzCosts {
    std::vector<std::string> names;  // of the bridges
    bool space_counts = false;       // does a swap cost as much as a roll?
};
struct SokobanCosts {
    int walk = 1, push = 1;
};
struct FreeCellRules {
    std::string autoplay;  // none, horne, raymond or greedy
    std::string cost;      // moves, cards or player
};

// Throw std::invalid_argument if a start, or a number, makes no sense. Moves are
// - left, right, up, down, swap,
// - up, down, left, right, or the same + 4, whether or not a box is pushed,
// - source + 32 * target + 1024 * cards; a place is a column from 0, a cell from 10, or 18, home.
Replayed replay_bloxorz(const BloxorzStart& start, const BloxorzCosts& costs, const Plan& plan);
Replayed replay_sokoban(const SokobanStart& start, const SokobanCosts& costs, const Plan& plan);
Replayed replay_freecell(const FreeCellStart& start, const FreeCellRules& rules, const Plan& plan);

// Plays moves until one is not legal. `play` carries out a move, sets what it costs, and returns
// why it is not legal, or nothing.
Replayed replayed(const Plan& plan, auto&& play, auto&& is_solved) {
    Replayed played;
    for (std::size_t i = 0; i < plan.size(); ++i) {
        int cost = 0;
        std::string reason = play(plan[i], cost);
        if (!reason.empty()) return {0, false, i + 1, std::move(reason)};
        played.cost += static_cast<std::uint64_t>(cost);
    }
    played.solved = is_solved();
    return played;
}

// A square as people name it.
inline std::string row_and_column(int row, int column) {
    return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

}  // namespace unriddle::judge
