#include "sokoban/expert/solution.h"

#include <algorithm>
#include <stdexcept>

namespace unriddle::sokoban::expert {

std::vector<Push> pushes_along(Toolbox& tools, const std::vector<FeatureSearch::Stand>& stands) {
    std::vector<Push> pushes;
    for (std::size_t i = 1; i < stands.size(); ++i) {
        const FeatureSearch::Stand& before = stands[i - 1];
        const FeatureSearch::Stand& after = stands[i];
        Mask full = tools.arena.blocked;
        for (const Cell box : before.boxes) full[box] = 1;
        Journey journey{};
        journey.from = after.from;
        journey.to = after.to;
        journey.player = after.player;
        tools.flood.from(before.player, full);
        const auto part = tools.journeys.route<false>(full, journey, tools.sides(journey.from),
                                                      [](Cell, std::size_t) { return true; });
        pushes.insert(pushes.end(), part.begin(), part.end());
    }
    return pushes;
}

std::vector<Action> with_walks(const Level& level, const Arena& arena,
                               const std::vector<Push>& pushes) {
    const Board board(level);  // the level as it is: walks may use squares that the arena left out
    std::vector<std::uint8_t> full(board.squares(), 0);
    for (const Square box : board.numbers(level.boxes)) full[box] = 1;
    Square player = board.number(level.player);
    std::vector<Action> plan;
    std::vector<std::uint8_t> came(board.squares());
    for (const Push& push : pushes) {
        const Square box = board.number(arena.frame[push.box]);
        const Square feet = board.ways[box][opposite_of(push.direction)].target;
        const Square to = board.ways[box][push.direction].target;
        constexpr std::uint8_t unseen = 9, start = 8;
        std::fill(came.begin(), came.end(), unseen);
        std::vector<Square> queue = {player};
        came[player] = start;
        for (std::size_t i = 0; i < queue.size() && (feet == nowhere || came[feet] == unseen); ++i) {
            for (std::uint8_t d = 0; d < 4; ++d) {
                const Square next = board.ways[queue[i]][d].target;
                if (next == nowhere || full[next] || came[next] != unseen) continue;
                came[next] = d;
                queue.push_back(next);
            }
        }
        if (feet == nowhere || to == nowhere || came[feet] == unseen || !full[box] || full[to]) {
            throw std::logic_error("the expert found a plan that cannot be played");
        }
        std::vector<Action> walk;
        for (Square at = feet; came[at] != start;) {
            walk.push_back(came[at]);
            at = board.ways[at][opposite_of(came[at])].target;
        }
        plan.insert(plan.end(), walk.rbegin(), walk.rend());
        plan.push_back(static_cast<Action>(4 + push.direction));
        full[box] = 0;
        full[to] = 1;
        player = box;
    }
    return plan;
}

}  // namespace unriddle::sokoban::expert
