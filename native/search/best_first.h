// The twins of search/best_first.py: uniform cost, greedy, A* and weighted A* are choices of f.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>

#include "containers/hash_table.h"
#include "containers/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// Prepares the successors of the node that probably comes next, so that their slots are on the way
// while the present ones are looked up. Not inlined: the preparation of the present ones is.
template <Domain D>
[[gnu::noinline]] void look_ahead(Successors<D>& next, const D& domain,
                                  const typename D::State& state, const HashTable<D>& known) {
    next.generate(domain, state, &known);
}

// From this number of nodes on a table is no longer in the cache, and it pays to look ahead: it
// saves a quarter of the time of A* through 400,000 states of course map 18. For fewer nodes it
// takes a tenth more, and so it does where states are in rows, of which most are at hand.
constexpr std::size_t nodes_in_cache = std::size_t{1} << 16;

// `estimate` is h, `f(g, h)` decides; without `reopen` the first way to a state is kept.
template <Domain D, bool reopen = true>
Outcome best_first(const D& domain, auto&& estimate, auto&& f, Control& control) {
    using State = typename D::State;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double root_h = estimate(domain.initial());
    if (root_h == infinity) return {Status::exhausted};
    StateStore<D> nodes(domain, control);
    // The cheapest node of every known state, or the known states.
    HashTable<D> known(domain, nodes, control, reopen ? Asked::node : Asked::held);
    OpenList queue(control);
    Successors<D> both[2];
    Successors<D>*near = &both[0], *next = &both[1];  // of this node, and of the one to follow
    NodeId guess = no_node;                           // which that is, once we look ahead
    bool is_prepared = false;  // is it in `next`? Only while guesses prove right.

    const NodeId root = nodes.add(domain.initial(), no_node, 0, 0);
    known.add(domain.tag(domain.initial()), root);
    queue.push(f(0.0, root_h), root_h, root);
    while (!queue.empty()) {
        const auto [node, here] = queue.pop();
        if (nodes.is_outdone(node)) continue;
        const bool guessed = node == guess;
        if (guessed && is_prepared) {
            std::swap(near, next);
        } else {
            near->generate(domain, nodes.state(node), &known);
        }
        if (domain.is_goal(near->state())) return solved(nodes, node);
        if (nodes.size() > nodes_in_cache && !known.is_in_rows()) {
            guess = queue.empty() ? no_node : queue.front();
            is_prepared = guessed && guess != no_node;
            if (is_prepared) look_ahead(*next, domain, nodes.state(guess), known);
        }
        const Cost so_far = nodes.cost(node);
        for (std::size_t i = 0; i < near->size(); ++i) {
            const Step<State>& step = near->step(i);
            const Cost cost = so_far + step.cost;
            if constexpr (reopen) {
                NodeId& cheapest = known.at(step.state, near->tag(i));
                if (cheapest != no_node && cost >= nodes.cost(cheapest)) continue;
                if (cheapest != no_node) nodes.outdo(cheapest);
                cheapest = static_cast<NodeId>(nodes.size());
            } else if (!known.enter(step.state, near->tag(i), nodes.size())) {
                continue;
            }
            const NodeId there = nodes.add(step.state, node, step.action, cost);
            const double h = estimate.after(step, here);
            if (h == infinity) continue;
            queue.push(f(static_cast<double>(cost), h), h, there);
        }
        control.expansion(near->size(), queue.size(), domain, near->state());
    }
    return {Status::exhausted};
}

template <Domain D>
Outcome uniform_cost(const D& domain, Control& control) {
    struct Nothing {
        double operator()(const typename D::State&) const { return 0.0; }
        double after(const Step<typename D::State>&, double) const { return 0.0; }
    };
    const auto f = [](double g, double) { return g; };
    return domain.first_ways_are_cheapest() ? best_first<D, false>(domain, Nothing{}, f, control)
                                            : best_first<D, true>(domain, Nothing{}, f, control);
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
