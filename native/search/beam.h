// The twin of search/beam.py.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// Only kept states stay in `nodes`; `fresh` holds what the present layer generates, with parents in
// `nodes`, and is emptied with the layer. An open list puts the new states in Python's order, which
// is that of the estimates, and of their creation where these are equal.
//
// New states are in a table of their own until some of them are kept; but where single keys can be
// forgotten, they are among the kept ones at once, and those that are not kept are forgotten, except
// those that are proved dead.
template <Domain D>
Outcome beam(const D& domain, typename D::Heuristic& estimate, std::size_t width,
             Control& control) {
    using State = typename D::State;
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control), fresh(domain, control);
    HashTable<D> kept(domain, nodes, control, Asked::held);
    std::optional<HashTable<D>> generated;
    OpenList candidates(control);                       // nodes of `fresh`
    MeteredVector<Tag> tags{Metered<Tag>(control)};     // of `fresh`
    MeteredVector<double> h{Metered<double>(control)};  // of the layer
    const bool at_once = kept.can_forget();
    if (!at_once) generated.emplace(domain, fresh, control, Asked::held);
    Successors<D> near;
    Outcome ending{Status::exhausted};

    kept.add(domain.tag(domain.initial()), nodes.add(domain.initial(), no_node, 0, 0));
    h.push_back(estimate(domain.initial()));
    std::size_t begin = 0;  // the layer: the nodes from `begin` to `end`
    for (std::size_t end = 1; begin < end; begin = end, end = nodes.size()) {
        fresh.truncate(0);
        if (!at_once) generated->clear();
        candidates.clear();
        tags.clear();
        for (auto node = static_cast<NodeId>(begin); node < end; ++node) {
            const Cost so_far = nodes.cost(node);
            near.generate(domain, nodes.state(node), kept);
            const Step<State>* goal = nullptr;
            for (std::size_t i = 0; i < near.size(); ++i) {
                const Step<State>& step = near.step(i);
                const bool is_new =
                    at_once ? kept.enter(step.state, near.tag(i), fresh.size())
                            : !kept.contains(step.state, near.tag(i)) &&
                                  generated->enter(step.state, near.tag(i), fresh.size());
                if (!is_new) continue;
                const NodeId there = fresh.add(step.state, node, step.action, so_far + step.cost);
                tags.push_back(near.tag(i));
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
            const NodeId copy = nodes.copy(fresh, node);
            if (!at_once) kept.add(tags[node], copy);
            h.push_back(then);
        }
        while (at_once && !candidates.empty()) kept.forget(tags[candidates.pop().node]);
    }
    return ending;
}

}  // namespace unriddle
