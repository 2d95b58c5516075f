// The twin of search/hybrid.py.
//
// Python keeps the path to every queued state alive as nodes. Here a queued state keeps the state
// from which its short search started, and the actions since then, of which there are always
// `plies`: 2 * plies bytes in `trails`. Of a recorded state nothing but the state is kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "search/hash_table.h"
#include "search/metered.h"
#include "search/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

template <Domain D>
Outcome hybrid(const D& domain, typename D::Heuristic& estimate, std::size_t plies,
               std::size_t record, Control& control) {
    using State = typename D::State;
    struct Waiting {
        State state;
        std::size_t ply;  // the successors are this many steps from the start
        Cost cost;
        Action action;
    };
    if (domain.is_goal(domain.initial())) return {Status::solved};
    plies = std::max<std::size_t>(plies, 1);
    StateStore<D> starts(domain, control), states(domain, control, Keeps::states);
    HashTable<D> started(domain, starts, control, Asked::held);
    HashTable<D> recorded(domain, states, control, Asked::held);
    OpenList queue(control);
    MeteredVector<Action> trails{Metered<Action>(control)};
    MeteredVector<Waiting> stack{Metered<Waiting>(control)};
    MeteredVector<Action> trail(plies, Action{}, Metered<Action>(control));
    Successors<D> near;
    // Every start but the first was recorded, and need not be looked for elsewhere until the record
    // is forgotten.
    const Tag root_tag = domain.tag(domain.initial());
    bool forgotten = false;

    // The plan to the state where the short search from `start` stands after `ply` steps.
    const auto plan = [&](NodeId start, std::size_t ply, Cost cost) {
        Outcome outcome{Status::solved, {}, cost};
        for (std::size_t i = ply; i-- > 0;) outcome.plan.push_back(trail[i]);
        for (; starts.parent(start) != no_node; start = starts.parent(start)) {
            for (std::size_t i = plies; i-- > 0;) {
                outcome.plan.push_back(trails[(start - 1) * plies + i]);
            }
        }
        std::reverse(outcome.plan.begin(), outcome.plan.end());
        return outcome;
    };

    started.add(root_tag, starts.add(domain.initial(), no_node, 0, 0));
    queue.push(0.0, 0.0, 0);
    while (!queue.empty()) {
        const NodeId start = queue.pop().node;
        stack.push_back({starts.state(start), 1, starts.cost(start), 0});
        while (!stack.empty()) {
            const Waiting node = stack.back();
            stack.pop_back();
            if (node.ply > 1) trail[node.ply - 2] = node.action;
            near.generate(domain, node.state, recorded);
            const Step<State>* goal = nullptr;
            const auto children = static_cast<std::ptrdiff_t>(stack.size());
            for (std::size_t i = 0; i < near.size(); ++i) {
                const Step<State>& step = near.step(i);
                const Tag tag = near.tag(i);
                if ((forgotten || tag == root_tag) && started.contains(step.state, tag)) continue;
                if (!recorded.enter(step.state, tag, states.size())) continue;
                if (states.size() >= record) {
                    forgotten = true;
                    states.truncate(0);
                    recorded.clear();
                    recorded.add(tag, 0);
                }
                states.add(step.state);
                const Cost cost = node.cost + step.cost;
                if (domain.is_goal(step.state)) {
                    goal = &step;
                    break;
                }
                if (node.ply < plies) {
                    stack.push_back({step.state, node.ply + 1, cost, step.action});
                    continue;
                }
                const double h = estimate(step.state);
                if (h == std::numeric_limits<double>::infinity()) continue;
                trail[plies - 1] = step.action;
                trails.insert(trails.end(), trail.begin(), trail.end());
                const NodeId joined = starts.add(step.state, start, step.action, cost);
                started.add(tag, joined);
                queue.push(h, h, joined);
            }
            std::reverse(stack.begin() + children, stack.end());
            control.expansion(near.size(), stack.size() + queue.size());
            if (goal) {
                trail[node.ply - 1] = goal->action;
                return plan(start, node.ply, node.cost + goal->cost);
            }
        }
    }
    return {Status::exhausted};
}

}  // namespace unriddle
