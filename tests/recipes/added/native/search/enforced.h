// The twin of search/enforced.py.
#pragma once

#include <optional>

#include "containers/hash_table.h"
#include "search/outcome.h"

namespace unriddle {

template <Domain D>
Outcome enforced(const D& domain, typename D::Heuristic& estimate, Control& control) {
    using State = typename D::State;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control);
    std::optional<HashTable<D>> seen;  // since the last peak
    StepsOf<D> steps;
    double best = estimate(domain.initial());
    const auto climb = [&](const State& peak, NodeId parent, Action action, Cost cost) {
        const NodeId node = nodes.add(peak, parent, action, cost);
        seen.emplace(domain, nodes, control);
        (*seen)[peak] = node;
        return node;
    };
    // The queue is a cursor into the store, as in breadth_first.h; a new peak
    // leaves the rest behind.
    NodeId next = climb(domain.initial(), no_node, 0, 0);
    while (next < nodes.size()) {
        const NodeId node = next++;
        const Cost cost = nodes.cost(node);
        steps.clear();
        domain.successors(nodes.state(node), steps);
        for (const Step<State>& step : steps) {
            NodeId& there = (*seen)[step.state];
            if (there != no_node) continue;
            if (domain.is_goal(step.state)) {
                control.expansion(steps.size(), 1);
                return solved(nodes, node, step);
            }
            if (const double left = estimate(step.state); left < best) {
                best = left;
                next = climb(step.state, node, step.action, cost + step.cost);
                break;
            }
            there = nodes.add(step.state, node, step.action, cost + step.cost);
        }
        control.expansion(steps.size(), nodes.size() - next);
    }
    return {Status::stuck};
}

}  // namespace unriddle
