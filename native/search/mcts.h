// The twin of search/mcts.py: the same lots, the same tree, the same sums of doubles.
//
// Branch i of the tree is node i of the store, and `Branch` is what the simulations have shown: 64
// bytes and the steps not yet tried, 16 each for Bloxorz. Children are a linked list from the
// oldest to the youngest.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "containers/hash_table.h"
#include "containers/metered.h"
#include "search/named.h"
#include "search/outcome.h"
#include "search/rng.h"
#include "search/settings.h"

namespace unriddle {

// Python's, by the same names.
struct MctsSettings {
    explicit MctsSettings(const Settings& settings)
        : mean(named("selection", settings.get<std::string>("selection"), selections)),
          threshold(settings.get<bool>("threshold")),
          unique(settings.get<bool>("unique")),
          previous(settings.size("previous")),
          points(settings.get<std::vector<double>>("points")),
          depth(settings.size("depth")),
          c(settings.get<double>("c")),
          seed(settings.get<std::uint64_t>("seed")) {}

    bool mean;  // selection by the mean of the rewards, and not by the maximum
    bool threshold;
    bool unique;
    std::size_t previous;
    std::vector<double> points;  // one for each of Python's event_names, or none
    std::size_t depth;
    double c;
    std::uint64_t seed;

  private:
    static constexpr std::array<Named<bool>, 2> selections = {{{"max", false}, {"mean", true}}};
};

// What a way is worth that was worth `score` before these events, in the order of their bits.
inline double scored(double score, Events events, std::span<const double> worth) {
    for (std::size_t i = 0; i < worth.size(); ++i) {
        if (!(events >> i & 1)) continue;
        if (score == 0) {
            score = worth[i];
        } else if (score > 0) {
            score = std::max(score, worth[i]);
        }
    }
    return score;
}

template <Domain D>
class Mcts {
  public:
    using State = typename D::State;

    Mcts(const D& domain, const MctsSettings& settings, Control& control)
        : domain_(domain),
          settings_(settings),
          control_(control),
          nodes_(domain, control),
          in_tree_(domain, nodes_, control),
          branches_(control),
          rng_(settings.seed),
          recent_(domain, settings.previous) {
        const auto& points = settings.points;
        if (std::any_of(points.begin(), points.end(), [](double point) { return point != 0; })) {
            worth_ = points;
        }
    }

    Outcome search() {
        NodeId leaf = add(domain_.initial(), no_node, 0, 0);
        if (settings_.unique) in_tree_[domain_.initial()] = leaf;
        while (!domain_.is_goal(nodes_.state(leaf))) {
            MeteredVector<Step<State>>& untried = branches_[leaf].untried;
            steps_.clear();
            domain_.successors(nodes_.state(leaf), steps_);
            untried.assign(steps_.begin(), steps_.end());
            waiting_ += untried.size();
            simulate(leaf);
            control_.expansion(generated_, waiting_, *this, leaf);
            if (domain_.is_goal(last_)) {
                Outcome outcome{Status::solved, nodes_.plan(leaf), cost_};
                outcome.plan.insert(outcome.plan.end(), rollout_.begin(), rollout_.end());
                return outcome;
            }
            propagate(leaf);
            leaf = grow();
            if (leaf == no_node) return {Status::exhausted};
        }
        return solved(nodes_, leaf);
    }

    // The state of a node of the tree, for those who watch.
    Description describe(NodeId node) const { return domain_.describe(nodes_.state(node)); }

  private:
    static constexpr NodeId root = 0;

    struct Branch {
        double total = 0.0;
        double value = -std::numeric_limits<double>::infinity();
        std::uint32_t visits = 0;
        NodeId oldest_child = no_node, youngest_child = no_node, next_sibling = no_node;
        MeteredVector<Step<State>> untried;
    };

    // The last states of a simulation; keys are compared in full where their tags agree.
    class Recent {
      public:
        Recent(const D& domain, std::size_t capacity)
            : domain_(domain), tags_(capacity), packed_(capacity * domain.packed_bytes()) {}

        void clear() { count_ = next_ = 0; }

        void add(const State& state) {
            if (tags_.empty()) return;
            tags_[next_] = domain_.tag(state);
            domain_.pack(state, at(next_));
            if (++next_ > count_) count_ = next_;
            if (next_ == tags_.size()) next_ = 0;
        }

        bool holds(const State& state) {
            const Tag tag = domain_.tag(state);
            for (std::size_t i = 0; i < count_; ++i) {
                if (tags_[i] == tag && domain_.same(state, at(i))) return true;
            }
            return false;
        }

      private:
        std::byte* at(std::size_t i) { return packed_.data() + i * domain_.packed_bytes(); }

        const D& domain_;
        std::vector<Tag> tags_;
        std::vector<std::byte> packed_;
        std::size_t count_ = 0, next_ = 0;
    };

    NodeId add(const State& state, NodeId parent, Action action, Cost cost) {
        const NodeId node = nodes_.add(state, parent, action, cost);
        branches_.push_back({.untried = MeteredVector<Step<State>>(control_)});
        return node;
    }

    // Plays at random from `leaf`, whose successors are in `steps_`: sets `last_`, `cost_`,
    // `reward_`, `generated_` and `rollout_`.
    void simulate(NodeId leaf) {
        last_ = nodes_.state(leaf);
        cost_ = nodes_.cost(leaf);
        reward_ = 0.0;
        if (leaf != root) note_events(nodes_.state(nodes_.parent(leaf)), last_);
        generated_ = steps_.size();
        rollout_.clear();
        recent_.clear();
        recent_.add(last_);
        for (std::size_t move = 0; move < settings_.depth; ++move) {
            if (move > 0) {
                steps_.clear();
                domain_.successors(last_, steps_);
                generated_ += steps_.size();
                if (move % 1024 == 0) control_.check_limits();
            }
            if (steps_.empty()) break;
            const Step<State>& step = draw();
            note_events(last_, step.state);
            rollout_.push_back(step.action);
            cost_ += step.cost;
            last_ = step.state;
            if (domain_.is_goal(last_)) break;
            recent_.add(last_);
        }
    }

    void note_events(const State& before, const State& after) {
        if (!worth_.empty()) reward_ = scored(reward_, domain_.events(before, after), worth_);
    }

    // One of `steps_`, not to a recent state where that can be helped.
    const Step<State>& draw() {
        fresh_.clear();
        if (settings_.previous > 0) {
            for (const Step<State>& step : steps_) {
                if (!recent_.holds(step.state)) fresh_.push_back(&step);
            }
        }
        if (fresh_.empty()) return steps_[rng_.below(steps_.size())];
        return *fresh_[rng_.below(fresh_.size())];
    }

    void propagate(NodeId leaf) {
        for (NodeId node = leaf; node != no_node; node = nodes_.parent(node)) {
            Branch& branch = branches_[node];
            ++branch.visits;
            branch.total += reward_;
            branch.value =
                settings_.mean ? branch.total / branch.visits : std::max(branch.value, reward_);
        }
    }

    // The next node of the tree, or `no_node` when every state was left in every way.
    NodeId grow() {
        NodeId node = root;
        for (std::uint32_t turn = 1;; ++turn) {
            if (turn % 1024 == 0) control_.check_limits();
            MeteredVector<Step<State>>& untried = branches_[node].untried;
            if (!untried.empty()) {
                const auto drawn =
                    untried.begin() + static_cast<std::ptrdiff_t>(rng_.below(untried.size()));
                const Step<State> step = *drawn;
                untried.erase(drawn);
                if (untried.empty()) untried.shrink_to_fit();
                --waiting_;
                if (settings_.unique && in_tree_.contains(step.state)) continue;
                return add_child(node, step);
            }
            if (branches_[node].oldest_child != no_node) {
                node = most_promising(branches_[node]);
            } else if (node == root) {
                return no_node;
            } else {
                remove(node);
                node = nodes_.parent(node);
            }
        }
    }

    NodeId add_child(NodeId parent, const Step<State>& step) {
        const NodeId child = add(step.state, parent, step.action, nodes_.cost(parent) + step.cost);
        if (settings_.unique) in_tree_[step.state] = child;
        Branch& branch = branches_[parent];
        if (branch.oldest_child == no_node) {
            branch.oldest_child = child;
        } else {
            branches_[branch.youngest_child].next_sibling = child;
        }
        branch.youngest_child = child;
        return child;
    }

    void remove(NodeId child) {
        Branch& parent = branches_[nodes_.parent(child)];
        NodeId before = no_node;
        for (NodeId node = parent.oldest_child; node != child;
             node = branches_[node].next_sibling) {
            before = node;
        }
        const NodeId after = branches_[child].next_sibling;
        (before == no_node ? parent.oldest_child : branches_[before].next_sibling) = after;
        if (after == no_node) parent.youngest_child = before;
    }

    // The child with the largest value + c * sqrt(ln(visits of branch) / visits of child).
    NodeId most_promising(const Branch& branch) const {
        double c = settings_.c;
        if (settings_.threshold) {
            for (NodeId node = branch.oldest_child; node != no_node;
                 node = branches_[node].next_sibling) {
                if (branches_[node].value != 0) c = 0.0;
            }
        }
        const double log_visits = std::log(static_cast<double>(branch.visits));
        NodeId best = no_node;
        double best_promise = 0.0;
        for (NodeId node = branch.oldest_child; node != no_node;
             node = branches_[node].next_sibling) {
            const Branch& child = branches_[node];
            const double promise =
                child.value + c * std::sqrt(log_visits / static_cast<double>(child.visits));
            if (best == no_node || promise > best_promise) {
                best = node;
                best_promise = promise;
            }
        }
        return best;
    }

    const D& domain_;
    const MctsSettings& settings_;
    Control& control_;
    StateStore<D> nodes_;
    HashTable<D> in_tree_;
    MeteredVector<Branch> branches_;
    SplitMix64 rng_;
    std::vector<double> worth_;  // empty where no event is worth anything
    std::size_t waiting_ = 0;

    // The present simulation.
    Recent recent_;
    StepsOf<D> steps_;
    std::vector<const Step<State>*> fresh_;
    std::vector<Action> rollout_;
    State last_{};
    std::uint64_t cost_ = 0;
    double reward_ = 0.0;
    std::size_t generated_ = 0;
};

template <Domain D>
Outcome mcts(const D& domain, const MctsSettings& settings, Control& control) {
    return Mcts<D>(domain, settings, control).search();
}

}  // namespace unriddle
