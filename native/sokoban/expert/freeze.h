// Boxes that will never move again.
//
// A box is held along an axis if a wall or a held box stands on either side of it, or if both sides
// are dead squares (pushed there it would be lost). Boxes held along both axes, each by walls or by
// others of the set, stay where they are in every solution: none of them can be the first to move.
// The largest such set is found by crossing out, again and again, a box that is free along an axis.
#pragma once

#include <span>

#include "sokoban/expert/arena.h"

namespace unriddle::sokoban::expert {

class Freeze {
  public:
    // Unless it is `used`, nothing is ever frozen.
    Freeze(const Arena& arena, bool used)
        : arena_(arena), used_(used), held_(arena.size() + 1, 0) {
        held_[arena.wall()] = 1;
    }

    // Is a box off goal frozen, among those touching the box just put on `cell`? `full` has every
    // wall and box, `walls` the walls (and whatever else is known to stay).
    bool loses(Cell cell, const Mask& full, const Mask& walls) {
        if (!used_ || !tight(cell, 0, full) || !tight(cell, 1, full)) return false;
        cluster_.clear();
        cluster_.push_back(cell);
        held_[cell] = 1;
        for (std::size_t i = 0; i < cluster_.size(); ++i) {
            for (const Cell to : arena_.next[cluster_[i]]) {
                if (!full[to] || walls[to] || held_[to]) continue;
                held_[to] = 1;
                cluster_.push_back(to);
            }
        }
        cross_out(cluster_, walls);
        bool lost = false;
        for (const Cell box : cluster_) {
            lost = lost || (held_[box] && !arena_.is_goal[box]);
            held_[box] = 0;
        }
        return lost;
    }

    // The frozen ones among `boxes`, appended to `frozen`.
    void find(std::span<const Cell> boxes, const Mask& walls, Cells& frozen) {
        if (!used_) return;
        cluster_.assign(boxes.begin(), boxes.end());
        for (const Cell box : boxes) held_[box] = 1;
        cross_out(cluster_, walls);
        for (const Cell box : boxes) {
            if (held_[box]) frozen.push_back(box);
            held_[box] = 0;
        }
    }

  private:
    // Could the axis be closed at all?
    bool tight(Cell cell, std::size_t axis, const Mask& full) const {
        const Cell one = arena_.next[cell][2 * axis], other = arena_.next[cell][2 * axis + 1];
        return full[one] || full[other] || (arena_.is_dead[one] && arena_.is_dead[other]);
    }

    bool held_along(Cell cell, std::size_t axis, const Mask& walls) const {
        const Cell one = arena_.next[cell][2 * axis], other = arena_.next[cell][2 * axis + 1];
        return walls[one] || walls[other] || held_[one] || held_[other] ||
               (arena_.is_dead[one] && arena_.is_dead[other]);
    }

    void cross_out(const Cells& boxes, const Mask& walls) {
        for (bool changed = true; changed;) {
            changed = false;
            for (const Cell box : boxes) {
                if (!held_[box] || (held_along(box, 0, walls) && held_along(box, 1, walls))) continue;
                held_[box] = 0;
                changed = true;
            }
        }
    }

    const Arena& arena_;
    const bool used_;
    Mask held_;
    Cells cluster_;
};

}  // namespace unriddle::sokoban::expert
