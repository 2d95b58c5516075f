#include "sokoban/fess/hotspots.h"

#include "sokoban/board/push_graph.h"

namespace unriddle::sokoban::fess {

Hotspots::Hotspots(const PreparedLevel& prepared, Control& control) {
    if (prepared.squares() > most_cells) return;
    cells_ = prepared.squares();
    takes_.assign(cells_ * cells_, 0);
    for (Square way = 0; way < cells_; ++way) {
        if (prepared.is_dead[way] || prepared.is_goal[way]) continue;
        control.check_limits();
        Mask walls = prepared.walls;
        walls[way] = 1;
        PushGraph graph(prepared, walls);
        for (std::size_t goal = 0; goal < prepared.goals.size(); ++goal) {
            const Distances now = graph.pushes_to({&prepared.goals[goal], 1});
            for (std::size_t box = 0; box < cells_; ++box) {
                if (box == way || prepared.is_goal[box] || now[box] != unreachable) continue;
                if (prepared.to_goal[goal][box] != unreachable) takes_[way * cells_ + box] = 1;
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
