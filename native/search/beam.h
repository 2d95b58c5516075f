// The twin of search/beam.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// Only kept states stay in `nodes`; `fresh` holds what the present layer generates, with parents in
// `nodes`, and is emptied with the layer.
template <Domain D>
Outcome beam(const D& domain, typename D::Heuristic& estimate, std::size_t width,
             Control& control) {
    using State = typename D::State;
    struct Candidate {
        double h;
        NodeId node;  // of `fresh`
    };
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control), fresh(domain, control);
    HashTable<D> kept(domain, nodes, control), generated(domain, fresh, control);
    MeteredVector<Candidate> candidates{Metered<Candidate>(control)};
    Successors<D> near;
    Outcome ending{Status::exhausted};

    kept[domain.initial()] = nodes.add(domain.initial(), no_node, 0, 0);
    std::size_t begin = 0;  // the layer: the nodes from `begin` to `end`
    for (std::size_t end = 1; begin < end; begin = end, end = nodes.size()) {
        fresh.truncate(0);
        generated.clear();
        candidates.clear();
        for (auto node = static_cast<NodeId>(begin); node < end; ++node) {
            near.generate(domain, nodes.state(node), kept, generated);
            const Step<State>* goal = nullptr;
            for (std::size_t i = 0; i < near.size(); ++i) {
                const Step<State>& step = near.steps[i];
                if (kept.contains(step.state, near.tags[i])) continue;
                NodeId& there = generated.at(step.state, near.tags[i]);
                if (there != no_node) continue;
                there = fresh.add(step.state, node, step.action, nodes.cost(node) + step.cost);
                if (domain.is_goal(step.state)) {
                    goal = &step;
                    break;
                }
                const double h = estimate(step.state);
                if (h < std::numeric_limits<double>::infinity()) candidates.push_back({h, there});
            }
            control.expansion(near.size(), end - node - 1 + candidates.size());
            if (goal) return solved(nodes, node, *goal);
        }
        // A younger node has a larger number, so this order is Python's stable one.
        const auto best_first = [](const Candidate& one, const Candidate& other) {
            return one.h != other.h ? one.h < other.h : one.node < other.node;
        };
        if (candidates.size() > width) {
            ending.status = Status::stuck;
            std::nth_element(candidates.begin(),
                             candidates.begin() + static_cast<std::ptrdiff_t>(width),
                             candidates.end(), best_first);
            candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(width),
                             candidates.end());
        }
        std::sort(candidates.begin(), candidates.end(), best_first);
        for (const auto& [h, node] : candidates) {
            const State state = fresh.state(node);
            kept[state] =
                nodes.add(state, fresh.parent(node), fresh.action(node), fresh.cost(node));
        }
    }
    return ending;
}

}  // namespace unriddle
