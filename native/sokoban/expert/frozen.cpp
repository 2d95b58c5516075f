#include "sokoban/expert/frozen.h"

#include <utility>

namespace unriddle::sokoban::expert {

Ground* Grounds::find(std::span<const Cell> boxes, Cells& frozen) {
    const Arena& arena = tools_.arena;
    frozen.clear();
    tools_.freeze.find(boxes, arena.blocked, frozen);
    std::uint64_t key = 0;
    for (const Cell box : frozen) {
        if (!arena.is_goal[box]) return nullptr;
        key ^= arena.box_key[box];
    }
    if (!tools_.rules.frozen_walls) {
        frozen.clear();
        key = 0;
    }
    if (kept_.size() > most_kept_) kept_.clear();
    std::unique_ptr<Ground>& ground = kept_[key];
    if (ground != nullptr) return ground.get();
    Mask walls = arena.blocked;
    for (const Cell box : frozen) walls[box] = 1;
    ground = std::make_unique<Ground>(arena, std::move(walls));
    return ground.get();
}

Ground::Ground(const Arena& arena, Mask walls)
    : terrain(arena, std::move(walls)), alive(arena.size() + 1, 0) {
    for (const Cell goal : arena.goals) {
        if (terrain.is_wall(goal)) continue;
        goals.push_back(goal);
        reach.push_back(terrain.sides_to({&goal, 1}));
        for (std::size_t cell = 0; cell < arena.size(); ++cell) alive[cell] |= reach.back()[cell];
    }
}

bool Grounds::goals_suffice(Ground& ground, std::span<const Cell> boxes, Cell player) {
    if (!tools_.rules.matching) return true;
    loose_.clear();
    sides_.clear();
    alone_ = ground.terrain.walls();
    for (const Cell box : boxes) {
        if (ground.terrain.is_wall(box)) continue;
        unsigned sides = ground.terrain.open_sides(box);
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides >> d & 1) == 0 || ground.terrain.joined(box, d) == sides) continue;
            alone_[box] = 1;  // the box divides the floor even when it is alone: on which side are we?
            tools_.flood.from(player, alone_);
            alone_[box] = 0;
            sides = tools_.sides(box);
            break;
        }
        loose_.push_back(box);
        sides_.push_back(static_cast<std::uint8_t>(sides));
    }
    return tools_.assignment.exists(loose_.size(), ground.goals.size(),
                                    [&](std::size_t box, std::size_t goal) {
                                        // A box on a goal is home, even where nobody can reach it.
                                        return loose_[box] == ground.goals[goal] ||
                                               (ground.reach[goal][loose_[box]] & sides_[box]) != 0;
                                    });
}

}  // namespace unriddle::sokoban::expert
