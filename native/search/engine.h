// A domain with every search. Including this compiles all of them: only native/<puzzle>/*.cpp do.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "search/any_engine.h"
#include "search/beam.h"
#include "search/best_first.h"
#include "search/breadth_first.h"
#include "search/depth_first.h"
#include "search/hill_climbing.h"
#include "search/hybrid.h"
#include "search/idastar.h"
#include "search/iterative_deepening.h"
#include "search/mcts.h"
#include "search/named.h"

namespace unriddle {

template <Domain D>
class Engine final : public AnyEngine {
  public:
    explicit Engine(D domain) : domain_(std::move(domain)) {}

    // The names of all searches.
    static std::vector<std::string> searches() { return names_of(table); }

    Work search(const std::string& name, const Settings& settings) const override {
        // The work shares the engine.
        return [self = shared_from_this(), this, settings, search = named("search", name, table)](
                   Control& control) { return search(domain_, settings, control); };
    }

    Packed initial() const override { return packed(domain_.initial()); }

    std::vector<PackedStep> successors(const Packed& state) const override {
        StepsOf<D> steps;
        domain_.successors(unpacked(state), steps);
        std::vector<PackedStep> result;
        for (const Step<State>& step : steps) {
            result.push_back({step.action, packed(step.state), step.cost});
        }
        return result;
    }

    bool is_goal(const Packed& state) const override { return domain_.is_goal(unpacked(state)); }

    bool same(const Packed& one, const Packed& other) const override {
        const bool equal = domain_.same(unpacked(one), other.data());
        const bool equal_tags = domain_.tag(unpacked(one)) == domain_.tag(unpacked(other));
        if (equal && !equal_tags) {
            throw std::logic_error("two states have equal keys and different tags");
        }
        if (equal_tags && !equal && domain_.tags_are_exact()) {
            throw std::logic_error("two states have different keys and equal tags, called exact");
        }
        return equal;
    }

    Events events(const Packed& before, const Packed& after) const override {
        return domain_.events(unpacked(before), unpacked(after));
    }

    double estimate(const std::string& heuristic, const Packed& state) const override {
        Control control;
        auto estimate = domain_.heuristic(heuristic, control);
        return estimate(unpacked(state));
    }

    Description describe(const Packed& state) const override {
        return domain_.describe(unpacked(state));
    }

    std::vector<std::size_t> layers(std::size_t depth) const override {
        Control control;
        StateStore<D> nodes(domain_, control);
        HashTable<D> visited(domain_, nodes, control);
        StepsOf<D> steps;
        std::vector<std::size_t> sizes;
        visited[domain_.initial()] = nodes.add(domain_.initial(), no_node, 0, 0);
        for (NodeId node = 0; sizes.size() <= depth && node < nodes.size();) {
            const std::size_t end = nodes.size();
            sizes.push_back(end - node);
            for (; node < end; ++node) {
                steps.clear();
                domain_.successors(nodes.state(node), steps);
                for (const Step<State>& step : steps) {
                    NodeId& there = visited[step.state];
                    if (there == no_node) there = nodes.add(step.state, node, step.action, 0);
                }
            }
        }
        return sizes;
    }

    std::size_t bytes_per_node() const override { return StateStore<D>::node_bytes(domain_); }

  private:
    using State = typename D::State;
    using Search = Outcome (*)(const D&, const Settings&, Control&);

    template <auto search>
    static Outcome blind(const D& domain, const Settings&, Control& control) {
        return search(domain, control);
    }

    // With an estimate, and one or two settings more.
    template <auto search, class... More>
    static Outcome guided_by(const D& domain, const Settings& settings, Control& control,
                             More... more) {
        auto estimate = domain.heuristic(settings.get<std::string>("heuristic"), control);
        return search(domain, estimate, more..., control);
    }

    template <auto search>
    static Outcome guided(const D& domain, const Settings& settings, Control& control) {
        return guided_by<search>(domain, settings, control);
    }

    // The one table of searches, by their names in Python's catalogue.
    static constexpr auto table = std::to_array<Named<Search>>({
        {"bfs", blind<breadth_first<D>>},
        {"dfs-tree", blind<depth_first_tree<D>>},
        {"dfs", blind<depth_first<D>>},
        {"ids", blind<iterative_deepening<D>>},
        {"ucs", blind<uniform_cost<D>>},
        {"greedy", guided<greedy<D>>},
        {"astar", guided<astar<D>>},
        {"wastar",
         [](const D& domain, const Settings& settings, Control& control) {
             return guided_by<weighted_astar<D>>(domain, settings, control,
                                                 settings.get<double>("weight"));
         }},
        {"idastar", guided<idastar<D>>},
        {"beam",
         [](const D& domain, const Settings& settings, Control& control) {
             return guided_by<beam<D>>(domain, settings, control, settings.size("width"));
         }},
        {"hill-simple", guided<simple_hill_climbing<D>>},
        {"hill-steepest", guided<steepest_hill_climbing<D>>},
        {"hill", guided<backtracking_hill_climbing<D>>},
        {"mcts", [](const D& domain, const Settings& settings,
                    Control& control) { return mcts(domain, MctsSettings(settings), control); }},
        {"hybrid",
         [](const D& domain, const Settings& settings, Control& control) {
             return guided_by<hybrid<D>>(domain, settings, control, settings.size("plies"),
                                         settings.size("record"));
         }},
    });

    Packed packed(const State& state) const {
        Packed bytes(domain_.packed_bytes());
        domain_.pack(state, bytes.data());
        return bytes;
    }

    State unpacked(const Packed& bytes) const {
        if (bytes.size() != domain_.packed_bytes()) {
            throw std::invalid_argument("not a state of this puzzle");
        }
        return domain_.unpack(bytes.data());
    }

    const D domain_;
};

}  // namespace unriddle
