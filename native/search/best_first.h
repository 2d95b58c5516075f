// The twins of search/best_first.py: uniform cost, greedy, A* and weighted A* are choices of f.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>

#include "search/hash_table.h"
#include "search/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// `estimate(state)` is h, `f(g, h)` decides; without `reopen` the first way to a state is kept.
template <Domain D, bool reopen = true>
Outcome best_first(const D& domain, auto&& estimate, auto&& f, Control& control) {
    using State = typename D::State;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double root_estimate = estimate(domain.initial());
    if (root_estimate == infinity) return {Status::exhausted};
    StateStore<D> nodes(domain, control);
    HashTable<D> cheapest(domain, nodes, control);  // the cheapest node of every known state
    OpenList queue(control);
    Successors<D> near, next;  // of this node, and of the one that should follow
    NodeId guess = no_node;    // which that is
    bool is_prepared = false;  // is it in `next`? Only while guesses prove right.
    bool outdated = false;  // may the queue hold nodes to whose state a cheaper way was found?

    const NodeId root = cheapest[domain.initial()] = nodes.add(domain.initial(), no_node, 0, 0);
    queue.push(f(0.0, root_estimate), root_estimate, root);
    while (!queue.empty()) {
        const NodeId node = queue.pop();
        const State state = nodes.state(node);
        if (outdated && cheapest[state] != node) continue;
        if (domain.is_goal(state)) return solved(nodes, node);
        const bool guessed = node == guess;
        if (guessed && is_prepared) {
            std::swap(near, next);
        } else {
            near.generate(domain, state, cheapest);
        }
        guess = queue.empty() ? no_node : queue.front();
        is_prepared = guessed && guess != no_node;
        if (is_prepared) next.generate(domain, nodes.state(guess), cheapest);
        for (std::size_t i = 0; i < near.size(); ++i) {
            const Step<State>& step = near.steps[i];
            const Cost cost = nodes.cost(node) + step.cost;
            NodeId& known = cheapest.at(step.state, near.tags[i]);
            if (known != no_node && (!reopen || cost >= nodes.cost(known))) continue;
            outdated |= known != no_node;
            known = nodes.add(step.state, node, step.action, cost);
            const double h = estimate(step.state);
            if (h == infinity) continue;
            queue.push(f(static_cast<double>(cost), h), h, known);
        }
        control.expansion(near.size(), queue.size());
    }
    return {Status::exhausted};
}

template <Domain D>
Outcome uniform_cost(const D& domain, Control& control) {
    return best_first(
        domain, [](const auto&) { return 0.0; }, [](double g, double) { return g; }, control);
}

template <Domain D>
Outcome greedy(const D& domain, typename D::Heuristic& estimate, Control& control) {
    return best_first<D, false>(domain, estimate, [](double, double h) { return h; }, control);
}

template <Domain D>
Outcome astar(const D& domain, typename D::Heuristic& estimate, Control& control) {
    return best_first(domain, estimate, [](double g, double h) { return g + h; }, control);
}

template <Domain D>
Outcome weighted_astar(const D& domain, typename D::Heuristic& estimate, double weight,
                       Control& control) {
    return best_first(
        domain, estimate, [weight](double g, double h) { return g + weight * h; }, control);
}

}  // namespace unriddle
