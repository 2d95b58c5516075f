#include "sokoban/board/pushes.h"

#include <stdexcept>

#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

std::vector<Action> with_walks(const Board& board, const Squares& boxes, Square player,
                               std::span<const Push> pushes) {
    Mask full = board.with(boxes);
    Walks walks(board);
    std::vector<Action> plan;
    for (const auto& [box, direction] : pushes) {
        const Square behind = board.next[box][opposite(direction)];
        walks.from(player, full);
        if (!walks.reached(behind)) throw std::logic_error("a solution walks where it cannot");
        for (const std::uint8_t step : walks.path_to(behind)) plan.push_back(step);
        const Square to = board.next[box][direction];
        if (!full[box] || full[to]) throw std::logic_error("a solution pushes what it cannot");
        plan.push_back(static_cast<Action>(4 + direction));
        full[box] = 0;
        full[to] = 1;
        player = box;
    }
    return plan;
}

}  // namespace unriddle::sokoban
