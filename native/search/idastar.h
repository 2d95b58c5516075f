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
std::optional<Outcome> within(const D& domain, typename D::Heuristic& estimate, double root_h,
                              double bound, double& beyond, Control& control) {
    struct Waiting : Path<D>::Waiting {
        double h;
    };
    beyond = std::numeric_limits<double>::infinity();
    Path<D> path(domain, control);
    MeteredVector<Waiting> stack{Metered<Waiting>(control)};
    Successors<D> near;

    stack.push_back({Path<D>::root(domain), root_h});
    while (!stack.empty()) {
        const Waiting node = stack.back();
        stack.pop_back();
        if (domain.is_goal(node.state)) return path.solved_by(node);
        path.go(node);
        near.generate(domain, node.state);  // a path is short, and in the cache
        const auto children = static_cast<std::ptrdiff_t>(stack.size());
        for (std::size_t i = 0; i < near.size(); ++i) {
            if (path.holds(near.step(i).state, near.tag(i))) continue;
            const double h = estimate.after(near.step(i), node.h);
            const double value = static_cast<double>(node.cost + near.step(i).cost) + h;
            if (value <= bound) {
                stack.push_back({Path<D>::child(node, near, i), h});
            } else if (value < beyond) {
                beyond = value;
            }
        }
        std::reverse(stack.begin() + children, stack.end());
        control.expansion(near.size(), stack.size());
    }
    return std::nullopt;
}

template <Domain D>
Outcome idastar(const D& domain, typename D::Heuristic& estimate, Control& control) {
    const double root_h = estimate(domain.initial());
    double bound = root_h;
    while (bound < std::numeric_limits<double>::infinity()) {
        double beyond;
        if (auto outcome = within(domain, estimate, root_h, bound, beyond, control)) {
            return *outcome;
        }
        bound = beyond;
    }
    return {Status::exhausted};
}

}  // namespace unriddle
