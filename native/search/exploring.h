// Depth-first search that explores every state once: what `depth_first` and
// `backtracking_hill_climbing` have in common.
//
// Only what was explored becomes a node; what waits is an entry of the stack.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "search/hash_table.h"
#include "search/outcome.h"
#include "search/pile.h"
#include "search/successors.h"

namespace unriddle {

// With an `estimate` the successors that seem nearest to the goal go first, and those that are
// proved dead do not go at all; without one they go in the order of the actions.
template <Domain D, class... Estimate>
    requires(sizeof...(Estimate) <= 1)
Outcome exploring_depth_first(const D& domain, Control& control, Estimate&... estimate) {
    using State = typename D::State;
    struct Waiting {
        State state;
        NodeId parent;
        Cost cost;
        Tag tag;
        Action action;
    };
    struct Guided : Waiting {
        double h;
    };
    constexpr bool is_guided = sizeof...(Estimate) == 1;
    using Entry = std::conditional_t<is_guided, Guided, Waiting>;
    struct Child {
        double h;
        std::size_t step;
    };
    StateStore<D> nodes(domain, control);
    HashTable<D> explored(domain, nodes, control, Asked::held);
    Pile<Entry> stack(control);
    Successors<D> near;
    std::vector<Child> children;  // the best first

    const Waiting root{domain.initial(), no_node, 0, domain.tag(domain.initial()), 0};
    stack.push_back({root, estimate(root.state)...});
    while (!stack.empty()) {
        const Entry next = stack.back();
        stack.pop_back();
        if (!stack.empty()) explored.prefetch(stack.back().tag);  // for the way back
        if (!explored.enter(next.state, next.tag, nodes.size())) continue;
        const NodeId node = nodes.add(next.state, next.parent, next.action, next.cost);
        if (domain.is_goal(next.state)) return solved(nodes, node);
        near.generate(domain, next.state, explored);
        const auto waiting = [&](std::size_t i) -> Waiting {
            const Step<State>& step = near.step(i);
            return {step.state, node, next.cost + step.cost, near.tag(i), step.action};
        };
        const auto is_explored = [&](std::size_t i) {
            return explored.contains(near.step(i).state, near.tag(i));
        };
        if constexpr (is_guided) {
            children.clear();
            for (std::size_t i = 0; i < near.size(); ++i) {
                if (is_explored(i)) continue;
                const double h = (estimate.after(near.step(i), next.h), ...);
                if (h == std::numeric_limits<double>::infinity()) continue;
                // There are few, and mostly in order.
                children.push_back({h, i});
                for (std::size_t at = children.size() - 1; at > 0 && h < children[at - 1].h; --at) {
                    std::swap(children[at - 1], children[at]);
                }
            }
            for (std::size_t i = children.size(); i-- > 0;) {
                stack.push_back({waiting(children[i].step), children[i].h});
            }
        } else {
            for (std::size_t i = near.size(); i-- > 0;) {
                if (!is_explored(i)) stack.push_back(waiting(i));
            }
        }
        control.expansion(near.size(), stack.size());
    }
    return {Status::exhausted};
}

}  // namespace unriddle
