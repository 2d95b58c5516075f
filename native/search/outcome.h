// What a search returns: Python's `Node | Ending`, or what interrupted it.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/state_store.h"
#include "core/control.h"
#include "core/domain.h"
#include "search/proof.h"

namespace unriddle {

struct Outcome {
    Status status;
    std::vector<Action> plan = {};  // only if solved, like the cost
    std::uint64_t cost = 0;
    // Is it proved that no plan costs less? A textbook search leaves this to its Python twin; a
    // solver that a limit ends returns the best plan that it has, without it.
    bool proved = false;
    Proof proof = {};  // of a prover that is exhausted
};

template <Domain D>
Outcome solved(const StateStore<D>& nodes, NodeId goal) {
    return {Status::solved, nodes.plan(goal), nodes.cost(goal)};
}

// For a goal that is one step away from `parent` and not in the store.
template <Domain D>
Outcome solved(const StateStore<D>& nodes, NodeId parent, const Step<typename D::State>& last) {
    Outcome outcome = solved(nodes, parent);
    outcome.plan.push_back(last.action);
    outcome.cost += last.cost;
    return outcome;
}

}  // namespace unriddle
