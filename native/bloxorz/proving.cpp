#include "bloxorz/domain.h"
#include "bloxorz/engine.h"
#include "containers/hash_table.h"
#include "search/successors.h"

namespace unriddle::bloxorz {

// Breadth first.
Outcome prove(const Stage& stage, Control& control) {
    const Bloxorz domain(stage);
    if (domain.is_goal(domain.initial())) return {Status::solved};
    StateStore<Bloxorz> nodes(domain, control);
    HashTable<Bloxorz> kept(domain, nodes, control, Asked::held);
    Successors<Bloxorz> near;
    kept.enter(domain.initial(), domain.tag(domain.initial()), 0);
    nodes.add(domain.initial(), no_node, 0, 0);
    for (NodeId node = 0; node < nodes.size(); ++node) {
        near.generate(domain, nodes.state(node), &kept);
        for (std::size_t i = 0; i < near.size(); ++i) {
            const auto& state = near.step(i).state;
            if (!kept.enter(state, near.tag(i), nodes.size())) continue;
            if (domain.is_goal(state)) return {Status::solved};
            nodes.add(state, node, static_cast<Action>(i), 0);
        }
        control.expansion(near.size(), nodes.size() - node - 1);
    }
    Outcome outcome{Status::exhausted};
    for (NodeId node = 1; node < nodes.size(); ++node) {
        outcome.proof.parents.push_back(nodes.parent(node));
        outcome.proof.moves.push_back(nodes.action(node));
    }
    return outcome;
}

}  // namespace unriddle::bloxorz
