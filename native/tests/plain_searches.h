// The textbook searches once more, in the plainest words: containers of the standard library, a
// node is a number, a state is known by its vertex. Each says what it answers, and what it had
// generated and what waited after each expansion, as the book counts it (src/unriddle/search/).
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

#include "search/outcome.h"
#include "tests/graph_domain.h"

namespace unriddle::tests {

struct PlainSearch {
    struct Counted {
        std::uint64_t generated, frontier;
    };
    Status status = Status::exhausted;
    std::vector<Action> plan;
    Cost cost = 0;
    std::vector<Counted> expansions;

  protected:
    struct Node {
        std::uint32_t vertex;
        int parent;
        Action action;
        Cost cost;
        int depth;
    };
    struct Way {
        Action action;
        Cost cost;
        std::uint32_t to;
    };

    explicit PlainSearch(const Graph& graph) : graph_(graph) {}

    int add(const Way& way, int parent) {
        nodes_.push_back(
            {way.to, parent, way.action, at(parent).cost + way.cost, at(parent).depth + 1});
        return static_cast<int>(nodes_.size()) - 1;
    }
    int add_root() {
        nodes_.assign(1, {0, -1, 0, 0, 0});
        return 0;
    }
    Node at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
    bool is_goal(std::uint32_t vertex) const { return graph_.is_goal({vertex, 0}); }
    std::vector<Way> ways(int node) const {
        std::vector<Step<Graph::State>> steps;
        graph_.successors({at(node).vertex, 0}, steps);
        std::vector<Way> found;
        for (const auto& step : steps) found.push_back({step.action, step.cost, step.state.vertex});
        return found;
    }
    void expanded(std::size_t generated, std::size_t frontier) {
        const std::uint64_t before = expansions.empty() ? 0 : expansions.back().generated;
        expansions.push_back({before + generated, frontier});
    }
    void solved(int node) {
        status = Status::solved;
        cost = at(node).cost;
        plan.clear();
        for (int on = node; at(on).parent >= 0; on = at(on).parent) plan.push_back(at(on).action);
        std::reverse(plan.begin(), plan.end());
    }
    bool is_on_path(int node, std::uint32_t vertex) const {
        for (; node >= 0; node = at(node).parent) {
            if (at(node).vertex == vertex) return true;
        }
        return false;
    }

    const Graph& graph_;
    std::vector<Node> nodes_;
};

struct PlainBreadthFirst : PlainSearch {
    explicit PlainBreadthFirst(const Graph& graph) : PlainSearch(graph) {
        std::deque<int> queue = {add_root()};
        if (is_goal(0)) {
            solved(0);
            return;
        }
        std::set<std::uint32_t> visited = {0};
        while (!queue.empty()) {
            const int node = queue.front();
            queue.pop_front();
            int goal = -1;
            for (const Way& way : ways(node)) {
                if (!visited.insert(way.to).second) continue;
                const int child = add(way, node);
                if (is_goal(way.to)) {
                    goal = child;
                    break;
                }
                queue.push_back(child);
            }
            expanded(ways(node).size(), queue.size());
            if (goal >= 0) {
                solved(goal);
                return;
            }
        }
    }
};

using PlainEstimate = std::function<double(std::uint32_t)>;

// Without an estimate depth first, with one backtracking hill climbing.
struct PlainDepthFirst : PlainSearch {
    explicit PlainDepthFirst(const Graph& graph, const PlainEstimate& estimate = {})
        : PlainSearch(graph) {
        std::set<std::uint32_t> explored;
        std::vector<int> stack = {add_root()};
        while (!stack.empty()) {
            const int node = stack.back();
            stack.pop_back();
            if (!explored.insert(at(node).vertex).second) continue;
            if (is_goal(at(node).vertex)) {
                solved(node);
                return;
            }
            std::vector<std::pair<double, int>> children;
            for (const Way& way : ways(node)) {
                if (explored.contains(way.to)) continue;
                const double h = estimate ? estimate(way.to) : 0;
                if (h == std::numeric_limits<double>::infinity()) continue;
                children.push_back({h, add(way, node)});
            }
            std::stable_sort(children.begin(), children.end(),
                             [](auto& one, auto& other) { return one.first < other.first; });
            for (auto child = children.rbegin(); child != children.rend(); ++child) {
                stack.push_back(child->second);
            }
            expanded(ways(node).size(), stack.size());
        }
    }
};

struct PlainDeepening : PlainSearch {
    explicit PlainDeepening(const Graph& graph) : PlainSearch(graph) {
        for (int limit = 0; is_cut(limit); ++limit) {
        }
    }

  private:
    // Was something cut off, and no goal found?
    bool is_cut(int limit) {
        std::vector<int> stack = {add_root()};
        if (is_goal(0)) return solved(0), false;
        if (limit == 0) return true;
        bool is_stuck = false;
        while (!stack.empty()) {
            const int node = stack.back();
            stack.pop_back();
            int goal = -1;
            std::vector<int> children;
            for (const Way& way : ways(node)) {
                if (is_on_path(node, way.to)) continue;
                const int child = add(way, node);
                if (is_goal(way.to)) {
                    goal = child;
                    break;
                }
                if (at(child).depth == limit) {
                    is_stuck = true;
                } else {
                    children.push_back(child);
                }
            }
            stack.insert(stack.end(), children.rbegin(), children.rend());
            expanded(ways(node).size(), stack.size());
            if (goal >= 0) return solved(goal), false;
        }
        return is_stuck;
    }
};

// f = g_counts * g + h_counts * h
struct PlainBestFirst : PlainSearch {
    PlainBestFirst(const Graph& graph, const PlainEstimate& estimate, int g_counts, double h_counts,
                   bool reopen)
        : PlainSearch(graph) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        using Entry = std::tuple<double, double, int>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        std::map<std::uint32_t, Cost> cheapest = {{0, 0}};
        if (estimate(0) == infinity) return;
        queue.push({0, estimate(0), add_root()});
        while (!queue.empty()) {
            const int node = std::get<2>(queue.top());
            queue.pop();
            if (at(node).cost > cheapest.at(at(node).vertex)) continue;
            if (is_goal(at(node).vertex)) {
                solved(node);
                return;
            }
            for (const Way& way : ways(node)) {
                const Cost cost = at(node).cost + way.cost;
                const auto known = cheapest.find(way.to);
                if (known != cheapest.end() && (cost >= known->second || !reopen)) continue;
                cheapest[way.to] = cost;
                const double h = estimate(way.to);
                if (h == infinity) continue;
                const double f = g_counts * static_cast<double>(cost) + h_counts * h;
                queue.push({f, h, add(way, node)});
            }
            expanded(ways(node).size(), queue.size());
        }
    }
};

struct PlainIdastar : PlainSearch {
    PlainIdastar(const Graph& graph, const PlainEstimate& estimate) : PlainSearch(graph) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        for (double bound = estimate(0), beyond; bound < infinity; bound = beyond) {
            beyond = infinity;
            std::vector<int> stack = {add_root()};
            while (!stack.empty()) {
                const int node = stack.back();
                stack.pop_back();
                if (is_goal(at(node).vertex)) {
                    solved(node);
                    return;
                }
                std::vector<int> children;
                for (const Way& way : ways(node)) {
                    if (is_on_path(node, way.to)) continue;
                    const double value =
                        static_cast<double>(at(node).cost + way.cost) + estimate(way.to);
                    if (value <= bound) {
                        children.push_back(add(way, node));
                    } else {
                        beyond = std::min(beyond, value);
                    }
                }
                stack.insert(stack.end(), children.rbegin(), children.rend());
                expanded(ways(node).size(), stack.size());
            }
        }
    }
};

struct PlainBeam : PlainSearch {
    PlainBeam(const Graph& graph, const PlainEstimate& estimate, std::size_t width)
        : PlainSearch(graph) {
        std::vector<int> layer = {add_root()};
        if (is_goal(0)) {
            solved(0);
            return;
        }
        std::set<std::uint32_t> kept = {0};
        while (!layer.empty()) {
            std::set<std::uint32_t> fresh;
            std::vector<std::pair<double, int>> candidates;
            for (std::size_t place = 0; place < layer.size(); ++place) {
                int goal = -1;
                for (const Way& way : ways(layer[place])) {
                    if (kept.contains(way.to) || !fresh.insert(way.to).second) continue;
                    const int child = add(way, layer[place]);
                    if (is_goal(way.to)) {
                        goal = child;
                        break;
                    }
                    const double h = estimate(way.to);
                    if (h == std::numeric_limits<double>::infinity()) continue;
                    candidates.push_back({h, child});
                }
                expanded(ways(layer[place]).size(), layer.size() - place - 1 + candidates.size());
                if (goal >= 0) {
                    solved(goal);
                    return;
                }
            }
            if (candidates.size() > width) status = Status::stuck;
            std::stable_sort(candidates.begin(), candidates.end(),
                             [](auto& one, auto& other) { return one.first < other.first; });
            if (candidates.size() > width) candidates.resize(width);
            layer.clear();
            for (const auto& [h, child] : candidates) {
                kept.insert(at(child).vertex);
                layer.push_back(child);
            }
        }
    }
};

}  // namespace unriddle::tests
