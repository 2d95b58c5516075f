// What `optimal` and `expert` promise: costs that are the least, and "no solution" only where there
// is none. How many positions they look at is written down: a rule that leaves out less is right
// and yet broken. If you change a rule on purpose, write it anew.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <tuple>

#include "search/run.h"
#include "sokoban/fess/solver.h"
#include "sokoban/optimal/polish.h"
#include "sokoban/optimal/search.h"
#include "sokoban/optimal/solver.h"
#include "sokoban/optimal/vicinity.h"
#include "tests/sokoban_some_positions.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

// Plays a plan by the plain rules; its cost, or `no_way` if it does not solve the position.
Cost played(const Board& board, Bits boxes, Square player, const std::vector<Action>& plan,
            const Prices& price) {
    Cost cost = 0;
    for (const Action action : plan) {
        const Square to = board.next[player][action % 4];
        if (to == board.wall() || ((boxes & bit(to)) != 0) != (action >= 4))
            return AllPositions::no_way;
        cost += action >= 4 ? price.push : price.walk;
        if (action >= 4) {
            const Square beyond = board.next[to][action % 4];
            if (beyond == board.wall() || (boxes & bit(beyond)) != 0) return AllPositions::no_way;
            boxes = (boxes & ~bit(to)) | bit(beyond);
        }
        player = to;
    }
    return (boxes & ~bits_of(board.goals)) == 0 ? cost : AllPositions::no_way;
}

std::vector<std::string> all_rules_of_optimal() {
    std::vector<std::string> names;
    for (const NamedRule& rule : rules_of_optimal) names.emplace_back(rule.name);
    return names;
}

Options turns(std::uint64_t head_start, std::uint64_t slice, std::uint64_t ties) {
    Options options;
    options.head_start = head_start;
    options.slice = slice;
    options.ties = ties;
    return options;
}

// A* alone, on levels as small as these.
Options alone() { return turns(100'000, 1, 0); }

// A run of `optimal` at its end.
std::unique_ptr<Run> optimal_run(const Level& level, const std::vector<std::string>& without,
                                 const Limits& limits, Options options = alone()) {
    options.rules = rules_without(without, rules_of_optimal);
    const auto work = [&](Control& control) { return solve_optimally(level, control, options); };
    auto run = std::make_unique<Run>(work, limits);
    run->wait(1e9);
    return run;
}

// A position of a board, and the answers to all positions of that board.
struct Posed {
    Level level;
    const Board& board;
    Bits boxes;
    Square player;
    Prices price;
    const AllPositions& all;

    bool is_lost() const { return all.lost(boxes, player); }
    Cost least() const { return all(boxes, player); }
};

Cost played(const Posed& posed, const std::vector<Action>& plan) {
    return played(posed.board, posed.boxes, posed.player, plan, posed.price);
}

// A plan of the least cost with the proof of that, or the proof that there is none.
void check_optimal(const Run& run, const Posed& posed) {
    const Outcome& outcome = run.outcome();
    if (posed.is_lost()) {
        CHECK(outcome.status == Status::exhausted);
        return;
    }
    CHECK(outcome.status == Status::solved && outcome.proved);
    CHECK_EQUAL(outcome.cost, posed.least());
    CHECK_EQUAL(played(posed, outcome.plan), posed.least());
    CHECK_EQUAL(run.progress().lower, posed.least());
    CHECK_EQUAL(run.progress().upper, posed.least());
}

}  // namespace

TEST(optimal_is_the_least_cost_or_there_is_none) {
    int solved = 0, unsolvable = 0;
    std::uint64_t expanded = 0;
    const auto names = all_rules_of_optimal();
    for (const Kind& like : {small, crowded, spare, narrow}) {
        on_seeds(10, 200, [&](SplitMix64& rng, std::uint64_t seed) {
            Kind kind = like;
            kind.symmetric = seed % 3 == 0;
            Level level = lively_level(rng, kind);
            const Board board(level);
            const Prices price = prices[seed % prices.size()];
            level.walk_cost = price.walk;
            level.push_cost = price.push;
            const AllPositions all(board, kind.boxes, price.walk, price.push);
            int count = 0;
            some_positions(board, kind.boxes, rng, 40, [&](Bits boxes, Square player) {
                if (++count > 60) return;
                const Level here = at_position(board, level, boxes, player);
                const Posed posed{here, board, boxes, player, price, all};
                std::vector<std::string> without;
                for (const auto& name : names) {
                    if (roll(rng, 8) == 0) without.push_back(name);
                }
                const auto run = optimal_run(here, without, {});
                expanded += run->progress().expanded;
                check_optimal(*run, posed);
                ++(posed.is_lost() ? unsolvable : solved);
            });
        });
    }
    CHECK(solved > 300 && unsolvable > 300);
    CHECK_EQUAL(expanded, 6428u);
}

namespace {

// Calls `check(posed)` for some positions of boards with more room, at all prices.
void on_larger_boards(std::uint64_t first_seed, std::uint64_t count, int share, auto&& check) {
    for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
        IN_CASE(seed);
        SplitMix64 rng(seed);
        const Kind kind = seed % 3 == 0 ? Kind{5, 6, 22, 3, 3, 22}
                                        : Kind{4, 7, 22, 3, seed % 3 == 1 ? 3u : 4u, 18};
        Level level = lively_level(rng, kind);
        const Board board(level);
        const Prices price = prices[seed % prices.size()];
        level.walk_cost = price.walk;
        level.push_cost = price.push;
        const AllPositions all(board, kind.boxes, price.walk, price.push);
        some_positions(board, kind.boxes, rng, share, [&](Bits boxes, Square player) {
            if (all.lost(boxes, player) && roll(rng, 10) != 0) return;  // most are
            const Level here = at_position(board, level, boxes, player);
            check(Posed{here, board, boxes, player, price, all});
        });
    }
}

}  // namespace

TEST(optimal_is_the_least_cost_on_larger_boards) {
    std::uint64_t expanded = 0, generated = 0;
    int solved = 0;
    on_larger_boards(100, 15, 250, [&](const Posed& posed) {
        const auto run = optimal_run(posed.level, {}, {});
        expanded += run->progress().expanded;
        generated += run->progress().generated;
        check_optimal(*run, posed);
        solved += !posed.is_lost();
    });
    CHECK_EQUAL(solved, 280);
    CHECK_EQUAL(expanded, 11366u);
    CHECK_EQUAL(generated, 47406u);
}

TEST(optimal_that_takes_turns_is_still_right) {
    // The expert and polishing have their turn after a few expansions.
    const auto names = all_rules_of_optimal();
    int proved = 0, unsolvable = 0, by_expert = 0;
    std::uint64_t expanded = 0;
    on_larger_boards(300, 15, 1000, [&](const Posed& posed) {
        for (const Options& options :
             {turns(1, 1, 3), turns(4, 2, 0), turns(2, 3, 400), turns(3, 5, 100)}) {
            // By their rules both find at first sight that a position is lost.
            const auto without = posed.is_lost() ? names : std::vector<std::string>{};
            const auto run = optimal_run(posed.level, without, {}, options);
            expanded += run->progress().expanded;
            check_optimal(*run, posed);
            ++(posed.is_lost() ? unsolvable : proved);
            by_expert += posed.is_lost() && run->progress().expanded > options.head_start;
        }
    });
    CHECK(proved > 100 && unsolvable > 40 && by_expert > 10);
    CHECK_EQUAL(expanded, 20085u);
}

TEST(optimal_with_two_threads_is_still_right) {
    int solved = 0;
    on_larger_boards(300, 5, 1000, [&](const Posed& posed) {
        Options options = turns(1, 2, 10);
        options.threads = 2;
        const auto run = optimal_run(posed.level, {}, {}, options);
        const Outcome& outcome = run->outcome();
        CHECK_EQUAL(outcome.status == Status::solved, !posed.is_lost());
        if (posed.is_lost()) return;
        ++solved;
        CHECK(outcome.proved);
        CHECK_EQUAL(played(posed, outcome.plan), posed.least());
    });
    CHECK(solved > 10);
}

TEST(a_first_solution_ends_it_where_there_is_no_time_for_a_better_one) {
    int unproved = 0;
    on_larger_boards(300, 5, 1000, [&](const Posed& posed) {
        Options options = turns(1, 1, 10);
        options.seconds = 0;
        const auto run = optimal_run(posed.level, {}, {}, options);
        const Outcome& outcome = run->outcome();
        CHECK_EQUAL(outcome.status == Status::solved, !posed.is_lost());
        if (posed.is_lost()) return;
        CHECK_EQUAL(played(posed, outcome.plan), outcome.cost);
        CHECK(outcome.cost >= posed.least());
        unproved += outcome.proved ? 0 : 1;
    });
    CHECK(unproved > 3);
}

TEST(polishing_makes_a_solution_cheaper_and_never_dearer) {
    int better = 0, best = 0, all = 0;
    on_larger_boards(300, 15, 1000, [&](const Posed& posed) {
        if (posed.is_lost() || posed.least() == 0) return;
        Control control;
        const Outcome first = fess::solve(posed.level, control);
        const Outcome last = polished(posed.level, first.plan, control);
        const Cost before = played(posed, first.plan), after = played(posed, last.plan);
        CHECK_EQUAL(before, first.cost);
        CHECK_EQUAL(after, last.cost);
        CHECK(after <= before && after >= posed.least());
        ++all;
        better += after < before;
        best += after == posed.least();
    });
    CHECK(better > 3 && 10 * best > 9 * all);
}

TEST(optimal_that_is_stopped_proves_nothing) {
    int nothing = 0, unproved = 0, proved = 0, bounded = 0;
    on_larger_boards(500, 12, 800, [&](const Posed& posed) {
        for (const std::uint64_t nodes : {1u, 4u, 9u, 20u, 60u}) {
            const auto run =
                optimal_run(posed.level, {}, {.nodes = nodes}, turns(2, 1, nodes % 2 * 10));
            const Outcome& outcome = run->outcome();
            const Progress progress = run->progress();
            CHECK(progress.expanded <= nodes);
            if (posed.is_lost()) {
                CHECK(outcome.status == Status::exhausted ||
                      outcome.status == Status::out_of_nodes);
                continue;
            }
            const Cost least = posed.least();
            CHECK(progress.lower <= least && least <= progress.upper);
            bounded += progress.lower > 0 && progress.upper != Progress::unbounded;
            if (outcome.status != Status::solved) {
                CHECK(outcome.status == Status::out_of_nodes);
                CHECK_EQUAL(progress.upper, Progress::unbounded);
                ++nothing;
                continue;
            }
            ++(outcome.proved ? proved : unproved);
            CHECK_EQUAL(progress.upper, outcome.cost);
            CHECK_EQUAL(played(posed, outcome.plan), outcome.cost);
            if (outcome.proved) {
                CHECK_EQUAL(outcome.cost, least);
                CHECK_EQUAL(progress.lower, least);
            }
        }
        const auto run = optimal_run(posed.level, {}, {.bytes = 1000});
        CHECK(run->outcome().status == Status::out_of_memory);
    });
    CHECK_EQUAL(nothing, 172);
    CHECK_EQUAL(unproved, 62);
    CHECK_EQUAL(proved, 161);
    CHECK_EQUAL(bounded, 223);
}

TEST(optimal_with_little_memory_is_right_or_says_so) {
    // There is enough for A* sometimes where the expert finds none, and the other way round.
    int nothing = 0, proved = 0, unproved = 0;
    on_larger_boards(700, 4, 4000, [&](const Posed& posed) {
        for (std::uint64_t bytes = 60'000; bytes < 3'000'000; bytes += bytes / 8) {
            for (const Options& options : {turns(1, 1, 0), turns(3, 1, 100)}) {
                const auto run = optimal_run(posed.level, {}, {.bytes = bytes}, options);
                const Outcome& outcome = run->outcome();
                CHECK(run->progress().memory <= bytes);
                if (outcome.status == Status::out_of_memory) {
                    ++nothing;
                    continue;
                }
                if (posed.is_lost()) {
                    CHECK(outcome.status == Status::exhausted);
                    continue;
                }
                ++(outcome.proved ? proved : unproved);
                CHECK(outcome.status == Status::solved);
                CHECK_EQUAL(played(posed, outcome.plan), outcome.cost);
                CHECK(outcome.cost >= posed.least());
                if (outcome.proved) CHECK_EQUAL(outcome.cost, posed.least());
            }
        }
    });
    CHECK(nothing > 100 && proved > 100);
}

TEST(a_search_near_a_solution_finds_the_best_of_what_is_near) {
    int found = 0, cheaper_elsewhere = 0;
    on_seeds(80, 60, [&](SplitMix64& rng, std::uint64_t seed) {
        const Kind kind = seed % 2 == 0 ? Kind{4, 4, 12, 2, 2, 20} : Kind{3, 5, 12, 2, 2, 20};
        const Level level = lively_level(rng, kind);
        const Board board(level);
        const PlainBoard plain(board);
        const Prices price = prices[seed % 2];
        const AllPositions all(board, 2, price.walk, price.push);
        some_positions(board, 2, rng, 60, [&](Bits boxes, Square player) {
            Control control;
            const Task other{board, squares_of(boxes), player, {price.walk == 0 ? 1u : 0u, 1}};
            OptimalSearch first(other, control);
            CHECK(first.run(OptimalSearch::unlimited));
            if (!first.has_solution()) return;
            const std::size_t around[] = {1 + roll<std::size_t>(rng, 3), 2};
            const Vicinity near(board, squares_of(boxes), first.solution(), first.is_dead(),
                                std::span(around, 1 + roll<std::size_t>(rng, 2)), 1000, control);
            const Zobrist zobrist(board);
            // The cheapest way through what is near, forwards.
            std::map<std::pair<Bits, Square>, Cost> cost = {{{boxes, player}, 0}};
            using Entry = std::tuple<Cost, Bits, Square>;
            std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
            queue.push({0, boxes, player});
            Cost least = AllPositions::no_way;
            while (!queue.empty()) {
                const auto [so_far, at, stands] = queue.top();
                queue.pop();
                if (so_far != cost.at({at, stands})) continue;
                if ((at & ~plain.goals()) == 0) least = std::min(least, so_far);
                for (std::size_t d = 0; d < 4; ++d) {
                    const Square to = board.next[stands][d];
                    if (to == board.wall()) continue;
                    Bits after = at;
                    Cost total = so_far + price.walk;
                    if ((at & bit(to)) != 0) {
                        const Square beyond = board.next[to][d];
                        if (beyond == board.wall() || (at & bit(beyond)) != 0) continue;
                        after = (at & ~bit(to)) | bit(beyond);
                        if (!near.contains(zobrist.boxes(squares_of(after)))) continue;
                        total = so_far + price.push;
                    }
                    const auto [place, is_new] =
                        cost.try_emplace({after, to}, AllPositions::no_way);
                    if (total >= place->second) continue;
                    place->second = total;
                    queue.push({total, after, to});
                }
            }
            const Task task{board, squares_of(boxes), player, {price.walk, price.push}};
            OptimalSearch search(task, control);
            search.stay_within(near);
            CHECK(search.run(OptimalSearch::unlimited));
            CHECK(search.has_solution());
            ++found;
            cheaper_elsewhere += all(boxes, player) < least;
            CHECK_EQUAL(search.upper(), least);
            CHECK_EQUAL(search.lower(), least);
            const auto plan = with_walks(board, task.boxes, player, search.solution());
            CHECK_EQUAL(worth_of(plan, task.costs).cost, least);
        });
    });
    CHECK(found > 100 && cheaper_elsewhere > 3);
}

TEST(bounds_close_in_on_the_cost) {
    int steps = 0, known = 0;
    on_seeds(30, 800, [&](SplitMix64& rng, std::uint64_t seed) {
        const Level level = lively_level(rng, small);
        const Board board(level);
        const Prices price = prices[seed % 2];
        const AllPositions all(board, small.boxes, price.walk, price.push);
        some_positions(board, small.boxes, rng, 80, [&](Bits boxes, Square player) {
            const Cost least = all(boxes, player);
            if (least == AllPositions::no_way) return;
            Control control;
            const Task task{board, squares_of(boxes), player, {price.walk, price.push}};
            OptimalSearch search(task, control);
            // Slice by slice, and with a cost that is known from elsewhere.
            const Cost elsewhere = least + roll(rng, 4);
            const bool told = roll(rng, 2) == 0;
            if (told) search.know(elsewhere);
            std::uint64_t before = 0;
            while (!search.run(1)) {
                CHECK_EQUAL(search.expanded(), before + 1);
                before = search.expanded();
                CHECK(search.lower() <= least);
                CHECK(search.upper() == OptimalSearch::unknown || search.upper() >= least);
                ++steps;
            }
            CHECK_EQUAL(search.lower(), least);
            CHECK_EQUAL(search.upper(), least);
            CHECK_EQUAL(search.has_solution(), !told || elsewhere > least);
            known += told && elsewhere == least;
            if (!search.has_solution()) return;
            const auto plan = with_walks(board, task.boxes, player, search.solution());
            CHECK_EQUAL(worth_of(plan, task.costs).cost, least);
            CHECK_EQUAL(played(board, boxes, player, plan, price), least);
        });
    });
    CHECK(steps > 200 && known > 5);
}

TEST(expert_solves_what_can_be_solved) {
    int solved = 0, unsolvable = 0;
    std::uint64_t expanded = 0;
    for (const Kind& like : {small, crowded, spare, narrow}) {
        on_seeds(10, 3000, [&](SplitMix64& rng, std::uint64_t seed) {
            Kind kind = like;
            kind.symmetric = seed % 4 == 0;
            const Level level = lively_level(rng, kind);
            const Board board(level);
            const AllPositions all(board, kind.boxes);
            int count = 0;
            some_positions(board, kind.boxes, rng, 40, [&](Bits boxes, Square player) {
                if (++count > 40) return;
                const Level here = at_position(board, level, boxes, player);
                Control control;
                control.begin();
                fess::Options options;
                if (roll(rng, 3) == 0) options.plain_first = 5;
                for (const NamedRule& rule : rules_of_expert) {
                    if (roll(rng, 8) == 0) options.rules.*(rule.value) = false;
                }
                const Outcome outcome = fess::solve(here, control, options);
                if (all.lost(boxes, player)) {
                    ++unsolvable;
                    CHECK(outcome.status == Status::exhausted);
                    expanded += control.progress().expanded;
                } else {
                    ++solved;
                    CHECK(outcome.status == Status::solved);
                    CHECK(played(board, boxes, player, outcome.plan, {1, 1}) !=
                          AllPositions::no_way);
                }
            });
        });
    }
    CHECK(solved > 200 && unsolvable > 200);
    CHECK_EQUAL(expanded, 480u);
}
