// What `optimal` and `expert` promise: bounds that are never too high, costs that are the least, and
// "no solution" only where there is none. How many positions they look at is written down: a rule
// that leaves out less is right and yet broken. Whoever changes a rule on purpose writes it anew.
#include <algorithm>
#include <map>
#include <memory>

#include "sokoban/fess/solver.h"
#include "sokoban/optimal/lower_bound.h"
#include "sokoban/optimal/potentials.h"
#include "sokoban/optimal/search.h"
#include "sokoban/optimal/solver.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

struct Prices {
    int walk, push;
};
constexpr std::array prices = {Prices{0, 1}, Prices{1, 1}, Prices{1, 0}, Prices{3, 2}, Prices{1, 4}};

const Kind small{4, 5, 18, 3, 3, 10}, crowded{4, 5, 16, 4, 4, 14}, spare{4, 5, 17, 2, 4, 14},
    narrow{3, 7, 17, 3, 3, 20};

// Calls `visit(boxes, player)` for some positions.
void some_positions(const Board& board, std::size_t boxes, Dice& dice, int share, auto&& visit) {
    for (Bits set = 0; set < bit(board.squares()); ++set) {
        if (static_cast<std::size_t>(std::popcount(set)) != boxes) continue;
        for (Square player = 0; player < board.wall(); ++player) {
            if ((set & bit(player)) == 0 && roll(dice, share) == 0) visit(set, player);
        }
    }
}

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
    for (const NamedRule& rule : rules_of_optimal()) names.emplace_back(rule.name);
    return names;
}

}  // namespace

TEST(the_lower_bound_is_never_too_high) {
    int dead = 0, exact = 0, positions = 0;
    for (const Kind& kind : {small, crowded, spare, narrow}) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            IN_CASE(seed);
            Dice dice(seed + 10);
            const Level level = lively_level(dice, kind);
            const Board board(level);
            const PlainBoard plain(board);
            for (const Prices& price : prices) {
                Control control;
                const AllPositions all(board, kind.boxes, price.walk, price.push);
                LowerBound bound(board, kind.boxes,
                                 {static_cast<std::uint32_t>(price.walk),
                                  static_cast<std::uint32_t>(price.push)},
                                 {}, 1'000'000'000, control);
                const bool weighs = price.walk != 0 && seed % 2 == 0;
                bool chosen = false;
                some_positions(board, kind.boxes, dice, 12, [&](Bits boxes, Square player) {
                    const Squares list = squares_of(boxes);
                    Mask full = board.with(list);
                    std::uint32_t least = bound.look_at(list, full.data(), player);
                    if (weighs && !chosen && least != LowerBound::dead) {
                        bound.choose_potentials(list, full.data(), player, 2);
                        chosen = true;
                        const std::uint32_t more = bound.look_at(list, full.data(), player);
                        CHECK(more >= least);
                        least = more;
                    }
                    ++positions;
                    if (least == LowerBound::dead) {
                        ++dead;
                        CHECK(all.lost(boxes, player));
                        return;
                    }
                    if (!all.lost(boxes, player)) {
                        CHECK(least <= static_cast<std::uint32_t>(all(boxes, player)));
                        exact += least == static_cast<std::uint32_t>(all(boxes, player));
                    }
                    for (const auto& way : plain.pushes(boxes, plain.walk(boxes, player))) {
                        const auto place = static_cast<std::size_t>(
                            std::find(list.begin(), list.end(), way.box) - list.begin());
                        full[way.box] = 0;
                        full[way.to] = 1;
                        const std::uint32_t after = bound.after(place, way.to);
                        full[way.box] = 1;
                        full[way.to] = 0;
                        if (after == LowerBound::dead) {
                            CHECK(all.lost(way.boxes, way.box));
                        } else if (!all.lost(way.boxes, way.box)) {
                            CHECK(after <= static_cast<std::uint32_t>(all(way.boxes, way.box)));
                        }
                    }
                });
            }
        }
    }
    CHECK_EQUAL(positions, 133372);
    CHECK_EQUAL(dead, 112966);
    CHECK_EQUAL(exact, 3730);
}

TEST(the_bound_after_a_push_is_that_of_the_position) {
    // Without what is learnt on the way, and without what depends on the order of the questions.
    for (const bool pairs : {false, true}) {
        for (const Kind& kind : {small, crowded, spare}) {
            for (std::uint64_t seed = 0; seed < 8; ++seed) {
                IN_CASE(seed);
                Dice dice(seed + 70);
                const Level level = lively_level(dice, kind);
                const Board board(level);
                const PlainBoard plain(board);
                const Prices price = prices[seed % prices.size()];
                const DeadlockRules rules{.frozen_walls = false,
                                          .pairs = pairs,
                                          .patterns = false,
                                          .goal_rooms = false,
                                          .learnt = false};
                Control control;
                const Costs costs{static_cast<std::uint32_t>(price.walk),
                                  static_cast<std::uint32_t>(price.push)};
                LowerBound here(board, kind.boxes, costs, rules, 1'000'000'000, control);
                LowerBound there(board, kind.boxes, costs, rules, 1'000'000'000, control);
                bool chosen = price.walk == 0;
                some_positions(board, kind.boxes, dice, 20, [&](Bits boxes, Square player) {
                    const Squares list = squares_of(boxes);
                    Mask full = board.with(list);
                    if (here.look_at(list, full.data(), player) == LowerBound::dead) return;
                    if (!chosen) {
                        for (LowerBound* bound : {&here, &there}) {
                            bound->choose_potentials(list, full.data(), player, 2);
                        }
                        chosen = true;
                    }
                    for (const auto& way : plain.pushes(boxes, plain.walk(boxes, player))) {
                        const auto place = static_cast<std::size_t>(
                            std::find(list.begin(), list.end(), way.box) - list.begin());
                        Mask moved = board.with(squares_of(way.boxes));
                        full[way.box] = 0;
                        full[way.to] = 1;
                        const std::uint32_t after = here.after(place, way.to);
                        full[way.box] = 1;
                        full[way.to] = 0;
                        const std::uint32_t wanted =
                            there.look_at(squares_of(way.boxes), moved.data(), way.box);
                        if (kind.boxes < 4 || !pairs || after == LowerBound::dead) {
                            CHECK_EQUAL(after, wanted);
                        } else {  // which pairs are added depends on their order
                            CHECK(wanted != LowerBound::dead);
                        }
                    }
                });
            }
        }
    }
}

TEST(surcharges_of_disjoint_pairs_are_added) {
    int raised = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        IN_CASE(seed);
        Dice dice(seed + 400);
        const Level level = lively_level(dice, {4, 6, 20, 2, 2, 14});
        const Board board(level);
        const AllPositions all(board, 2);
        Control control;
        LowerBound with(board, 2, {0, 1}, {}, 1'000'000'000, control);
        LowerBound without(board, 2, {0, 1}, {.pairs = false}, 1'000'000'000, control);
        some_positions(board, 2, dice, 1, [&](Bits boxes, Square player) {
            const Squares list = squares_of(boxes);
            const Mask full = board.with(list);
            const std::uint32_t one = with.look_at(list, full.data(), player);
            const std::uint32_t other = without.look_at(list, full.data(), player);
            // Two boxes alone are known exactly.
            CHECK_EQUAL(one == LowerBound::dead, all.lost(boxes, player));
            if (one == LowerBound::dead) return;
            CHECK_EQUAL(one, static_cast<std::uint32_t>(all(boxes, player)));
            CHECK(other <= one);
            raised += one > other;
        });
    }
    CHECK(raised > 200);
}

TEST(potentials_bound_the_moves_and_never_jump) {
    int raised = 0;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        IN_CASE(seed);
        Dice dice(seed + 90);
        const Kind kind = seed % 2 == 0 ? Kind{4, 5, 14, 2, 2, 20} : Kind{3, 7, 16, 2, 2, 25};
        const Level level = lively_level(dice, kind);
        const Board board(level);
        const PlainBoard plain(board);
        Control control;
        const PushGraph graph(board, board.walls);
        const Sides sides(board, graph, control);
        const PushCosts plain_costs(board, graph, {}, control);
        const AllPositions all(board, 2, 1, 1);
        Assignment<PushCosts::Price> assignment(2, board.goals.size(), control);
        const auto bound = [&](const PushCosts& costs, Bits boxes, Square player, int home) {
            std::vector<const PushCosts::Price*> rows;
            for (const Square box : squares_of(boxes)) rows.push_back(costs.from(box, sides(box, player)));
            const int total = assignment.solve(rows);
            return total == assignment.impossible ? AllPositions::no_way : total + home;
        };
        some_positions(board, 2, dice, 150, [&](Bits start, Square stands) {
            if (all.lost(start, stands)) return;
            const auto chosen = best_potentials(board, graph, sides, squares_of(start), stands, 2, control);
            CHECK(chosen.size() <= 2);
            int before = AllPositions::no_way;
            for (const auto& potential : chosen) {
                const auto at = [&](Bits boxes, Square player) {
                    return bound(potential->costs(), boxes, player, potential->way_home(player));
                };
                const int here = at(start, stands);
                CHECK(here > bound(plain_costs, start, stands, 0));
                CHECK(here <= before);  // the best first
                before = here;
                ++raised;
                some_positions(board, 2, dice, 3, [&](Bits boxes, Square player) {
                    if (all.lost(boxes, player)) return;
                    const int least = at(boxes, player);
                    CHECK(least <= all(boxes, player));
                    CHECK(potential->way_home(player) <= 0);
                    for (std::size_t d = 0; d < 4; ++d) {  // a step changes it by one at most
                        const Square to = board.next[player][d];
                        if (to == board.wall() || (boxes & bit(to)) != 0) continue;
                        CHECK(least <= at(boxes, to) + 1);
                    }
                });
            }
        });
    }
    CHECK(raised > 30);
}

TEST(optimal_is_the_least_cost_or_there_is_none) {
    int solved = 0, unsolvable = 0;
    std::uint64_t expanded = 0;
    const auto names = all_rules_of_optimal();
    for (const Kind& like : {small, crowded, spare, narrow}) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            IN_CASE(seed);
            Dice dice(seed + 200);
            Kind kind = like;
            kind.symmetric = seed % 3 == 0;
            const Level level = lively_level(dice, kind);
            const Board board(level);
            const Prices price = prices[seed % prices.size()];
            const AllPositions all(board, kind.boxes, price.walk, price.push);
            int count = 0;
            some_positions(board, kind.boxes, dice, 40, [&](Bits boxes, Square player) {
                if (++count > 60) return;
                Level here = at_position(board, level, boxes, player);
                here.walk_cost = static_cast<Cost>(price.walk);
                here.push_cost = static_cast<Cost>(price.push);
                std::vector<std::string> without;
                for (const auto& name : names) {
                    if (roll(dice, 8) == 0) without.push_back(name);
                }
                auto run = solve_optimally(here, without, {});
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
    CHECK_EQUAL(expanded, 6459u);
}

TEST(an_optimal_search_ends_where_it_is_told) {
    int found = 0, none = 0;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        IN_CASE(seed);
        Dice dice(seed + 60);
        const Kind kind = seed % 2 == 0 ? Kind{4, 4, 12, 2, 2, 20} : Kind{3, 5, 12, 2, 2, 20};
        const Level level = lively_level(dice, kind);
        const Board board(level);
        const PlainBoard plain(board);
        const Prices price = prices[seed % 2];
        const AllPositions all(board, 2, price.walk, price.push);
        some_positions(board, 2, dice, 60, [&](Bits boxes, Square player) {
            const Square end = roll<Square>(dice, board.wall());
            // The cheapest way from here to each end, forwards.
            std::map<std::pair<Bits, Square>, int> cost = {{{boxes, player}, 0}};
            std::priority_queue<std::tuple<int, Bits, Square>> queue;
            queue.push({0, boxes, player});
            int least = AllPositions::no_way;
            while (!queue.empty()) {
                const auto [negative, at, stands] = queue.top();
                queue.pop();
                if (-negative != cost.at({at, stands})) continue;
                if ((at & ~plain.goals()) == 0 && stands == end) least = std::min(least, -negative);
                for (std::size_t d = 0; d < 4; ++d) {
                    const Square to = board.next[stands][d];
                    if (to == board.wall()) continue;
                    Bits after = at;
                    int paid = price.walk;
                    if ((at & bit(to)) != 0) {
                        const Square beyond = board.next[to][d];
                        if (beyond == board.wall() || (at & bit(beyond)) != 0) continue;
                        after = (at & ~bit(to)) | bit(beyond);
                        paid = price.push;
                    }
                    const auto [place, is_new] =
                        cost.try_emplace({after, to}, AllPositions::no_way);
                    if (paid - negative >= place->second) continue;
                    place->second = paid - negative;
                    queue.push({negative - paid, after, to});
                }
            }
            Control control;
            Task task{board, squares_of(boxes), player,
                      {static_cast<std::uint32_t>(price.walk), static_cast<std::uint32_t>(price.push)}};
            task.end = end;
            OptimalSearch search(task, control);
            CHECK(search.run(OptimalSearch::unlimited));
            CHECK_EQUAL(search.has_solution(), least != AllPositions::no_way);
            ++(search.has_solution() ? found : none);
            if (!search.has_solution()) return;
            CHECK_EQUAL(static_cast<int>(search.upper()), least);
            CHECK_EQUAL(static_cast<int>(search.lower()), least);
            const auto pushes = search.solution();
            CHECK_EQUAL(static_cast<int>(cost_of(task, pushes)), least);
        });
    }
    CHECK(found > 30 && none > 30);
}

TEST(bounds_close_in_on_the_cost) {
    int steps = 0, known = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        IN_CASE(seed);
        Dice dice(seed + 800);
        const Level level = lively_level(dice, small);
        const Board board(level);
        const Prices price = prices[seed % 2];
        const AllPositions all(board, small.boxes, price.walk, price.push);
        some_positions(board, small.boxes, dice, 80, [&](Bits boxes, Square player) {
            const int least = all(boxes, player);
            if (least == AllPositions::no_way) return;
            Control control;
            const Task task{board, squares_of(boxes), player,
                            {static_cast<std::uint32_t>(price.walk),
                             static_cast<std::uint32_t>(price.push)}};
            OptimalSearch search(task, control);
            // Slice by slice, and with a cost that is known from elsewhere.
            const int elsewhere = least + roll(dice, 4);
            const bool told = roll(dice, 2) == 0;
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
            CHECK_EQUAL(played(board, boxes, player, written_out(task, search.solution()), price), least);
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
            Dice dice(seed + 3000);
            Kind kind = like;
            kind.symmetric = seed % 4 == 0;
            const Level level = lively_level(dice, kind);
            const Board board(level);
            const AllPositions all(board, kind.boxes);
            int count = 0;
            some_positions(board, kind.boxes, dice, 40, [&](Bits boxes, Square player) {
                if (++count > 40) return;
                const Level here = at_position(board, level, boxes, player);
                Control control;
                control.begin();
                fess::Options options;
                if (roll(dice, 3) == 0) options.plain_first = 5;
                for (const NamedRule& rule : rules_of_expert()) {
                    if (roll(dice, 8) == 0) options.rules.*(rule.member) = false;
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
