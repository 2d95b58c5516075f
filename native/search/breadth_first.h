// The twin of search/breadth_first.py.
//
// The queue needs no memory: nodes are stored in the order in which they were queued, so it is a
// cursor into the store.
#pragma once

#include <cstddef>
#include <utility>

#include "containers/hash_table.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

template <Domain D>
Outcome breadth_first(const D& domain, Control& control) {
    using State = typename D::State;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control);
    HashTable<D> visited(domain, nodes, control, Asked::held);
    Successors<D> both[2];
    Successors<D>*near = &both[0], *next = &both[1];  // of this node, and of the one after it
    NodeId prepared = 0;                              // how many nodes have been in `next`

    visited.enter(domain.initial(), domain.tag(domain.initial()), 0);
    nodes.add(domain.initial(), no_node, 0, 0);
    for (NodeId node = 0; node < nodes.size(); ++node) {
        if (prepared == node) next->generate(domain, nodes.state(prepared++), &visited);
        std::swap(near, next);
        if (prepared < nodes.size()) next->generate(domain, nodes.state(prepared++), &visited);
        const Cost cost = nodes.cost(node);
        const Step<State>* goal = nullptr;
        for (std::size_t i = 0; i < near->size(); ++i) {
            const Step<State>& step = near->step(i);
            if (!visited.enter(step.state, near->tag(i), nodes.size())) continue;
            if (domain.is_goal(step.state)) {
                goal = &step;
                break;
            }
            nodes.add(step.state, node, step.action, cost + step.cost);
        }
        control.expansion(near->size(), nodes.size() - node - 1, domain, near->state());
        if (goal) return solved(nodes, node, *goal);
    }
    return {Status::exhausted};
}

}  // namespace unriddle
