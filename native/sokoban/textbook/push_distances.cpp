#include "sokoban/textbook/push_distances.h"

#include <algorithm>

#include "sokoban/board/push_graph.h"

namespace unriddle::sokoban {

PushDistances::PushDistances(const Board& board, Control& control)
    : goals_(board.goals.size()), table_(board.squares() * goals_, never, control) {
    const PushGraph graph(board, board.walls);
    for (std::size_t goal = 0; goal < goals_; ++goal) {
        std::size_t visited = 0;
        table_[board.goals[goal] * goals_ + goal] = 0;
        graph.search<true>({&board.goals[goal], 1},
                           [&](Square square, unsigned, std::uint32_t pushes) {
                               Pushes& least = table_[square * goals_ + goal];
                               least = std::min(least, static_cast<Pushes>(pushes));
                               ++visited;
                           });
        if (visited > 4096) control.check_limits();
    }
}

bool PushDistances::is_dead(Square square) const {
    return std::all_of(from(square), from(square) + goals_,
                       [](Pushes pushes) { return pushes == never; });
}

}  // namespace unriddle::sokoban
