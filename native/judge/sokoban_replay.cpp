#include <algorithm>
#include <array>
#include <stdexcept>

#include "judge/replay.h"

namespace unriddle::judge {

Replayed replay_sokoban(const SokobanStart& start, const SokobanCosts& costs, const Plan& plan) {
    check(start);
    const auto at = [](int square) { return static_cast<std::size_t>(square); };
    const auto last = *std::max_element(start.floor.begin(), start.floor.end());
    std::vector<bool> is_floor(at(last + 2 * start.width)), is_goal(is_floor), is_box(is_floor);
    for (const int square : start.floor) is_floor[at(square)] = true;
    for (const int square : start.goals) is_goal[at(square)] = true;
    for (const int square : start.boxes) is_box[at(square)] = true;
    const auto bears = [&](int square) { return square >= 0 && is_floor[at(square)]; };
    const auto where = [&](int square) {
        return row_and_column(square / start.width, square % start.width);
    };

    const std::array<int, 4> steps = {-start.width, start.width, -1, 1};
    int player = start.player;
    auto astray = std::count_if(start.boxes.begin(), start.boxes.end(),
                                [&](int box) { return !is_goal[at(box)]; });
    const auto play = [&](int move, int& cost) -> std::string {
        if (move < 0 || move >= 8) throw std::invalid_argument("not a move of Sokoban");
        const int step = steps[at(move % 4)], target = player + step, beyond = target + step;
        if (!bears(target)) return "there is a wall at " + where(target);
        if (is_box[at(target)]) {
            if (!bears(beyond) || is_box[at(beyond)]) {
                return "the box at " + where(target) + " cannot be pushed, " +
                       (bears(beyond) ? "another box" : "a wall") + " is behind it";
            }
            is_box[at(target)] = false;
            is_box[at(beyond)] = true;
            astray += is_goal[at(target)] - is_goal[at(beyond)];
            cost = costs.push;
        } else {
            cost = costs.walk;
        }
        player = target;
        return {};
    };
    return replayed(plan, play, [&] { return astray == 0; });
}

}  // namespace unriddle::judge
