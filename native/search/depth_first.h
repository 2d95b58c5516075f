// The twins of search/depth_first.py.
#pragma once

#include <cstddef>
#include <ranges>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/outcome.h"
#include "search/pile.h"
#include "search/successors.h"

namespace unriddle {

// The stack holds the waiting siblings along one path, and `path` the actions of that path: entry
// by entry what Python keeps alive, without its nodes.
template <Domain D>
Outcome depth_first_tree(const D& domain, Control& control) {
    using State = typename D::State;
    struct Waiting {
        State state;
        Cost cost;
        std::uint32_t depth;
        Action action;
    };
    Pile<Waiting> stack(control);
    MeteredVector<Action> path{Metered<Action>(control)};
    Steps<State> steps;

    stack.push_back({domain.initial(), 0, 0, 0});
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
        for (const Step<State>& step : steps | std::views::reverse) {
            stack.push_back({step.state, node.cost + step.cost, node.depth + 1, step.action});
        }
        control.expansion(steps.size(), stack.size());
    }
    return {Status::exhausted};
}

// Only what was explored becomes a node; what waits is an entry of the stack.
template <Domain D>
Outcome depth_first(const D& domain, Control& control) {
    using State = typename D::State;
    struct Waiting {
        State state;
        NodeId parent;
        Cost cost;
        Tag tag;
        Action action;
    };
    StateStore<D> nodes(domain, control);
    HashTable<D> explored(domain, nodes, control);
    Pile<Waiting> stack(control);
    Successors<D> near;

    stack.push_back({domain.initial(), no_node, 0, explored.tag_of(domain.initial()), 0});
    while (!stack.empty()) {
        const Waiting next = stack.back();
        stack.pop_back();
        if (!stack.empty()) explored.prefetch(stack.back().tag);  // for the way back
        NodeId& here = explored.at(next.state, next.tag);
        if (here != no_node) continue;
        const NodeId node = here = nodes.add(next.state, next.parent, next.action, next.cost);
        if (domain.is_goal(next.state)) return solved(nodes, node);
        near.generate(domain, next.state, explored);
        for (std::size_t i = near.size(); i-- > 0;) {
            const Step<State>& step = near.steps[i];
            if (explored.contains(step.state, near.tags[i])) continue;
            stack.push_back({step.state, node, next.cost + step.cost, near.tags[i], step.action});
        }
        control.expansion(near.size(), stack.size());
    }
    return {Status::exhausted};
}

}  // namespace unriddle
