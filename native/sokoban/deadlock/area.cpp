#include "sokoban/deadlock/area.h"

#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

Area::Area(const Board& board, std::span<const Square> squares, const Mask& is_dead,
           Control& control)
    : squares_(squares.begin(), squares.end(), control),
      node_(board.squares(), nothing, control),
      steps_(squares.size(), {}, control),
      arrivals_(control) {
    const auto live_end = std::stable_partition(squares_.begin(), squares_.end(),
                                                [&](Square square) { return !is_dead[square]; });
    lives_ = static_cast<std::size_t>(live_end - squares_.begin());
    for (std::size_t i = 0; i < squares_.size(); ++i) {
        node_[squares_[i]] = static_cast<std::uint8_t>(i);
        if (board.is_goal[squares_[i]]) goals_ |= Boxes{1} << i;
    }
    // The parts of the outside; where they are too many the last ones count as one.
    std::size_t nodes = squares_.size();
    Flood flood(board);
    Mask full = board.walls;
    for (const Square square : squares_) full[square] = 1;
    for (Square start = 0; start < board.wall(); ++start) {
        if (node_[start] != nothing) continue;
        const auto node = static_cast<std::uint8_t>(std::min(nodes, most_nodes - 1));
        nodes = node + std::size_t{1};
        flood.from(start, full);
        for (const Square square : flood.squares()) node_[square] = node;
    }
    all_ = nodes == most_nodes ? ~Region{0} : (Region{1} << nodes) - 1;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const Square to = board.next[squares_[i]][direction];
            if (to == board.wall()) continue;
            const std::uint8_t node = node_[to];
            steps_[i][direction] = {node, !is_dead[to]};
            near_[i] |= Region{1} << node;
            near_[node] |= Region{1} << i;
            // A box on `to`, if that is outside, pushed the other way arrives here.
            const Square feet = board.next[to][direction];
            if (node < squares_.size() || i >= lives_ || feet == board.wall()) continue;
            arrivals_.push_back({node_[feet], node, static_cast<std::uint8_t>(i)});
        }
    }
}

}  // namespace unriddle::sokoban
