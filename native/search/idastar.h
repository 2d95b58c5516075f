// The twin of search/idastar.py.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "search/metered.h"
#include "search/path.h"

namespace unriddle {

// The plan within `bound`, or nothing; `beyond` is then the smallest value beyond the bound.
template <Domain D>
std::optional<Outcome> within(const D& domain, typename D::Heuristic& estimate, double bound,
                              double& beyond, Control& control) {
    using State = typename D::State;
    using Waiting = typename Path<D>::Waiting;
    beyond = std::numeric_limits<double>::infinity();
    Path<D> path(domain, control);
    MeteredVector<Waiting> stack{Metered<Waiting>(control)};
    StepsOf<D> steps;

    stack.push_back({domain.initial(), 0, 0, 0});
    while (!stack.empty()) {
        const Waiting node = stack.back();
        stack.pop_back();
        if (domain.is_goal(node.state)) return path.solved_by(node);
        path.go(node);
        steps.clear();
        domain.successors(node.state, steps);
        const auto children = static_cast<std::ptrdiff_t>(stack.size());
        for (const Step<State>& step : steps) {
            if (path.holds(step.state)) continue;
            const Cost cost = node.cost + step.cost;
            const double value = static_cast<double>(cost) + estimate(step.state);
            if (value <= bound) {
                stack.push_back({step.state, cost, node.depth + 1, step.action});
            } else if (value < beyond) {
                beyond = value;
            }
        }
        std::reverse(stack.begin() + children, stack.end());
        control.expansion(steps.size(), stack.size());
    }
    return std::nullopt;
}

template <Domain D>
Outcome idastar(const D& domain, typename D::Heuristic& estimate, Control& control) {
    double bound = estimate(domain.initial());
    while (bound < std::numeric_limits<double>::infinity()) {
        double beyond;
        if (auto outcome = within(domain, estimate, bound, beyond, control)) return *outcome;
        bound = beyond;
    }
    return {Status::exhausted};
}

}  // namespace unriddle
