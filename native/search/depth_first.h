// The twins of search/depth_first.py.
#pragma once

#include <cstddef>

#include "containers/chunked_stack.h"
#include "containers/metered.h"
#include "search/exploring.h"
#include "search/outcome.h"

namespace unriddle {

// The stack holds the waiting siblings along one path, and `path` the actions of that path: entry
// by entry what Python keeps alive, without its nodes.
template <Domain D>
Outcome depth_first_tree(const D& domain, Control& control) {
    using State = typename D::State;
    struct Waiting {
        Cost cost;
        std::uint32_t depth;
        Action action;
        State state;
    };
    ChunkedStack<Waiting> stack(control);
    MeteredVector<Action> path(control);
    StepsOf<D> steps;

    stack.push_back({0, 0, 0, domain.initial()});
    while (!stack.empty()) {
        const Waiting node = stack.back();
        stack.pop_back();
        if (node.depth > 0) {
            path.resize(node.depth - 1);
            path.push_back(node.action);
        }
        if (domain.is_goal(node.state))
            return {Status::solved, {path.begin(), path.end()}, node.cost};
        steps.clear();
        domain.successors(node.state, steps);
        for (std::size_t i = steps.size(); i-- > 0;) {
            const Step<State>& step = steps[i];
            stack.push_back({node.cost + step.cost, node.depth + 1, step.action, step.state});
        }
        control.expansion(steps.size(), stack.size(), domain, node.state);
    }
    return {Status::exhausted};
}

template <Domain D>
Outcome depth_first(const D& domain, Control& control) {
    return exploring_depth_first(domain, control);
}

}  // namespace unriddle
