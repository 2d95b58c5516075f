// The twins of search/hill_climbing.py.
#pragma once

#include <algorithm>
#include <limits>
#include <ranges>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/outcome.h"

namespace unriddle {

// Simple and steepest climbing differ in how they `choose` the next of the steps: null if none.
template <Domain D>
Outcome climb(const D& domain, typename D::Heuristic& estimate, auto&& choose, Control& control) {
    using State = typename D::State;
    Outcome climbed{Status::solved};
    State state = domain.initial();
    double here = estimate(state);
    Steps<State> steps;
    while (!domain.is_goal(state)) {
        steps.clear();
        domain.successors(state, steps);
        const Step<State>* better = choose(steps, here);
        control.expansion(steps.size(), better ? 1 : 0);
        if (!better) return {Status::stuck};
        climbed.plan.push_back(better->action);
        climbed.cost += better->cost;
        state = better->state;
    }
    return climbed;
}

template <Domain D>
Outcome simple_hill_climbing(const D& domain, typename D::Heuristic& estimate, Control& control) {
    using Step = Step<typename D::State>;
    const auto first_better = [&](const auto& steps, double& here) -> const Step* {
        for (const Step& step : steps) {
            const double there = estimate(step.state);
            if (there < here || domain.is_goal(step.state)) {
                here = there;
                return &step;
            }
        }
        return nullptr;
    };
    return climb(domain, estimate, first_better, control);
}

template <Domain D>
Outcome steepest_hill_climbing(const D& domain, typename D::Heuristic& estimate, Control& control) {
    using Step = Step<typename D::State>;
    const auto best = [&](const auto& steps, double& here) {
        const Step* better = nullptr;
        for (const Step& step : steps) {
            if (domain.is_goal(step.state)) return &step;
            const double there = estimate(step.state);
            if (there < here) {
                here = there;
                better = &step;
            }
        }
        return better;
    };
    return climb(domain, estimate, best, control);
}

template <Domain D>
Outcome backtracking_hill_climbing(const D& domain, typename D::Heuristic& estimate,
                                   Control& control) {
    using State = typename D::State;
    struct Waiting {
        double h;
        State state;
        NodeId parent;
        Cost cost;
        Action action;
    };
    StateStore<D> nodes(domain, control);
    HashTable<D> explored(domain, nodes, control);
    MeteredVector<Waiting> stack{Metered<Waiting>(control)};
    Steps<State> steps;

    stack.push_back({0.0, domain.initial(), no_node, 0, 0});
    while (!stack.empty()) {
        const Waiting next = stack.back();
        stack.pop_back();
        NodeId& here = explored[next.state];
        if (here != no_node) continue;
        const NodeId node = here = nodes.add(next.state, next.parent, next.action, next.cost);
        if (domain.is_goal(next.state)) return solved(nodes, node);
        steps.clear();
        domain.successors(next.state, steps);
        const auto children = static_cast<std::ptrdiff_t>(stack.size());
        for (const Step<State>& step : steps) {
            if (explored.contains(step.state)) continue;
            const double h = estimate(step.state);
            if (h == std::numeric_limits<double>::infinity()) continue;
            stack.push_back({h, step.state, node, next.cost + step.cost, step.action});
        }
        std::stable_sort(stack.begin() + children, stack.end(),
                         [](const Waiting& one, const Waiting& other) { return one.h < other.h; });
        std::reverse(stack.begin() + children, stack.end());
        control.expansion(steps.size(), stack.size());
    }
    return {Status::exhausted};
}

}  // namespace unriddle
