#include "sokoban/expert/arena.h"

#include <algorithm>

#include "search/dice.h"
#include "sokoban/expert/terrain.h"

namespace unriddle::sokoban::expert {

namespace {

// The squares of the level that stay floor: without the dead ends, one after the other.
std::vector<Index> useful_squares(const Level& level) {
    std::vector<Index> squares = level.floor;
    const auto holds = [](const std::vector<Index>& sorted, Index square) {
        return std::binary_search(sorted.begin(), sorted.end(), square);
    };
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<Index> kept;
        for (const Index square : squares) {
            int ways = 0;
            for (const Index step : {-level.width, level.width, Index{-1}, Index{1}}) {
                ways += holds(squares, square + step) ? 1 : 0;
            }
            const bool needed = ways > 1 || square == level.player ||
                                holds(level.goals, square) || holds(level.boxes, square);
            if (needed) kept.push_back(square);
        }
        changed = kept.size() != squares.size();
        squares = std::move(kept);
    }
    return squares;
}

Level with_floor(Level level, const std::vector<Index>& floor) {
    level.floor = floor;
    return level;
}

}  // namespace

Arena::Arena(const Level& level)
    : frame(useful_squares(level)), board(with_floor(level, frame)) {
    const std::size_t cells = size();
    const auto number = [this](Index square) {
        const auto found = std::lower_bound(frame.begin(), frame.end(), square);
        if (found == frame.end() || *found != square) return wall();
        return static_cast<Cell>(found - frame.begin());
    };
    next.assign(cells + 1, {wall(), wall(), wall(), wall()});
    const std::array<Index, 4> steps = {-level.width, level.width, -1, 1};
    for (std::size_t cell = 0; cell < cells; ++cell) {
        for (std::size_t d = 0; d < 4; ++d) next[cell][d] = number(frame[cell] + steps[d]);
    }
    blocked.assign(cells + 1, 0);
    blocked[cells] = 1;
    is_goal.assign(cells + 1, 0);
    is_base.assign(cells + 1, 0);
    for (const Index square : level.goals) goals.push_back(number(square));
    for (const Index square : level.boxes) bases.push_back(number(square));
    for (const Cell goal : goals) is_goal[goal] = 1;
    for (const Cell base : bases) is_base[base] = 1;
    player = number(level.player);

    Terrain open(*this, blocked);
    for (const Cell goal : goals) to_goal.push_back(open.pushes_to({&goal, 1}));
    for (const Cell base : bases) from_base.push_back(open.pushes_from({&base, 1}));
    is_dead.assign(cells + 1, 1);
    spread.assign(cells + 1, 0);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        for (const Distances& distance : to_goal) {
            if (distance[cell] == unreachable) continue;
            is_dead[cell] = 0;
            spread[cell] += distance[cell];
        }
    }

    Dice dice(0x50C0BA4);
    const auto draw = [&dice](std::vector<std::uint64_t>& keys, std::size_t count) {
        keys.resize(count);
        for (auto& key : keys) key = dice.next();
    };
    draw(box_key, cells + 1);
    draw(player_key, cells + 1);
    draw(base_key, bases.size());
}

Distances walks(const Arena& arena, Cell start) {
    Distances distance(arena.size() + 1, unreachable);
    Cells queue = {start};
    distance[start] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Cell to : arena.next[queue[i]]) {
            if (to == arena.wall() || distance[to] != unreachable) continue;
            distance[to] = static_cast<std::uint16_t>(distance[queue[i]] + 1);
            queue.push_back(to);
        }
    }
    return distance;
}

}  // namespace unriddle::sokoban::expert
