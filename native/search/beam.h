// The twin of search/beam.py.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "containers/hash_table.h"
#include "containers/metered.h"
#include "containers/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

// Only kept states become nodes; `fresh` holds what the present layer generates, and is emptied
// with the layer. An open list puts the new states in Python's order, which is that of the
// estimates, and of their creation where these are equal.
//
// New states are in a table of their own until some of them are kept; but where single keys can be
// forgotten, they are among the kept ones at once, and those that are not kept are forgotten,
// except those that are proved dead.
template <Domain D>
Outcome beam(const D& domain, typename D::Heuristic& estimate, std::size_t width,
             Control& control) {
    using State = typename D::State;
    struct Fresh {
        Tag tag;
        NodeId parent;
        Cost cost;
        Action action;
        State state;
    };
    struct Kept {
        double h;
        Cost cost;
        State state;
    };
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<D> nodes(domain, control), new_states(domain, control, Keeps::states);
    HashTable<D> kept(domain, nodes, control, Asked::held);
    std::optional<HashTable<D>> generated;  // of `new_states`
    MeteredVector<Kept> layer(control);
    MeteredVector<Fresh> fresh(control);
    OpenList candidates(control);  // places in `fresh`
    const bool at_once = kept.is_in_rows();
    if (!at_once) generated.emplace(domain, new_states, control, Asked::held);
    Successors<D> near;
    Outcome ending{Status::exhausted};

    kept.add(domain.tag(domain.initial()), nodes.add(domain.initial(), no_node, 0, 0));
    layer.push_back({estimate(domain.initial()), 0, domain.initial()});
    while (!layer.empty()) {
        const std::size_t begin =
            nodes.size() - layer.size();  // the node of the first of the layer
        for (std::size_t place = 0; place < layer.size(); ++place) {
            const Kept& here = layer[place];
            const auto node = static_cast<NodeId>(begin + place);
            near.generate(domain, here.state, &kept);
            const Step<State>* goal = nullptr;
            for (std::size_t i = 0; i < near.size(); ++i) {
                const Step<State>& step = near.step(i);
                const bool is_new =
                    at_once ? kept.enter(step.state, near.tag(i), fresh.size())
                            : !kept.contains(step.state, near.tag(i)) &&
                                  generated->enter(step.state, near.tag(i), new_states.size());
                if (!is_new) continue;
                if (!at_once) new_states.add(step.state);
                if (domain.is_goal(step.state)) {
                    goal = &step;
                    break;
                }
                const double h = estimate.after(step, here.h);
                if (h == std::numeric_limits<double>::infinity()) continue;
                candidates.push(h, h, static_cast<NodeId>(fresh.size()));
                fresh.push_back(
                    {near.tag(i), node, here.cost + step.cost, step.action, step.state});
            }
            control.expansion(near.size(), layer.size() - place - 1 + candidates.size(), domain,
                              near.state());
            if (goal) return solved(nodes, node, *goal);
        }
        if (candidates.size() > width) ending.status = Status::stuck;
        layer.clear();
        while (!candidates.empty() && (at_once || layer.size() < width)) {
            const auto [place, h] = candidates.pop();
            const auto& [tag, parent, cost, action, state] = fresh[place];
            if (layer.size() < width) {
                const NodeId node = nodes.add(state, parent, action, cost);
                if (!at_once) kept.add(tag, node);
                layer.push_back({h, cost, state});
            } else {
                kept.forget(tag);
            }
        }
        candidates.clear();
        fresh.clear();
        new_states.truncate(0);
        if (!at_once) generated->clear();
    }
    return ending;
}

}  // namespace unriddle
