// The path from the initial state to where a depth-first search stands: it knows its states, so
// that no path meets a state twice. Node i of the store is the state after i steps.
#pragma once

#include "containers/hash_table.h"
#include "search/outcome.h"
#include "search/successors.h"

namespace unriddle {

template <Domain D>
class Path {
  public:
    using State = typename D::State;

    // A state that waits to be looked at, `depth` steps from the initial one.
    struct Waiting {
        Tag tag;
        Cost cost;
        std::uint32_t depth;
        Action action;
        State state;
    };

    Path(const D& domain, Control& control)
        : states_(domain, control),
          on_path_(domain, states_, control, Asked::on_path),
          tags_(control) {}

    // What waits first, and the i-th of the successors of what the path has come to.
    static Waiting root(const D& domain) {
        return {domain.tag(domain.initial()), 0, 0, 0, domain.initial()};
    }
    static Waiting child(const Waiting& parent, const Successors<D>& near, std::size_t i) {
        const Step<State>& step = near.step(i);
        return {near.tag(i), parent.cost + step.cost, parent.depth + 1, step.action, step.state};
    }

    // Steps back to the parent of `next`, and from there to `next`.
    void go(const Waiting& next) {
        step_back(next.depth);
        const NodeId parent = next.depth == 0 ? no_node : next.depth - 1;
        on_path_.add(next.tag, states_.add(next.state, parent, next.action, next.cost));
        tags_.push_back(next.tag);
    }

    void step_back(std::size_t depth) {
        while (tags_.size() > depth) {
            on_path_.erase_last(tags_.back(), static_cast<NodeId>(tags_.size() - 1));
            tags_.pop_back();
        }
        states_.truncate(depth);
    }

    bool holds(const State& state, Tag tag) const { return on_path_.contains(state, tag); }

    // The actions of the path, and `last`, which leads from its end to the goal.
    Outcome solved_by(const Step<State>& last) const { return solved(states_, end(), last); }
    Outcome solved_by(const Waiting& goal) const {
        if (goal.depth == 0) return {Status::solved};
        Outcome outcome = solved(states_, goal.depth - 1);
        outcome.plan.push_back(goal.action);
        outcome.cost = goal.cost;
        return outcome;
    }

  private:
    NodeId end() const { return static_cast<NodeId>(states_.size() - 1); }

    StateStore<D> states_;
    HashTable<D> on_path_;
    MeteredVector<Tag> tags_;  // of the states
};

}  // namespace unriddle
