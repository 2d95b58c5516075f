// The twin of search/iterative_deepening.py.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/path.h"
#include "search/waiting.h"

namespace unriddle {

template <Domain D>
Outcome depth_limited(const D& domain, std::uint32_t limit, Control& control) {
    using State = typename D::State;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    if (limit == 0) return {Status::stuck};
    Outcome ending{Status::exhausted};
    Path<D> path(domain, control);
    WaitingNodes<typename Path<D>::Waiting> waiting(control);
    Successors<D> near;

    auto node = Path<D>::root(domain);
    for (bool goes_on = true; goes_on;) {
        path.go(node);
        near.generate(domain, node.state);  // a path is short, and in the cache
        const Step<State>* goal = nullptr;
        Children<D> children;
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
                children.push_back(static_cast<std::uint8_t>(i));
            }
        }
        control.expansion(near.size(), waiting.size() + children.size(), domain, near.state());
        if (goal) return path.solved_by(*goal);
        goes_on = waiting.go_on(node, children.size(), [&](std::size_t i) {
            return Path<D>::child(node, near, children[i]);
        });
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
