#include "sokoban/fess/hotspots.h"

#include "sokoban/board/push_graph.h"

namespace unriddle::sokoban::fess {

Hotspots::Hotspots(const Arena& arena, Control& control) {
    if (arena.squares() > most_cells) return;
    cells_ = arena.squares();
    takes_.assign(cells_ * cells_, 0);
    for (Square way = 0; way < cells_; ++way) {
        if (arena.is_dead[way] || arena.is_goal[way]) continue;
        control.look();
        Mask walls = arena.walls;
        walls[way] = 1;
        PushGraph graph(arena, walls);
        for (std::size_t goal = 0; goal < arena.goals.size(); ++goal) {
            const Distances now = graph.pushes_to({&arena.goals[goal], 1});
            for (std::size_t box = 0; box < cells_; ++box) {
                if (box == way || arena.is_goal[box] || now[box] != unreachable) continue;
                if (arena.to_goal[goal][box] != unreachable) takes_[way * cells_ + box] = 1;
            }
        }
    }
}

int Hotspots::count(std::span<const Square> boxes) const {
    if (cells_ == 0) return 0;
    int hot = 0;
    for (const Square way : boxes) {
        for (const Square box : boxes) {
            if (takes_[way * cells_ + box] == 0) continue;
            ++hot;
            break;
        }
    }
    return hot;
}

}  // namespace unriddle::sokoban::fess
