// The twin of search/idastar.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "search/path.h"
#include "search/waiting.h"

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
    WaitingNodes<Waiting> waiting(control);
    Successors<D> near;

    Waiting node{Path<D>::root(domain), root_h};
    for (bool goes_on = true; goes_on;) {
        if (domain.is_goal(node.state)) return path.solved_by(node);
        path.go(node);
        near.generate(domain, node.state);  // a path is short, and in the cache
        Children<D> children;
        std::array<double, D::most_steps> h;  // of the children
        for (std::size_t i = 0; i < near.size(); ++i) {
            if (path.holds(near.step(i).state, near.tag(i))) continue;
            const double then = estimate.after(near.step(i), node.h);
            const double value = static_cast<double>(node.cost + near.step(i).cost) + then;
            if (value <= bound) {
                h[children.size()] = then;
                children.push_back(static_cast<std::uint8_t>(i));
            } else if (value < beyond) {
                beyond = value;
            }
        }
        control.expansion(near.size(), waiting.size() + children.size(), domain, near.state());
        goes_on = waiting.go_on(node, children.size(), [&](std::size_t i) -> Waiting {
            return {Path<D>::child(node, near, children[i]), h[i]};
        });
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
