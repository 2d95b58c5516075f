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
    Successors<D> near;

    stack.push_back(Path<D>::root(domain));
    while (!stack.empty()) {
        const Waiting node = stack.back();
        stack.pop_back();
        path.go(node);
        near.generate(domain, node.state);  // a path is short, and in the cache
        const Step<State>* goal = nullptr;
        const auto children = static_cast<std::ptrdiff_t>(stack.size());
        for (std::size_t i = 0; i < near.size(); ++i) {
            const Step<State>& step = near.step(i);
            if (path.holds(step.state, near.tag(i))) continue;
            if (domain.is_goal(step.state)) {
                goal = &step;
                break;
            }
            if (node.depth + 1 == limit) {
                ending.status = Status::stuck;
            } else {
                stack.push_back(Path<D>::child(node, near, i));
            }
        }
        std::reverse(stack.begin() + children, stack.end());
        control.expansion(near.size(), stack.size());
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
