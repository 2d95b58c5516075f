// The twin of search/beam.py.
#pragma once

#include <cstddef>
#include <limits>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// Only kept states stay in `nodes`; `fresh` holds what the present layer generates, with parents in
// `nodes`, and is emptied with the layer. An open list puts the new states in Python's order, which
// is that of the estimates, and of their creation where these are equal.
template <Domain D>
Outcome beam(const D& domain, typename D::Heuristic& estimate, std::size_t width,
             Control& control) {
    using State = typename D::State;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control), fresh(domain, control);
    HashTable<D> kept(domain, nodes, control), generated(domain, fresh, control);
    OpenList candidates(control);                       // nodes of `fresh`
    MeteredVector<double> h{Metered<double>(control)};  // of the layer
    Successors<D> near;
    Outcome ending{Status::exhausted};

    kept[domain.initial()] = nodes.add(domain.initial(), no_node, 0, 0);
    h.push_back(estimate(domain.initial()));
    std::size_t begin = 0;  // the layer: the nodes from `begin` to `end`
    for (std::size_t end = 1; begin < end; begin = end, end = nodes.size()) {
        fresh.truncate(0);
        generated.clear();
        candidates.clear();
        for (auto node = static_cast<NodeId>(begin); node < end; ++node) {
            near.generate(domain, nodes.state(node), kept, generated);
            const Step<State>* goal = nullptr;
            for (std::size_t i = 0; i < near.size(); ++i) {
                const Step<State>& step = near.step(i);
                if (kept.contains(step.state, near.tag(i))) continue;
                NodeId& there = generated.at(step.state, near.tag(i));
                if (there != no_node) continue;
                there = fresh.add(step.state, node, step.action, nodes.cost(node) + step.cost);
                if (domain.is_goal(step.state)) {
                    goal = &step;
                    break;
                }
                const double then = estimate.after(step, h[node - begin]);
                if (then == std::numeric_limits<double>::infinity()) continue;
                candidates.push(then, then, there);
            }
            control.expansion(near.size(), end - node - 1 + candidates.size());
            if (goal) return solved(nodes, node, *goal);
        }
        if (candidates.size() > width) ending.status = Status::stuck;
        h.clear();
        while (h.size() < width && !candidates.empty()) {
            const auto [node, then] = candidates.pop();
            const State state = fresh.state(node);
            kept[state] =
                nodes.add(state, fresh.parent(node), fresh.action(node), fresh.cost(node));
            h.push_back(then);
        }
    }
    return ending;
}

}  // namespace unriddle
