// The twin of search/hybrid.py.
//
// Python keeps the path to every queued state alive as nodes. Here a queued state keeps the state
// from which its short search started, and the actions since then, of which there are always
// `plies`: 2 * plies bytes in `trails`. Of a recorded state nothing but the state is kept,
// and not even that where its tag is exact.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "containers/hash_table.h"
#include "containers/metered.h"
#include "containers/open_list.h"
#include "search/outcome.h"
#include "search/successors.h"
#include "search/waiting.h"

namespace unriddle {

template <Domain D>
Outcome hybrid(const D& domain, typename D::Heuristic& estimate, std::size_t plies,
               std::size_t record, Control& control) {
    using State = typename D::State;
    struct Waiting {
        std::size_t ply;  // the successors are this many steps from the start
        Cost cost;
        Action action;
        State state;
    };
    if (domain.is_goal(domain.initial())) return {Status::solved};
    plies = std::max<std::size_t>(plies, 1);
    StateStore<D> starts(domain, control), states(domain, control, Keeps::states);
    HashTable<D> recorded(domain, states, control, Asked::held);
    const bool keeps_states = !domain.tags_are_exact();  // else the table does not look at them
    std::size_t records = 0;
    OpenList queue(control);
    MeteredVector<Action> trails(control);
    WaitingNodes<Waiting> waiting(control);
    MeteredVector<Action> trail(plies, Action{}, control);
    Successors<D> near;

    // Has a short search started from this state, or will it? Every start but the first was
    // recorded, and need not be looked for elsewhere until the record is forgotten.
    std::optional<HashTable<D>> started;
    const Tag root_tag = domain.tag(domain.initial());
    const auto is_start = [&](const State& state, Tag tag) {
        if (started) return started->contains(state, tag);
        return tag == root_tag && domain.same(state, starts.packed(0));
    };
    const auto forget = [&] {
        records = 0;
        states.truncate(0);
        recorded.clear();
        if (started) return;
        started.emplace(domain, starts, control, Asked::held);
        for (NodeId start = 0; start < starts.size(); ++start) {
            if (start % 8192 == 8191) control.check_limits();
            started->add(domain.tag(starts.state(start)), start);
        }
    };

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

    starts.add(domain.initial(), no_node, 0, 0);
    queue.push(0.0, 0.0, 0);
    while (!queue.empty()) {
        const NodeId start = queue.pop().node;
        Waiting node{1, starts.cost(start), 0, starts.state(start)};
        for (bool goes_on = true; goes_on;) {
            if (node.ply > 1) trail[node.ply - 2] = node.action;
            near.generate(domain, node.state, &recorded);
            const Step<State>* goal = nullptr;
            Children<D> children;
            for (std::size_t i = 0; i < near.size(); ++i) {
                const Step<State>& step = near.step(i);
                const Tag tag = near.tag(i);
                if (is_start(step.state, tag)) continue;
                if (!recorded.enter(step.state, tag, states.size())) continue;
                if (records >= record) {
                    forget();
                    recorded.add(tag, 0);
                }
                ++records;
                if (keeps_states) states.add(step.state);
                if (domain.is_goal(step.state)) {
                    goal = &step;
                    break;
                }
                if (node.ply < plies) {
                    children.push_back(static_cast<std::uint8_t>(i));
                    continue;
                }
                const double h = estimate(step.state);
                if (h == std::numeric_limits<double>::infinity()) continue;
                trail[plies - 1] = step.action;
                trails.insert(trails.end(), trail.begin(), trail.end());
                const NodeId joined =
                    starts.add(step.state, start, step.action, node.cost + step.cost);
                if (started) started->add(tag, joined);
                queue.push(h, h, joined);
            }
            control.expansion(near.size(), waiting.size() + children.size() + queue.size(), domain,
                              near.state());
            if (goal) {
                trail[node.ply - 1] = goal->action;
                return plan(start, node.ply, node.cost + goal->cost);
            }
            goes_on = waiting.go_on(node, children.size(), [&](std::size_t i) -> Waiting {
                const Step<State>& step = near.step(children[i]);
                return {node.ply + 1, node.cost + step.cost, step.action, step.state};
            });
        }
    }
    return {Status::exhausted};
}

}  // namespace unriddle
