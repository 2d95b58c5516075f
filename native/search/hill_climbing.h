// The twins of search/hill_climbing.py.
#pragma once

#include "search/exploring.h"
#include "search/outcome.h"

namespace unriddle {

// Simple and steepest climbing differ in how they `choose` the next of the steps: null if none.
template <Domain D>
Outcome climb(const D& domain, typename D::Heuristic& estimate, auto&& choose, Control& control) {
    using State = typename D::State;
    Outcome climbed{Status::solved};
    State state = domain.initial();
    double here = estimate(state);
    StepsOf<D> steps;
    while (!domain.is_goal(state)) {
        steps.clear();
        domain.successors(state, steps);
        const Step<State>* better = choose(steps, here);
        control.expansion(steps.size(), better ? 1 : 0, domain, state);
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
    return exploring_depth_first(domain, control, estimate);
}

}  // namespace unriddle
