// The twin of search/iterative_deepening.py.
#pragma once

#include <algorithm>

#include "search/metered.h"
#include "search/path.h"

namespace unriddle {

template <Domain D>
Outcome depth_limited(const D& domain, std::uint32_t limit, Control& control) {
    using State = typename D::State;
    using Waiting = typename Path<D>::Waiting;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    if (limit == 0) return {Status::stuck};
    Outcome ending{Status::exhausted};
    Path<D> path(domain, control);
    MeteredVector<Waiting> stack{Metered<Waiting>(control)};
    StepsOf<D> steps;

    stack.push_back({domain.initial(), 0, 0, 0});
    while (!stack.empty()) {
        const Waiting node = stack.back();
        stack.pop_back();
        path.go(node);
        steps.clear();
        domain.successors(node.state, steps);
        const Step<State>* goal = nullptr;
        const auto children = static_cast<std::ptrdiff_t>(stack.size());
        for (const Step<State>& step : steps) {
            if (path.holds(step.state)) continue;
            if (domain.is_goal(step.state)) {
                goal = &step;
                break;
            }
            if (node.depth + 1 == limit) {
                ending.status = Status::stuck;
            } else {
                stack.push_back({step.state, node.cost + step.cost, node.depth + 1, step.action});
            }
        }
        std::reverse(stack.begin() + children, stack.end());
        control.expansion(steps.size(), stack.size());
        if (goal) return path.solved_by(*goal);
    }
    return ending;
}

template <Domain D>
Outcome iterative_deepening(const D& domain, Control& control) {
    for (std::uint32_t limit = 0;; ++limit) {
        Outcome outcome = depth_limited(domain, limit, control);
        if (outcome.status != Status::stuck) return outcome;
    }
}

}  // namespace unriddle
