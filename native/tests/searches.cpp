// The searches find what there is to find: on random graphs, of which everything is known.
#include <string>

#include "search/beam.h"
#include "search/best_first.h"
#include "search/breadth_first.h"
#include "search/depth_first.h"
#include "search/hill_climbing.h"
#include "search/idastar.h"
#include "search/iterative_deepening.h"
#include "tests/graph_domain.h"
#include "tests/harness.h"
#include "tests/plain_searches.h"

using namespace unriddle;
using namespace unriddle::tests;

namespace {

constexpr Cost no_way = Graph::no_way;

// Calls `check(graph, estimate, control)` for many graphs of every kind.
void on_graphs(std::uint32_t largest, std::uint64_t count, auto&& check) {
    for (const Tags tags : {Tags::exact, Tags::hashed, Tags::few}) {
        for (const Cost costs : {0u, 1u, 9u}) {
            for (std::uint64_t seed = 0; seed < count; ++seed) {
                IN_CASE(std::to_string(static_cast<int>(tags)) + " " + std::to_string(costs) + " " +
                        std::to_string(seed));
                SplitMix64 rng(seed * 31 + costs);
                const Graph graph(rng, 2 + roll(rng, largest), costs, tags);
                Control control;
                Graph::Heuristic estimate = graph.heuristic("", control);
                check(graph, estimate, control);
            }
        }
    }
}

// A plan that leads to a goal and costs what the search says, or the proof that there is none.
void check_answer(const Graph& graph, const Outcome& outcome) {
    if (graph.cheapest() == no_way) {
        CHECK(outcome.status == Status::exhausted);
    } else {
        CHECK(outcome.status == Status::solved);
        CHECK_EQUAL(graph.cost_of(outcome.plan), outcome.cost);
    }
}

void check_cheapest(const Graph& graph, const Outcome& outcome) {
    check_answer(graph, outcome);
    if (outcome.status == Status::solved) CHECK_EQUAL(outcome.cost, graph.cheapest());
}

void check_shortest(const Graph& graph, const Outcome& outcome) {
    check_answer(graph, outcome);
    if (outcome.status == Status::solved) CHECK_EQUAL(outcome.plan.size(), graph.fewest());
}

// The same answer, step by step: after each expansion as much was generated, and as much waits. A
// limit of nodes shows what there is after some of them.
void check_twin(const PlainSearch& plain, SplitMix64& rng, auto&& search) {
    Control control;
    const Outcome outcome = search(control);
    CHECK(outcome.status == plain.status);
    CHECK(outcome.plan == plain.plan);
    CHECK_EQUAL(outcome.cost, plain.cost);
    const std::size_t count = plain.expansions.size();
    CHECK_EQUAL(control.progress().expanded, count);
    for (int turn = 0; count > 0 && turn < 4; ++turn) {
        const std::size_t some = turn == 0 ? count : 1 + roll(rng, count);
        Control limited(Limits{.nodes = some});
        try {
            search(limited);
            CHECK_EQUAL(some, count);
        } catch (const Interruption& interruption) {
            CHECK(interruption.status == Status::out_of_nodes && some < count);
        }
        CHECK_EQUAL(limited.progress().expanded, some);
        CHECK_EQUAL(limited.progress().generated, plain.expansions[some - 1].generated);
        CHECK_EQUAL(limited.progress().frontier, plain.expansions[some - 1].frontier);
    }
}

}  // namespace

TEST(every_search_goes_step_by_step_as_in_the_book) {
    on_graphs(60, 40, [](const Graph& graph, auto& estimate, Control&) {
        SplitMix64 rng(graph.reachable());
        const PlainEstimate h = [&](std::uint32_t vertex) {
            return estimate(Graph::State{vertex, 0});
        };
        const PlainEstimate nothing = [](std::uint32_t) { return 0.0; };
        check_twin(PlainBreadthFirst(graph), rng,
                   [&](Control& control) { return breadth_first(graph, control); });
        // What shares its tag with the first successor waits though it is explored (exploring.h).
        if (!graph.tags_are_shared()) {
            check_twin(PlainDepthFirst(graph), rng,
                       [&](Control& control) { return depth_first(graph, control); });
        }
        check_twin(PlainDepthFirst(graph, h), rng, [&](Control& control) {
            return backtracking_hill_climbing(graph, estimate, control);
        });
        check_twin(PlainBestFirst(graph, nothing, 1, 1.0, true), rng,
                   [&](Control& control) { return uniform_cost(graph, control); });
        check_twin(PlainBestFirst(graph, h, 0, 1.0, false), rng,
                   [&](Control& control) { return greedy(graph, estimate, control); });
        check_twin(PlainBestFirst(graph, h, 1, 1.0, true), rng,
                   [&](Control& control) { return astar(graph, estimate, control); });
        check_twin(PlainBestFirst(graph, h, 1, 2.5, true), rng,
                   [&](Control& control) { return weighted_astar(graph, estimate, 2.5, control); });
        for (const std::size_t width : {1u, 3u, 1000u}) {
            check_twin(PlainBeam(graph, h, width), rng,
                       [&](Control& control) { return beam(graph, estimate, width, control); });
        }
    });
}

TEST(searches_with_little_memory_go_step_by_step_as_in_the_book) {
    on_graphs(10, 60, [](const Graph& graph, auto& estimate, Control&) {
        SplitMix64 rng(graph.reachable());
        check_twin(PlainDeepening(graph), rng,
                   [&](Control& control) { return iterative_deepening(graph, control); });
        check_twin(PlainIdastar(graph, [&](std::uint32_t v) { return estimate({v, 0}); }), rng,
                   [&](Control& control) { return idastar(graph, estimate, control); });
    });
}

TEST(breadth_first_finds_the_fewest_steps) {
    on_graphs(200, 60, [](const Graph& graph, auto&, Control& control) {
        check_shortest(graph, breadth_first(graph, control));
        CHECK(control.progress().expanded <= graph.reachable());
        if (graph.cheapest() == no_way) {
            CHECK_EQUAL(control.progress().expanded, graph.reachable());
        }
    });
}

TEST(uniform_cost_finds_the_cheapest) {
    on_graphs(200, 60, [](const Graph& graph, auto&, Control& control) {
        check_cheapest(graph, uniform_cost(graph, control));
        if (graph.cheapest() == no_way) {
            CHECK_EQUAL(control.progress().expanded, graph.reachable());
        }
    });
}

TEST(astar_finds_the_cheapest_though_its_estimates_jump) {
    on_graphs(200, 100, [](const Graph& graph, auto& estimate, Control& control) {
        check_cheapest(graph, astar(graph, estimate, control));
    });
}

TEST(weighted_astar_keeps_to_its_factor) {
    on_graphs(200, 40, [](const Graph& graph, auto& estimate, Control& control) {
        const Outcome outcome = weighted_astar(graph, estimate, 2.0, control);
        check_answer(graph, outcome);
        if (outcome.status == Status::solved) CHECK(outcome.cost <= 2 * graph.cheapest());
        Control other;
        check_cheapest(graph, weighted_astar(graph, estimate, 1.0, other));
    });
}

TEST(best_first_searches_look_ahead_in_large_graphs) {
    for (const auto& [seed, cheapest] : {std::pair{37, no_way}, std::pair{40, Cost{119}}}) {
        SplitMix64 rng(static_cast<std::uint64_t>(seed));
        const Graph graph(rng, 150000, 9, Tags::hashed);
        CHECK_EQUAL(graph.cheapest(), cheapest);
        Control control;
        check_cheapest(graph, uniform_cost(graph, control));
        CHECK(control.progress().expanded > nodes_in_cache);
        auto estimate = graph.heuristic("", control);
        check_cheapest(graph, astar(graph, estimate, control));
    }
}

TEST(greedy_and_depth_first_answer) {
    on_graphs(200, 40, [](const Graph& graph, auto& estimate, Control& control) {
        check_answer(graph, greedy(graph, estimate, control));
        check_answer(graph, depth_first(graph, control));
        check_answer(graph, backtracking_hill_climbing(graph, estimate, control));
    });
}

TEST(depth_first_expands_every_state_once_for_a_proof) {
    on_graphs(200, 40, [](const Graph& graph, auto&, Control& control) {
        if (graph.cheapest() != no_way) return;
        CHECK(depth_first(graph, control).status == Status::exhausted);
        CHECK_EQUAL(control.progress().expanded, graph.reachable());
    });
}

TEST(a_perfect_estimate_leads_straight_to_the_goal) {
    on_graphs(200, 40, [](const Graph& graph, auto&, Control&) {
        if (graph.fewest() == no_way) return;
        Control straight, greedily;
        Graph::Heuristic perfect{graph.steps_left()};
        const Outcome climbed = backtracking_hill_climbing(graph, perfect, straight);
        CHECK_EQUAL(climbed.plan.size(), graph.fewest());
        CHECK_EQUAL(straight.progress().expanded, graph.fewest());
        CHECK_EQUAL(greedy(graph, perfect, greedily).plan.size(), graph.fewest());
        CHECK_EQUAL(greedily.progress().expanded, graph.fewest());
    });
}

TEST(iterative_deepening_finds_the_fewest_steps) {
    on_graphs(12, 60, [](const Graph& graph, auto&, Control& control) {
        check_shortest(graph, iterative_deepening(graph, control));
    });
}

TEST(idastar_finds_the_cheapest) {
    on_graphs(12, 60, [](const Graph& graph, auto& estimate, Control& control) {
        const Outcome outcome = idastar(graph, estimate, control);
        check_cheapest(graph, outcome);
    });
}

TEST(a_narrow_beam_proves_nothing) {
    on_graphs(60, 60, [](const Graph& graph, auto& estimate, Control&) {
        for (const std::size_t width : {1u, 3u, 1000u}) {
            Control control;
            const Outcome outcome = beam(graph, estimate, width, control);
            if (outcome.status == Status::solved) {
                CHECK_EQUAL(graph.cost_of(outcome.plan), outcome.cost);
            } else if (outcome.status == Status::exhausted) {
                CHECK_EQUAL(graph.cheapest(), no_way);
            } else {
                CHECK(outcome.status == Status::stuck && width < 1000);
            }
        }
    });
}

TEST(hill_climbing_proves_nothing) {
    on_graphs(60, 40, [](const Graph& graph, auto& estimate, Control& control) {
        for (const Outcome& outcome : {simple_hill_climbing(graph, estimate, control),
                                       steepest_hill_climbing(graph, estimate, control)}) {
            CHECK(outcome.status == Status::solved || outcome.status == Status::stuck);
            if (outcome.status != Status::solved) continue;
            CHECK_EQUAL(graph.cost_of(outcome.plan), outcome.cost);
        }
    });
}

TEST(limits_are_no_proof) {
    on_graphs(200, 10, [](const Graph& graph, auto&, Control&) {
        const auto ended = [&](Control& control) {
            try {
                breadth_first(graph, control);
            } catch (const Interruption& interruption) {
                return interruption.status;
            }
            return Status::solved;
        };
        Control whole;
        breadth_first(graph, whole);
        const std::uint64_t needed = whole.progress().expanded;
        if (needed < 2) return;
        Control few(Limits{.nodes = needed - 1}), enough(Limits{.nodes = needed});
        CHECK(ended(few) == Status::out_of_nodes);
        CHECK_EQUAL(few.progress().expanded, needed - 1);
        CHECK(ended(enough) == Status::solved);
        Control cramped(Limits{.bytes = 1000}), halted;
        CHECK(ended(cramped) == Status::out_of_memory);
        halted.stop();
        CHECK(ended(halted) == Status::stopped);
    });
}
