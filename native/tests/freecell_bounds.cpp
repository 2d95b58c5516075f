// What the FreeCell searches promise: bounds that never say too much, verdicts and costs that all
// states confirm.
#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <stdexcept>
#include <vector>

#include "freecell/beams.h"
#include "freecell/deadlock_bound.h"
#include "freecell/domain.h"
#include "freecell/engine.h"
#include "freecell/layered_queue.h"
#include "freecell/metric.h"
#include "freecell/optimal.h"
#include "freecell/plan.h"
#include "search/best_first.h"
#include "search/run.h"
#include "tests/freecell_oracle.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::freecell;
using namespace unriddle::tests;

namespace {

// The units that step aside: the cards of one column that are in sequence, or single cards.
std::vector<std::vector<int>> units_of(const std::vector<int>& column, bool as_one) {
    std::vector<std::vector<int>> units;
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (as_one && i > 0 && Plain::fits(column[i], column[i - 1])) {
            units.back().push_back(column[i]);
        } else {
            units.push_back({column[i]});
        }
    }
    return units;
}

// Who waits for whom: d waits for c, if c lies on a lower card of d's suit.
struct Waits {
    Waits(const Plain& plain, bool as_one) {
        for (const auto& column : plain.columns) {
            for (const auto& unit : units_of(column, as_one)) {
                for (const int card : unit) {
                    for (const int other : unit) unit_of[at(card)][at(other)] = true;
                }
            }
            for (std::size_t c = 0; c < column.size(); ++c) {
                left[at(column[c])] = true;
                for (std::size_t x = 0; x < c; ++x) {
                    for (int d = column[x] + 4; d < 52; d += 4)
                        waiting[at(column[c])][at(d)] = true;
                }
            }
        }
    }

    static std::size_t at(int card) { return static_cast<std::size_t>(card); }
    bool waits_for(std::size_t d, std::size_t c) const { return waiting[c][d]; }
    void take(std::size_t card) { left &= ~unit_of[card]; }

    // The cards of a shortest cycle, or none.
    std::vector<std::size_t> cycle() const {
        std::vector<std::size_t> best;
        for (std::size_t start = 0; start < 52; ++start) {
            if (!left[start]) continue;
            std::array<std::size_t, 52> from;
            from.fill(52);
            std::vector<std::size_t> reached = {start};
            for (std::size_t i = 0; i < reached.size() && from[start] == 52; ++i) {
                for (std::size_t d = 0; d < 52; ++d) {
                    if (!left[d] || !waits_for(d, reached[i]) || from[d] != 52) continue;
                    from[d] = reached[i];
                    reached.push_back(d);
                }
            }
            if (from[start] == 52) continue;
            std::vector<std::size_t> cards = {start};
            for (std::size_t on = from[start]; on != start; on = from[on]) cards.push_back(on);
            if (best.empty() || cards.size() < best.size()) best = cards;
        }
        return best;
    }

    bool broken_by(int units) const {
        const std::vector<std::size_t> cards = cycle();
        if (cards.empty() || units == 0) return cards.empty();
        return std::any_of(cards.begin(), cards.end(), [&](std::size_t card) {
            Waits without = *this;
            without.take(card);
            return without.broken_by(units - 1);
        });
    }

    // Every unit with a card that waits for itself; they are taken.
    int take_forced() {
        int forced = 0;
        for (std::size_t card = 0; card < 52; ++card) {
            if (!left[card] || !waits_for(card, card)) continue;
            ++forced;
            take(card);
        }
        return forced;
    }

    using Set = std::bitset<52>;
    std::array<Set, 52> waiting, unit_of;
    Set left;
};

// The least number of units without which nobody waits for himself, directly or not.
int plain_steps_aside(const Plain& plain, bool as_one) {
    Waits waits(plain, as_one);
    const int forced = waits.take_forced();
    for (int units = 0;; ++units) {
        if (waits.broken_by(units)) return forced + units;
    }
}

// The same by pairs alone: low cards first, each takes the first partner that is left.
int plain_pairs(const Plain& plain, bool as_one) {
    Waits waits(plain, as_one);
    int steps = waits.take_forced();
    for (std::size_t one = 0; one < 52; ++one) {
        for (std::size_t other = one + 1; other < 52; ++other) {
            if (!waits.left[one] || !waits.left[other]) continue;
            if (!waits.waits_for(other, one) || !waits.waits_for(one, other)) continue;
            waits.take(one);
            waits.take(other);
            ++steps;
        }
    }
    return steps;
}

Plain small_game(SplitMix64& rng, int cards = 9) {
    const std::size_t columns = 1 + roll<std::size_t>(rng, 4), cells = roll<std::size_t>(rng, 3);
    return random_plain(rng, 3 + roll(rng, cards), columns, cells);
}

// A run at its end.
std::unique_ptr<Run> finished(const Run::Work& work, const Limits& limits) {
    auto run = std::make_unique<Run>(work, limits);
    run->wait(1e9);
    return run;
}

std::unique_ptr<Run> finished_run(const char* solver, const Plain& start, const Rules& rules,
                                  const Limits& limits = {}) {
    const Game game{start.position(), rules};
    const auto solve = named("solver", solver, solvers);
    return finished([&](Control& control) { return solve(game, Settings(), control); }, limits);
}

// `optimal` with another effort.
std::unique_ptr<Run> finished_optimal(Effort effort, const Plain& start, const Rules& rules,
                                      const Limits& limits = {}) {
    const FreeCell puzzle(start.position(), rules);
    return finished([&](Control& control) { return solve_optimally(puzzle, control, effort); },
                    limits);
}

// Plays a plan by the plain rules; its cost, or -1 if it does not solve the position.
int played(const Plain& start, const FreeCell& puzzle, const std::vector<Action>& plan) {
    Plain at = start;
    int cost = 0;
    for (const Action action : plan) {
        StepsOf<FreeCell> steps;
        puzzle.successors(at.board(), steps);
        const auto wanted = plain_steps(at, puzzle.rules());
        std::size_t i = 0;
        while (i < steps.size() && steps[i].action != action) ++i;
        if (i == steps.size() || steps.size() != wanted.size()) return -1;
        cost += wanted[i].cost;
        at = wanted[i].after;
    }
    return at.won() ? cost : -1;
}

}  // namespace

TEST(steps_aside_is_the_least_number_of_units) {
    int beyond_pairs = 0;
    on_seeds(120, 0, [&](SplitMix64& rng, std::uint64_t seed) {
        const int cards = seed % 4 == 0 ? 52 : 8 + roll(rng, 20);
        Plain plain = random_plain(rng, cards, 1 + roll<std::size_t>(rng, seed % 4 == 0 ? 9 : 5),
                                   roll<std::size_t>(rng, 3));
        const Table table(plain.position());
        for (const bool as_one : {false, true}) {
            DeadlockBound deadlock_bound(table, as_one);
            Plain at = plain;
            for (int step = 0; step < 6; ++step) {
                const Layout layout(table, at.board().lies);
                const int wanted = plain_steps_aside(at, as_one);
                CHECK_EQUAL(deadlock_bound(layout), wanted);
                beyond_pairs += wanted > plain_pairs(at, as_one);
                for (const int below : {0, 1, 2}) {  // whatever is known beforehand
                    CHECK_EQUAL(
                        deadlock_bound(layout, wanted - below,
                                       wanted + 2 - below > wanted ? wanted + 2 - below : wanted),
                        wanted);
                }
                const auto steps = plain_steps(at, {Autoplay::none, Counted::moves});
                if (steps.empty()) break;
                at = steps[roll(rng, steps.size())].after;
            }
        }
    });
    CHECK(beyond_pairs > 20);
}

TEST(estimates_never_say_too_much_and_never_jump) {
    on_seeds(150, 31, [&](SplitMix64& rng, std::uint64_t seed) {
        const Rules rules{autoplays[seed % 4], countings[seed / 4 % 3]};
        const Plain start = small_game(rng, 7);
        const PlainSpace space(start, rules, 3000);
        if (!space.is_whole) return;
        const FreeCell puzzle(start.position(), rules);
        const Metric metric(rules);
        DeadlockBound deadlock_bound(puzzle.table(), metric.as_one);
        Control control;
        Estimate deadlock = puzzle.heuristic("deadlock", control);
        Estimate left = puzzle.heuristic("cards-left", control);
        std::vector<int> bound;
        for (std::size_t i = 0; i < space.states.size(); ++i) {
            const Plain& here = space.states[i];
            const int home = metric.home_is_counted ? here.left() : 0;
            const int aside = deadlock_bound(Layout(puzzle.table(), here.board().lies));
            bound.push_back(home + aside);
            CHECK(bound.back() <= space.cost[i]);
            const Board board = here.board();
            CHECK_EQUAL(deadlock(board), home + plain_pairs(here, metric.as_one));
            CHECK(deadlock(board) <= bound.back());
            CHECK_EQUAL(left(board), here.left());
        }
        for (std::size_t i = 0; i < space.states.size(); ++i) {
            for (const PlainSpace::Edge& edge : space.edges[i]) {
                CHECK(bound[i] <= bound[edge.to] + edge.cost);
            }
        }
    });
}

TEST(optimal_is_the_least_cost_or_there_is_none) {
    int solved = 0, unsolvable = 0;
    on_seeds(500, 500, [&](SplitMix64& rng, std::uint64_t seed) {
        const Rules rules{autoplays[seed % 4], countings[seed / 4 % 3]};
        const Plain start = small_game(rng);
        const PlainSpace space(start, rules, 4000);
        if (!space.is_whole) return;
        const FreeCell puzzle(start.position(), rules);
        const auto run = finished_run("optimal", start, rules);
        const Outcome outcome = run->outcome();
        const int cheapest = space.cost[0];
        if (cheapest == PlainSpace::no_way) {
            CHECK(outcome.status == Status::exhausted);
            ++unsolvable;
            return;
        }
        ++solved;
        CHECK(outcome.status == Status::solved && outcome.proved);
        CHECK_EQUAL(static_cast<int>(outcome.cost), cheapest);
        CHECK_EQUAL(played(start, puzzle, outcome.plan), cheapest);
        CHECK_EQUAL(run->progress().lower, outcome.cost);
        CHECK_EQUAL(run->progress().upper, outcome.cost);
    });
    CHECK(solved > 100 && unsolvable > 20);
}

TEST(optimal_is_as_cheap_as_astar_on_longer_games) {
    // With good beams, bad ones or none: what they find is improved then. And with estimates that
    // jump, because they lose their patience: then positions are expanded again.
    int solved = 0, unsolvable = 0, missed = 0;
    const std::array<Effort, 4> efforts = {{{}, {.beams = {1}}, {.beams = {}}, {{}, 0}}};
    std::array<std::uint64_t, efforts.size()> expanded{};
    on_seeds(360, 11000, [&](SplitMix64& rng, std::uint64_t seed) {
        const Rules rules{autoplays[seed % 4], countings[seed / 4 % 3]};
        const std::size_t cells = 1 + roll<std::size_t>(rng, 2);
        const std::size_t columns = 2 + roll<std::size_t>(rng, 5);
        const Plain start = random_plain(rng, 12 + roll(rng, 24), columns, cells);
        const FreeCell puzzle(start.position(), rules);
        Control control(Limits{.nodes = 8000});
        Estimate estimate = puzzle.heuristic("deadlock", control);
        Outcome wanted{Status::stopped};
        try {
            wanted = astar(puzzle, estimate, control);
        } catch (const Interruption&) {
            return;
        }
        ++(wanted.status == Status::solved ? solved : unsolvable);
        for (std::size_t i = 0; i < efforts.size(); ++i) {
            auto run = i == 0 ? finished_run("optimal", start, rules)
                              : finished_optimal(efforts[i], start, rules);
            const Outcome& outcome = run->outcome();
            expanded[i] += run->progress().expanded;
            CHECK(outcome.status == wanted.status);
            if (outcome.status != Status::solved) continue;
            CHECK(outcome.proved);
            CHECK_EQUAL(outcome.cost, wanted.cost);
            CHECK_EQUAL(played(start, puzzle, outcome.plan), static_cast<int>(wanted.cost));
            CHECK_EQUAL(run->progress().lower, wanted.cost);
            CHECK_EQUAL(run->progress().upper, wanted.cost);
        }
        Control other;
        const Metric metric(rules);
        Beams narrow(puzzle.table(), metric, other);
        missed +=
            narrow.search(1).improved && plan_of(puzzle, metric, narrow.route()).cost > wanted.cost;
    });
    CHECK_EQUAL(solved, 176);
    CHECK_EQUAL(unsolvable, 181);
    CHECK(missed > 10);
    CHECK_EQUAL(expanded[0], 147035u);
    CHECK_EQUAL(expanded[1], 47715u);
    CHECK_EQUAL(expanded[2], 46569u);
    CHECK_EQUAL(expanded[3], 47432u);
}

TEST(optimal_counts_every_state_that_it_expands) {
    int compared = 0;
    on_seeds(300, 2500, [&](SplitMix64& rng, std::uint64_t) {
        const Rules rules{Autoplay::greedy, Counted::moves};  // which it plays exactly
        const Plain start = small_game(rng);
        const PlainSpace space(start, rules, 2000);
        if (!space.is_whole || space.cost[0] != PlainSpace::no_way) return;
        const Metric metric(rules);
        const Table table(start.position());
        Control control;
        Beams beams(table, metric, control);
        for (const std::size_t width : {64, 512}) beams.search(width);
        const auto run = finished_run("optimal", start, rules);
        CHECK_EQUAL(run->progress().expanded, control.progress().expanded + space.states.size());
        ++compared;
    });
    CHECK(compared > 20);
}

TEST(optimal_that_is_stopped_proves_nothing) {
    int interrupted = 0;
    std::uint64_t lower = 0;
    on_seeds(60, 9000, [&](SplitMix64& rng, std::uint64_t seed) {
        const Rules rules{autoplays[seed % 4], countings[seed / 4 % 3]};
        const Plain start = small_game(rng);
        const PlainSpace space(start, rules, 4000);
        if (!space.is_whole) return;
        for (const std::uint64_t nodes : {1u, 5u, 30u}) {
            const auto run = finished_optimal({.beams = {}}, start, rules, {.nodes = nodes});
            const Outcome outcome = run->outcome();
            if (space.cost[0] == PlainSpace::no_way) continue;
            CHECK(run->progress().lower <= static_cast<std::uint64_t>(space.cost[0]));
            CHECK(run->progress().upper >= static_cast<std::uint64_t>(space.cost[0]));
            lower += run->progress().lower;
            CHECK(outcome.status != Status::exhausted);
            if (outcome.status != Status::solved) continue;
            interrupted += !outcome.proved;
            CHECK(static_cast<int>(outcome.cost) >= space.cost[0]);
            if (outcome.proved) CHECK_EQUAL(static_cast<int>(outcome.cost), space.cost[0]);
        }
    });
    CHECK(interrupted > 5);
    CHECK_EQUAL(lower, 813u);
}

TEST(fast_and_proof_solve_what_can_be_solved) {
    int unsolvable = 0;
    std::uint64_t expanded = 0;
    on_seeds(600, 4000, [&](SplitMix64& rng, std::uint64_t seed) {
        const Rules rules{autoplays[seed % 4], Counted::moves};
        const Plain start = small_game(rng, 11);
        const PlainSpace space(start, rules, 6000);
        if (!space.is_whole) return;
        const FreeCell puzzle(start.position(), rules);
        for (const char* solver : {"fast", "proof"}) {
            const auto run = finished_run(solver, start, rules);
            const Outcome outcome = run->outcome();
            expanded += run->progress().expanded;
            if (space.cost[0] == PlainSpace::no_way) {
                CHECK(outcome.status == Status::exhausted);
                ++unsolvable;
            } else {
                CHECK(outcome.status == Status::solved);
                CHECK_EQUAL(played(start, puzzle, outcome.plan), static_cast<int>(outcome.cost));
            }
        }
    });
    CHECK(unsolvable > 40);
    CHECK_EQUAL(expanded, 4131u);
}

TEST(fast_searches_whole_deals_in_its_order) {
    // What it tries first decides only how soon it is there: how many positions that took is
    // written down, by rules and by the size of the table.
    std::array<std::uint64_t, 4> expanded{};
    std::uint64_t wide = 0, generated = 0;
    on_seeds(150, 52, [&](SplitMix64& rng, std::uint64_t seed) {
        const Rules rules{autoplays[seed % 4], Counted::moves};
        const bool is_usual = seed % 3 != 0;
        const Plain start = random_plain(rng, 52, is_usual ? 8 : 9, 3 + roll<std::size_t>(rng, 2));
        const FreeCell puzzle(start.position(), rules);
        const auto run = finished_run("fast", start, rules, {.nodes = 20'000});
        const Outcome outcome = run->outcome();
        if (outcome.status == Status::solved) {
            CHECK_EQUAL(played(start, puzzle, outcome.plan), static_cast<int>(outcome.cost));
        }
        (is_usual ? expanded[seed % 4] : wide) += run->progress().expanded;
        generated += run->progress().generated;
    });
    CHECK_EQUAL(expanded[0], 3656u);
    CHECK_EQUAL(expanded[1], 31743u);
    CHECK_EQUAL(expanded[2], 22129u);
    CHECK_EQUAL(expanded[3], 2122u);
    CHECK_EQUAL(wide, 2793u);
    CHECK_EQUAL(generated, 373482u);
}

TEST(a_proof_expands_every_state_once) {
    int proofs = 0;
    on_seeds(400, 7000, [&](SplitMix64& rng, std::uint64_t seed) {
        // Of the rules by which the complete search itself plays.
        const Rules rules{seed % 2 == 0 ? Autoplay::raymond : Autoplay::greedy, Counted::moves};
        Plain start = small_game(rng, 12);
        start.settle(rules.autoplay);
        const PlainSpace space(start, rules, 4000);
        if (!space.is_whole || space.cost[0] != PlainSpace::no_way) return;
        const auto run = finished_run("proof", start, rules);
        CHECK(run->outcome().status == Status::exhausted);
        CHECK_EQUAL(run->progress().expanded, space.states.size());
        ++proofs;
    });
    CHECK(proofs > 30);
}

TEST(a_position_that_makes_no_sense_is_no_game) {
    const Position twice{{{0, 0}}, {-1}}, too_many{{{52}}, {-1}};
    for (const Position& wrong : {twice, too_many}) {
        const Game game{wrong, {Autoplay::none, Counted::moves}};
        CHECK_THROWS(game.check(), std::invalid_argument);
    }
}

TEST(a_layered_queue_gives_the_least_f_and_of_these_the_deepest) {
    Control control;
    SplitMix64 rng(10);
    LayeredQueue<std::uint32_t> queue(control);
    std::vector<std::array<int, 3>> plain;  // f, -cost, -turn: the first is the smallest
    for (int step = 0; step < 20000; ++step) {
        CHECK_EQUAL(queue.size(), plain.size());
        if (plain.empty() || roll(rng, 100) < (step / 3000 % 2 == 0 ? 60 : 40)) {
            const int f = roll(rng, 40), cost = roll(rng, f + 1);
            queue.push(f, cost, static_cast<std::uint32_t>(step));
            plain.push_back({f, -cost, -step});
        } else {
            const auto first = std::min_element(plain.begin(), plain.end());
            CHECK_EQUAL(queue.least(), (*first)[0]);
            const auto [entry, cost] = queue.pop();
            CHECK_EQUAL(static_cast<int>(entry), -(*first)[2]);
            CHECK_EQUAL(cost, -(*first)[1]);
            plain.erase(first);
        }
    }
}
