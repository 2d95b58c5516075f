// The twins of search/hill_climbing.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <ranges>
#include <vector>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/outcome.h"
#include "search/pile.h"
#include "search/successors.h"

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
        Tag tag;
        Action action;
    };
    StateStore<D> nodes(domain, control);
    HashTable<D> explored(domain, nodes, control);
    Pile<Waiting> stack(control);
    std::vector<Waiting> children;
    Successors<D> near;

    stack.push_back({0.0, domain.initial(), no_node, 0, explored.tag_of(domain.initial()), 0});
    while (!stack.empty()) {
        const Waiting next = stack.back();
        stack.pop_back();
        if (!stack.empty()) explored.prefetch(stack.back().tag);  // for the way back
        NodeId& here = explored.at(next.state, next.tag);
        if (here != no_node) continue;
        const NodeId node = here = nodes.add(next.state, next.parent, next.action, next.cost);
        if (domain.is_goal(next.state)) return solved(nodes, node);
        near.generate(domain, next.state, explored);
        children.clear();
        for (std::size_t i = 0; i < near.size(); ++i) {
            const Step<State>& step = near.steps[i];
            if (explored.contains(step.state, near.tags[i])) continue;
            const double h = estimate(step.state);
            if (h == std::numeric_limits<double>::infinity()) continue;
            children.push_back(
                {h, step.state, node, next.cost + step.cost, near.tags[i], step.action});
        }
        std::stable_sort(children.begin(), children.end(),
                         [](const Waiting& one, const Waiting& other) { return one.h < other.h; });
        for (const Waiting& child : children | std::views::reverse) stack.push_back(child);
        control.expansion(near.size(), stack.size());
    }
    return {Status::exhausted};
}

}  // namespace unriddle
