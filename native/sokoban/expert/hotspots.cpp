#include "sokoban/expert/hotspots.h"

#include "sokoban/expert/terrain.h"

namespace unriddle::sokoban::expert {

Hotspots::Hotspots(const Arena& arena, Control& control) {
    if (arena.size() > most_cells) return;
    cells_ = arena.size();
    takes_.assign(cells_ * cells_, 0);
    for (Cell way = 0; way < cells_; ++way) {
        if (arena.is_dead[way] || arena.is_goal[way]) continue;
        control.look();
        Mask walls = arena.blocked;
        walls[way] = 1;
        Terrain terrain(arena, walls);
        for (std::size_t goal = 0; goal < arena.goals.size(); ++goal) {
            const Distances now = terrain.pushes_to({&arena.goals[goal], 1});
            for (std::size_t box = 0; box < cells_; ++box) {
                if (box == way || arena.is_goal[box] || now[box] != unreachable) continue;
                if (arena.to_goal[goal][box] != unreachable) takes_[way * cells_ + box] = 1;
            }
        }
    }
}

int Hotspots::count(std::span<const Cell> boxes) const {
    if (cells_ == 0) return 0;
    int hot = 0;
    for (const Cell way : boxes) {
        for (const Cell box : boxes) {
            if (takes_[way * cells_ + box] == 0) continue;
            ++hot;
            break;
        }
    }
    return hot;
}

}  // namespace unriddle::sokoban::expert
