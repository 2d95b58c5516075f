// The twin of search/breadth_first.py.
//
// The queue needs no memory: nodes are stored in the order in which they were queued, so it is a
// cursor into the store.
#pragma once

#include "search/hash_table.h"
#include "search/outcome.h"

namespace unriddle {

template <Domain D>
Outcome breadth_first(const D& domain, Control& control) {
    using State = typename D::State;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control);
    HashTable<D> visited(domain, nodes, control);
    Steps<State> steps;

    visited[domain.initial()] = nodes.add(domain.initial(), no_node, 0, 0);
    for (NodeId node = 0; node < nodes.size(); ++node) {
        steps.clear();
        domain.successors(nodes.state(node), steps);
        const Cost cost = nodes.cost(node);
        const Step<State>* goal = nullptr;
        for (const Step<State>& step : steps) {
            NodeId& there = visited[step.state];
            if (there != no_node) continue;
            if (domain.is_goal(step.state)) {
                goal = &step;
                break;
            }
            there = nodes.add(step.state, node, step.action, cost + step.cost);
        }
        control.expansion(steps.size(), nodes.size() - node - 1);
        if (goal) return solved(nodes, node, *goal);
    }
    return {Status::exhausted};
}

}  // namespace unriddle
