// What `optimal` and `expert` promise: costs that are the least, and "no solution" only where there
// is none. How many positions they look at is written down: a rule that leaves out less is right
// and yet broken. Whoever changes a rule on purpose writes it anew.
#include <algorithm>
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

Level at_position(const Board& board, const Level& like, Bits boxes, Square player) {
    Level level = like;
    level.boxes.clear();
    for (const Square box : squares_of(boxes)) level.boxes.push_back(board.frame[box]);
    level.player = board.frame[player];
    return level;
}

// Plays a plan by the plain rules; its cost, or -1 if it does not solve the position.
int played(const Board& board, Bits boxes, Square player, const std::vector<Action>& plan,
           const Prices& price) {
    int cost = 0;
    for (const Action action : plan) {
        const Square to = board.next[player][action % 4];
        if (to == board.wall() || ((boxes & bit(to)) != 0) != (action >= 4)) return -1;
        cost += action >= 4 ? price.push : price.walk;
        if (action >= 4) {
            const Square beyond = board.next[to][action % 4];
            if (beyond == board.wall() || (boxes & bit(beyond)) != 0) return -1;
            boxes = (boxes & ~bit(to)) | bit(beyond);
        }
        player = to;
    }
    return (boxes & ~bits_of(board.goals)) == 0 ? cost : -1;
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

std::unique_ptr<Run> optimal_run(const Level& level, const std::vector<std::string>& without,
                                 const Limits& limits, Options options = alone()) {
    options.rules = rules_without(without, rules_of_optimal);
    const auto work = [level, options](Control& control) {
        return solve_optimally(level, control, options);
    };
    return std::make_unique<Run>(work, limits);
}

}  // namespace

TEST(optimal_is_the_least_cost_or_there_is_none) {
    int solved = 0, unsolvable = 0;
    std::uint64_t expanded = 0;
    const auto names = all_rules_of_optimal();
    for (const Kind& like : {small, crowded, spare, narrow}) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            IN_CASE(seed);
            SplitMix64 rng(seed + 200);
            Kind kind = like;
            kind.symmetric = seed % 3 == 0;
            const Level level = lively_level(rng, kind);
            const Board board(level);
            const Prices price = prices[seed % prices.size()];
            const AllPositions all(board, kind.boxes, price.walk, price.push);
            int count = 0;
            some_positions(board, kind.boxes, rng, 40, [&](Bits boxes, Square player) {
                if (++count > 60) return;
                Level here = at_position(board, level, boxes, player);
                here.walk_cost = static_cast<Cost>(price.walk);
                here.push_cost = static_cast<Cost>(price.push);
                std::vector<std::string> without;
                for (const auto& name : names) {
                    if (roll(rng, 8) == 0) without.push_back(name);
                }
                auto run = optimal_run(here, without, {});
                run->wait(1e9);
                const Outcome& outcome = run->outcome();
                const int least = all(boxes, player);
                expanded += run->progress().expanded;
                if (least == AllPositions::no_way) {
                    ++unsolvable;
                    CHECK(outcome.status == Status::exhausted);
                    return;
                }
                ++solved;
                CHECK(outcome.status == Status::solved && outcome.proved);
                CHECK_EQUAL(static_cast<int>(outcome.cost), least);
                CHECK_EQUAL(played(board, boxes, player, outcome.plan, price), least);
                CHECK_EQUAL(static_cast<int>(run->progress().lower), least);
                CHECK_EQUAL(static_cast<int>(run->progress().upper), least);
            });
        }
    }
    CHECK(solved > 300 && unsolvable > 300);
    CHECK_EQUAL(expanded, 6428u);
}

namespace {

// A position of a board with more room, and the answers to all positions of that board.
struct Posed {
    Level level;
    const Board& board;
    Bits boxes;
    Square player;
    Prices price;
    const AllPositions& all;

    bool is_lost() const { return all.lost(boxes, player); }
    int least() const { return all(boxes, player); }
};

// Calls `check(posed)` for some of them, at all prices.
void on_larger_boards(std::uint64_t first_seed, std::uint64_t count, int share, auto&& check) {
    for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
        IN_CASE(seed);
        SplitMix64 rng(seed);
        const Kind kind = seed % 3 == 0 ? Kind{5, 6, 22, 3, 3, 22}
                                        : Kind{4, 7, 22, 3, seed % 3 == 1 ? 3u : 4u, 18};
        Level level = lively_level(rng, kind);
        const Board board(level);
        const Prices price = prices[seed % prices.size()];
        level.walk_cost = static_cast<Cost>(price.walk);
        level.push_cost = static_cast<Cost>(price.push);
        const AllPositions all(board, kind.boxes, price.walk, price.push);
        some_positions(board, kind.boxes, rng, share, [&](Bits boxes, Square player) {
            if (all.lost(boxes, player) && roll(rng, 10) != 0) return;  // most are
            const Level here = at_position(board, level, boxes, player);
            check(Posed{here, board, boxes, player, price, all});
        });
    }
}

int played(const Posed& posed, const std::vector<Action>& plan) {
    return played(posed.board, posed.boxes, posed.player, plan, posed.price);
}

}  // namespace

TEST(optimal_is_the_least_cost_on_larger_boards) {
    std::uint64_t expanded = 0, generated = 0;
    int solved = 0;
    on_larger_boards(100, 15, 250, [&](const Posed& posed) {
        auto run = optimal_run(posed.level, {}, {});
        run->wait(1e9);
        const Outcome& outcome = run->outcome();
        expanded += run->progress().expanded;
        generated += run->progress().generated;
        if (posed.is_lost()) {
            CHECK(outcome.status == Status::exhausted);
            return;
        }
        ++solved;
        CHECK(outcome.status == Status::solved && outcome.proved);
        CHECK_EQUAL(static_cast<int>(outcome.cost), posed.least());
        CHECK_EQUAL(played(posed, outcome.plan), posed.least());
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
            auto run = optimal_run(posed.level, without, {}, options);
            run->wait(1e9);
            const Outcome& outcome = run->outcome();
            expanded += run->progress().expanded;
            if (posed.is_lost()) {
                CHECK(outcome.status == Status::exhausted);
                ++unsolvable;
                by_expert += run->progress().expanded > options.head_start;
                continue;
            }
            ++proved;
            CHECK(outcome.status == Status::solved && outcome.proved);
            CHECK_EQUAL(static_cast<int>(outcome.cost), posed.least());
            CHECK_EQUAL(played(posed, outcome.plan), posed.least());
            CHECK_EQUAL(static_cast<int>(run->progress().lower), posed.least());
            CHECK_EQUAL(static_cast<int>(run->progress().upper), posed.least());
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
        auto run = optimal_run(posed.level, {}, {}, options);
        run->wait(1e9);
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
        auto run = optimal_run(posed.level, {}, {}, options);
        run->wait(1e9);
        const Outcome& outcome = run->outcome();
        CHECK_EQUAL(outcome.status == Status::solved, !posed.is_lost());
        if (posed.is_lost()) return;
        CHECK(played(posed, outcome.plan) >= posed.least());
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
        const int before = played(posed, first.plan), after = played(posed, last.plan);
        CHECK_EQUAL(after, static_cast<int>(last.cost));
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
            auto run = optimal_run(posed.level, {}, {.nodes = nodes}, turns(2, 1, nodes % 2 * 10));
            run->wait(1e9);
            const Outcome& outcome = run->outcome();
            const Progress progress = run->progress();
            CHECK(progress.expanded <= nodes);
            if (posed.is_lost()) {
                CHECK(outcome.status == Status::exhausted ||
                      outcome.status == Status::out_of_nodes);
                continue;
            }
            const auto least = static_cast<std::uint64_t>(posed.least());
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
            CHECK_EQUAL(played(posed, outcome.plan), static_cast<int>(outcome.cost));
            if (outcome.proved) {
                CHECK_EQUAL(outcome.cost, least);
                CHECK_EQUAL(progress.lower, least);
            }
        }
        auto run = optimal_run(posed.level, {}, {.bytes = 1000});
        run->wait(1e9);
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
                auto run = optimal_run(posed.level, {}, {.bytes = bytes}, options);
                run->wait(1e9);
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
                CHECK_EQUAL(played(posed, outcome.plan), static_cast<int>(outcome.cost));
                CHECK(static_cast<int>(outcome.cost) >= posed.least());
                if (outcome.proved) CHECK_EQUAL(static_cast<int>(outcome.cost), posed.least());
            }
        }
    });
    CHECK(nothing > 100 && proved > 100);
}

TEST(a_search_near_a_solution_finds_the_best_of_what_is_near) {
    int found = 0, cheaper_elsewhere = 0;
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
        IN_CASE(seed);
        SplitMix64 rng(seed + 60);
        const Kind kind = seed % 2 == 0 ? Kind{4, 4, 12, 2, 2, 20} : Kind{3, 5, 12, 2, 2, 20};
        const Level level = lively_level(rng, kind);
        const Board board(level);
        const PlainBoard plain(board);
        const Prices price = prices[seed % 2];
        const AllPositions all(board, 2, price.walk, price.push);
        some_positions(board, 2, rng, 60, [&](Bits boxes, Square player) {
            Control control;
            const Costs costs{static_cast<std::uint32_t>(price.walk),
                              static_cast<std::uint32_t>(price.push)};
            const Task other{board, squares_of(boxes), player, {price.walk == 0 ? 1u : 0u, 1}};
            OptimalSearch first(other, control);
            CHECK(first.run(OptimalSearch::unlimited));
            if (!first.has_solution()) return;
            const std::size_t around[] = {1 + roll<std::size_t>(rng, 3), 2};
            const Vicinity near(board, squares_of(boxes), first.solution(), first.is_dead(),
                                std::span(around, 1 + roll<std::size_t>(rng, 2)), 1000, control);
            const Zobrist zobrist(board);
            // The cheapest way through what is near, forwards.
            std::map<std::pair<Bits, Square>, int> cost = {{{boxes, player}, 0}};
            std::priority_queue<std::tuple<int, Bits, Square>> queue;
            queue.push({0, boxes, player});
            int least = AllPositions::no_way;
            while (!queue.empty()) {
                const auto [negative, at, stands] = queue.top();
                queue.pop();
                if (-negative != cost.at({at, stands})) continue;
                if ((at & ~plain.goals()) == 0) least = std::min(least, -negative);
                for (std::size_t d = 0; d < 4; ++d) {
                    const Square to = board.next[stands][d];
                    if (to == board.wall()) continue;
                    Bits after = at;
                    int paid = price.walk;
                    if ((at & bit(to)) != 0) {
                        const Square beyond = board.next[to][d];
                        if (beyond == board.wall() || (at & bit(beyond)) != 0) continue;
                        after = (at & ~bit(to)) | bit(beyond);
                        if (!near.contains(zobrist.boxes(squares_of(after)))) continue;
                        paid = price.push;
                    }
                    const auto [place, is_new] =
                        cost.try_emplace({after, to}, AllPositions::no_way);
                    if (paid - negative >= place->second) continue;
                    place->second = paid - negative;
                    queue.push({negative - paid, after, to});
                }
            }
            const Task task{board, squares_of(boxes), player, costs};
            OptimalSearch search(task, control);
            search.stay_within(near);
            CHECK(search.run(OptimalSearch::unlimited));
            CHECK(search.has_solution());
            ++found;
            cheaper_elsewhere += all(boxes, player) < least;
            CHECK_EQUAL(static_cast<int>(search.upper()), least);
            CHECK_EQUAL(static_cast<int>(search.lower()), least);
            const auto pushes = search.solution();
            CHECK_EQUAL(static_cast<int>(cost_of(task, pushes)), least);
        });
    }
    CHECK(found > 100 && cheaper_elsewhere > 3);
}

TEST(bounds_close_in_on_the_cost) {
    int steps = 0, known = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        IN_CASE(seed);
        SplitMix64 rng(seed + 800);
        const Level level = lively_level(rng, small);
        const Board board(level);
        const Prices price = prices[seed % 2];
        const AllPositions all(board, small.boxes, price.walk, price.push);
        some_positions(board, small.boxes, rng, 80, [&](Bits boxes, Square player) {
            const int least = all(boxes, player);
            if (least == AllPositions::no_way) return;
            Control control;
            const Task task{
                board,
                squares_of(boxes),
                player,
                {static_cast<std::uint32_t>(price.walk), static_cast<std::uint32_t>(price.push)}};
            OptimalSearch search(task, control);
            // Slice by slice, and with a cost that is known from elsewhere.
            const int elsewhere = least + roll(rng, 4);
            const bool told = roll(rng, 2) == 0;
            if (told) search.know(static_cast<std::uint32_t>(elsewhere));
            std::uint64_t before = 0;
            while (!search.run(1)) {
                CHECK_EQUAL(search.expanded(), before + 1);
                before = search.expanded();
                CHECK(static_cast<int>(search.lower()) <= least);
                CHECK(search.upper() == OptimalSearch::unknown ||
                      static_cast<int>(search.upper()) >= least);
                ++steps;
            }
            CHECK_EQUAL(static_cast<int>(search.lower()), least);
            CHECK_EQUAL(static_cast<int>(search.upper()), least);
            CHECK_EQUAL(search.has_solution(), !told || elsewhere > least);
            known += told && elsewhere == least;
            if (!search.has_solution()) return;
            CHECK_EQUAL(static_cast<int>(cost_of(task, search.solution())), least);
            CHECK_EQUAL(played(board, boxes, player, written_out(task, search.solution()), price),
                        least);
        });
    }
    CHECK(steps > 200 && known > 5);
}

TEST(expert_solves_what_can_be_solved) {
    int solved = 0, unsolvable = 0;
    std::uint64_t expanded = 0;
    for (const Kind& like : {small, crowded, spare, narrow}) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            IN_CASE(seed);
            SplitMix64 rng(seed + 3000);
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
                    CHECK(played(board, boxes, player, outcome.plan, {1, 1}) >= 0);
                }
            });
        }
    }
    CHECK(solved > 200 && unsolvable > 200);
    CHECK_EQUAL(expanded, 480u);
}
