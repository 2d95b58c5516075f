// Depth-first search that explores every state once: what `depth_first` and
// `backtracking_hill_climbing` have in common.
//
// Only what was explored becomes a node; what waits is an entry of the stack. The successor that is
// explored next never goes there, although it is counted as if it did, which spares up to a sixth
// of the time.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "containers/chunked_stack.h"
#include "containers/hash_table.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// With an `estimate` the successors that seem nearest to the goal go first, and those that are
// proved dead do not go at all; without one they go in the order of the actions.
template <Domain D, class... Estimate>
    requires(sizeof...(Estimate) <= 1)
Outcome exploring_depth_first(const D& domain, Control& control, Estimate&... estimate) {
    using State = typename D::State;
    struct Waiting {
        NodeId parent;
        Cost cost;
        Tag tag;
        Action action;
        State state;
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
    ChunkedStack<Entry> stack(control);
    Successors<D> near;
    std::vector<Child> children;  // the best first

    const Waiting root{no_node, 0, domain.tag(domain.initial()), 0, domain.initial()};
    Entry next{root, estimate(root.state)...};
    explored.add(root.tag, 0);
    for (;;) {
        const NodeId node = nodes.add(next.state, next.parent, next.action, next.cost);
        if (domain.is_goal(next.state)) return solved(nodes, node);
        if (explored.is_in_rows()) {
            near.generate(domain, next.state);
        } else {
            near.generate(domain, next.state, &explored);
        }
        const auto waiting = [&](std::size_t i) -> Waiting {
            const Step<State>& step = near.step(i);
            return {node, next.cost + step.cost, near.tag(i), step.action, step.state};
        };
        const auto is_explored = [&](std::size_t i) {
            return explored.contains(near.step(i).state, near.tag(i));
        };
        const auto is_new = [&](std::size_t i) {
            return explored.enter(near.step(i).state, near.tag(i), nodes.size());
        };
        bool goes_on;  // with a successor, or back to what waits?
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
            for (std::size_t i = children.size(); i-- > 1;) {
                stack.push_back({waiting(children[i].step), children[i].h});
            }
            goes_on = !children.empty() && is_new(children[0].step);
            if (goes_on) next = {waiting(children[0].step), children[0].h};
        } else {
            std::size_t first = 0;
            while (first < near.size() && !is_new(first)) ++first;
            for (std::size_t i = near.size(); i-- > first + 1;) {
                // Python does not know yet that the first one is explored, if this is the same.
                const bool may_be_first = near.tag(i) == near.tag(first);
                if (may_be_first || !is_explored(i)) stack.push_back(waiting(i));
            }
            goes_on = first < near.size();
            if (goes_on) next = waiting(first);
        }
        control.expansion(near.size(), stack.size() + goes_on, domain, near.state());
        while (!goes_on) {
            if (stack.empty()) return {Status::exhausted};
            next = stack.back();
            stack.pop_back();
            goes_on = explored.enter(next.state, next.tag, nodes.size());
        }
    }
}

}  // namespace unriddle
