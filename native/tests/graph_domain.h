// A random graph as a puzzle, on which every answer of a search can be told beforehand.
//
// A state is a vertex and a shade: the key is the vertex, and the shade, which a step chooses at
// random, is packed with it but means nothing. Tags are exact numbers, or hashes, or so few that
// nearly all keys share one.
#pragma once

#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "core/domain.h"
#include "tests/harness.h"

namespace unriddle::tests {

enum class Tags : std::uint8_t { exact, hashed, few };

class Graph {
  public:
    struct State {
        std::uint32_t vertex;
        std::uint32_t shade;
    };
    struct Edge {
        std::uint32_t to;
        Cost cost;
    };
    static constexpr std::size_t most_steps = 4;
    static constexpr Cost no_way = std::numeric_limits<Cost>::max();

    // Admissible, and infinite only where no goal can be reached.
    struct Heuristic {
        const std::vector<double>& of;
        double operator()(const State& state) const { return of[state.vertex]; }
        double after(const Step<State>& step, double) const { return of[step.state.vertex]; }
    };

    // `costs` is the dearest edge; 0 makes every edge cost 1.
    Graph(SplitMix64& rng, std::uint32_t vertices, Cost costs, Tags tags)
        : tags_(tags), unit_(costs == 0), edges_(vertices), goal_(vertices, false) {
        const std::size_t degree = 1 + roll<std::size_t>(rng, most_steps);
        for (auto& edges : edges_) {
            for (std::size_t i = roll(rng, degree + 1); i-- > 0;) {
                edges.push_back({roll(rng, vertices), unit_ ? 1 : roll(rng, costs + 1)});
            }
        }
        for (std::uint32_t i = roll(rng, 4u); i-- > 0;) goal_[roll(rng, vertices)] = true;
        find_distances();
        for (std::uint32_t v = 0; v < vertices; ++v) {
            steps_left_.push_back(steps_to_goal_[v] == no_way
                                      ? std::numeric_limits<double>::infinity()
                                      : steps_to_goal_[v]);
            if (to_goal_[v] == no_way) {
                estimate_.push_back(roll(rng, 3u) == 0 ? 7.0
                                                       : std::numeric_limits<double>::infinity());
            } else {
                estimate_.push_back(roll(rng, to_goal_[v] + 1) / (1.0 + roll(rng, 2u)));
            }
        }
    }

    State initial() const { return {0, 0}; }
    bool is_goal(const State& state) const { return goal_[state.vertex]; }
    void successors(const State& state, auto&& steps) const {
        Action action = 0;
        for (const Edge& edge : edges_[state.vertex]) {
            steps.push_back({action, edge.cost, {edge.to, state.shade * 31 + action}});
            ++action;
        }
    }

    std::size_t packed_bytes() const { return 5; }
    void pack(const State& state, std::byte* to) const {
        std::memcpy(to, &state.vertex, 4);
        std::memcpy(to + 4, &state.shade, 1);
    }
    State unpack(const std::byte* from) const {
        State state{0, 0};
        std::memcpy(&state.vertex, from, 4);
        std::memcpy(&state.shade, from + 4, 1);
        return state;
    }
    Tag tag(const State& state) const {
        if (tags_ == Tags::exact) return exact_tag_of(state.vertex);
        return tags_ == Tags::hashed ? tag_of(mixed(state.vertex)) : 1 + state.vertex % 3;
    }
    bool same(const State& state, const std::byte* from) const {
        return unpack(from).vertex == state.vertex;
    }
    bool first_ways_are_cheapest() const { return unit_; }
    bool tags_are_exact() const { return tags_ == Tags::exact; }
    bool tags_are_shared() const { return tags_ == Tags::few; }
    std::vector<std::int64_t> describe(const State& state) const { return {state.vertex}; }
    Events events(const State&, const State&) const { return 0; }
    Heuristic heuristic(std::string_view, Control&) const { return {estimate_}; }

    // What is known beforehand: the cost of the cheapest plan, and the least number of steps.
    Cost cheapest() const { return to_goal_[0]; }
    Cost fewest() const { return steps_to_goal_[0]; }
    std::size_t reachable() const { return reachable_; }
    const std::vector<double>& steps_left() const { return steps_left_; }  // a perfect estimate

    // The cost of a plan, or `no_way` if it does not lead to a goal.
    Cost cost_of(const std::vector<Action>& plan) const {
        std::uint32_t at = 0;
        Cost cost = 0;
        for (const Action action : plan) {
            if (action >= edges_[at].size() || goal_[at]) return no_way;
            cost += edges_[at][action].cost;
            at = edges_[at][action].to;
        }
        return goal_[at] ? cost : no_way;
    }

  private:
    // Bellman and Ford, as plain as can be.
    void find_distances() {
        to_goal_.assign(edges_.size(), no_way);
        steps_to_goal_ = to_goal_;
        for (std::size_t v = 0; v < edges_.size(); ++v) {
            if (goal_[v]) to_goal_[v] = steps_to_goal_[v] = 0;
        }
        const auto shorten = [](Cost& here, Cost there, Cost step) {
            if (there == no_way || there + step >= here) return false;
            here = there + step;
            return true;
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t v = 0; v < edges_.size(); ++v) {
                for (const Edge& edge : edges_[v]) {
                    changed |= shorten(to_goal_[v], to_goal_[edge.to], edge.cost);
                    changed |= shorten(steps_to_goal_[v], steps_to_goal_[edge.to], 1);
                }
            }
        }
        std::vector<bool> seen(edges_.size(), false);
        std::vector<std::uint32_t> waiting = {0};
        seen[0] = true;
        while (!waiting.empty()) {
            const std::uint32_t at = waiting.back();
            waiting.pop_back();
            ++reachable_;
            for (const Edge& edge : edges_[at]) {
                if (!seen[edge.to]) waiting.push_back(edge.to);
                seen[edge.to] = true;
            }
        }
    }

    Tags tags_;
    bool unit_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<bool> goal_;
    std::vector<Cost> to_goal_, steps_to_goal_;
    std::vector<double> estimate_, steps_left_;
    std::size_t reachable_ = 0;
};
static_assert(Domain<Graph>);

}  // namespace unriddle::tests
