#include "sokoban/deadlock/area.h"

namespace unriddle::sokoban {

Area::Area(const Board& board, std::span<const Square> squares,
           std::span<const std::uint8_t> is_dead, Control& control)
    : squares_(squares.begin(), squares.end(), Metered<Square>(control)),
      node_(board.squares(), nothing, Metered<std::uint8_t>(control)),
      steps_(squares.size(), {}, Metered<std::array<Step, 4>>(control)),
      arrivals_(Metered<Arrival>(control)) {
    const auto live_end = std::stable_partition(squares_.begin(), squares_.end(),
                                                [&](Square square) { return !is_dead[square]; });
    lives_ = static_cast<std::size_t>(live_end - squares_.begin());
    for (std::size_t i = 0; i < squares_.size(); ++i) {
        node_[squares_[i]] = static_cast<std::uint8_t>(i);
        if (board.is_goal[squares_[i]]) goals_ |= Boxes{1} << i;
    }
    // The parts of the outside; where they are too many the last ones count as one.
    std::size_t nodes = squares_.size();
    MeteredVector<Square> queue{Metered<Square>(control)};
    for (std::size_t start = 0; start < board.squares(); ++start) {
        if (node_[start] != nothing) continue;
        const auto node = static_cast<std::uint8_t>(std::min(nodes, most_nodes - 1));
        nodes = node + std::size_t{1};
        node_[start] = node;
        queue.assign(1, static_cast<Square>(start));
        for (std::size_t next = 0; next < queue.size(); ++next) {
            for (const Way& way : board.ways[queue[next]]) {
                if (way.target == nowhere || node_[way.target] != nothing) continue;
                node_[way.target] = node;
                queue.push_back(way.target);
            }
        }
    }
    all_ = nodes == most_nodes ? ~Region{0} : (Region{1} << nodes) - 1;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const Square to = board.ways[squares_[i]][direction].target;
            if (to == nowhere) continue;
            const std::uint8_t node = node_[to];
            steps_[i][direction] = {node, !is_dead[to]};
            near_[i] |= Region{1} << node;
            near_[node] |= Region{1} << i;
            // A box on `to`, if that is outside, pushed the other way arrives here.
            const Square feet = board.ways[to][direction].target;
            if (node < squares_.size() || i >= lives_ || feet == nowhere) continue;
            arrivals_.push_back({node_[feet], node, static_cast<std::uint8_t>(i)});
        }
    }
}

}  // namespace unriddle::sokoban
