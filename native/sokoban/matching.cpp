#include "sokoban/matching.h"

#include <limits>

namespace unriddle::sokoban {

Matching::Matching(const PushDistances& distances, Control& control)
    : distances_(distances),
      goals_(distances.goals(), Goal{}, Metered<Goal>(control)),
      box_price_(Metered<Pushes>(control)) {
    if (EightGoals::fits(distances)) eight_goals_.emplace(distances, control);
}

double Matching::operator()(std::span<const Square> boxes) {
    if (eight_goals_) return (*eight_goals_)(boxes);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    box_price_.assign(boxes.size(), 0);
    for (Goal& goal : goals_) {
        goal.price = 0;
        goal.owner = nobody;
    }
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (!enter(boxes, box)) return infinity;
    }
    std::int64_t total = 0;
    for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
        if (goals_[goal].owner == nobody) continue;
        total += distances_.from(boxes[goals_[goal].owner])[goal];
    }
    return static_cast<double>(total);
}

// Gives `box` a goal along a cheapest chain of exchanges (Dijkstra over goals).
bool Matching::enter(std::span<const Square> boxes, std::size_t box) {
    for (Goal& goal : goals_) {
        goal.distance = PushDistances::never;
        goal.settled = false;
    }
    std::size_t asking = box;
    std::uint16_t through = newcomer;
    Pushes reached = 0;
    for (;;) {
        const Pushes* const costs = distances_.from(boxes[asking]);
        const Pushes so_far = reached - box_price_[asking];
        std::size_t nearest = goals_.size();
        for (std::size_t i = 0; i < goals_.size(); ++i) {
            Goal& goal = goals_[i];
            if (goal.settled) continue;
            if (costs[i] != PushDistances::never) {
                const Pushes distance = so_far + costs[i] - goal.price;
                if (distance < goal.distance) {
                    goal.distance = distance;
                    goal.previous = through;
                }
            }
            if (nearest == goals_.size() || goal.distance < goals_[nearest].distance) nearest = i;
        }
        if (nearest == goals_.size() || goals_[nearest].distance == PushDistances::never) {
            return false;
        }
        through = static_cast<std::uint16_t>(nearest);
        reached = goals_[nearest].distance;
        if (goals_[nearest].owner == nobody) break;
        goals_[nearest].settled = true;
        asking = goals_[nearest].owner;
    }

    box_price_[box] += reached;
    for (Goal& goal : goals_) {
        if (!goal.settled) continue;
        box_price_[goal.owner] += reached - goal.distance;
        goal.price -= reached - goal.distance;
    }
    while (goals_[through].previous != newcomer) {
        const std::uint16_t before = goals_[through].previous;
        goals_[through].owner = goals_[before].owner;
        through = before;
    }
    goals_[through].owner = static_cast<std::uint16_t>(box);
    return true;
}

}  // namespace unriddle::sokoban
