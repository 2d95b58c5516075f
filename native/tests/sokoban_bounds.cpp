// The bounds of `optimal` are never too high, and as high as they were: how often they are exact is
// written down. If you change a bound on purpose, write it anew.
#include <algorithm>
#include <limits>

#include "sokoban/board/moved_box.h"
#include "sokoban/optimal/lower_bound.h"
#include "sokoban/optimal/potentials.h"
#include "tests/sokoban_some_positions.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

constexpr std::size_t pair_work = 1'000'000'000;

// So a bound that is not above the cost is right about what is lost, too.
static_assert(LowerBound::dead == AllPositions::no_way);

// The bound after a push in the position that `bound` has turned to.
std::uint32_t bound_after(LowerBound& bound, const PlainBoard::Pushed& way, const Squares& list,
                          Mask& full) {
    const MovedBox moved(full, way.box, way.to);
    const auto place = std::find(list.begin(), list.end(), way.box) - list.begin();
    return bound.after(static_cast<std::size_t>(place), way.to);
}

}  // namespace

TEST(the_lower_bound_is_never_too_high) {
    int dead = 0, exact = 0, positions = 0;
    for (const Kind& kind : {small, crowded, spare, narrow}) {
        on_seeds(8, 10, [&](SplitMix64& rng, std::uint64_t seed) {
            const Level level = lively_level(rng, kind);
            const Board board(level);
            const PlainBoard plain(board);
            for (const Prices& price : prices) {
                Control control;
                const AllPositions all(board, kind.boxes, price.walk, price.push);
                LowerBound bound(board, kind.boxes, {price.walk, price.push}, {}, pair_work,
                                 control);
                const bool weighs = price.walk != 0 && seed % 2 == 0;
                bool chosen = false;
                some_positions(board, kind.boxes, rng, 12, [&](Bits boxes, Square player) {
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
                    CHECK(least <= all(boxes, player));
                    ++positions;
                    dead += least == LowerBound::dead;
                    if (least == LowerBound::dead) return;
                    exact += least == all(boxes, player);
                    for (const auto& way : plain.pushes(boxes, plain.walk(boxes, player))) {
                        CHECK(bound_after(bound, way, list, full) <= all(way.boxes, way.box));
                    }
                });
            }
        });
    }
    CHECK_EQUAL(positions, 133372);
    CHECK_EQUAL(dead, 112966);
    CHECK_EQUAL(exact, 3730);
}

TEST(the_bound_after_a_push_is_that_of_the_position) {
    // Without what is learnt on the way, and without what depends on the order of the questions.
    for (const bool pairs : {false, true}) {
        for (const Kind& kind : {small, crowded, spare}) {
            on_seeds(8, 70, [&](SplitMix64& rng, std::uint64_t seed) {
                const Level level = lively_level(rng, kind);
                const Board board(level);
                const PlainBoard plain(board);
                const Prices price = prices[seed % prices.size()];
                const DeadlockRules rules{.frozen_walls = false,
                                          .pairs = pairs,
                                          .patterns = false,
                                          .goal_rooms = false,
                                          .learnt = false};
                Control control;
                const Costs costs{price.walk, price.push};
                LowerBound here(board, kind.boxes, costs, rules, pair_work, control);
                LowerBound there(board, kind.boxes, costs, rules, pair_work, control);
                bool chosen = price.walk == 0;
                some_positions(board, kind.boxes, rng, 20, [&](Bits boxes, Square player) {
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
                        Mask moved = board.with(squares_of(way.boxes));
                        const std::uint32_t after = bound_after(here, way, list, full);
                        const std::uint32_t wanted =
                            there.look_at(squares_of(way.boxes), moved.data(), way.box);
                        if (kind.boxes < 4 || !pairs || after == LowerBound::dead) {
                            CHECK_EQUAL(after, wanted);
                        } else {  // which pairs are added depends on their order
                            CHECK(wanted != LowerBound::dead);
                        }
                    }
                });
            });
        }
    }
}

TEST(the_lower_bound_on_larger_boards_with_any_rule_left_out) {
    // Of every way to ask: how many are lost, and the sum of all bounds before and after pushes.
    struct Sums {
        std::uint64_t dead = 0, before = 0, after = 0;
        bool operator==(const Sums&) const = default;
    };
    std::vector<Sums> sums;
    std::vector<DeadlockRules> ways(9);
    ways[1].freeze = ways[2].frozen_walls = ways[3].matching = ways[4].pairs = false;
    ways[5].patterns = ways[6].goal_rooms = ways[7].learnt = false;
    ways[8].patterns = ways[8].goal_rooms = ways[8].pairs = ways[8].learnt = false;
    for (const DeadlockRules& rules : ways) {
        Sums& sum = sums.emplace_back();
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            IN_CASE(seed + 100 * sums.size());
            SplitMix64 rng(seed + 40);
            const Kind kind{5, 5, 20, seed % 2 == 0 ? 4u : 3u, 4, 14};
            const Level level = lively_level(rng, {5, 5, 20, 3, 4, 14});
            const Board board(level);
            const PlainBoard plain(board);
            const Prices price = prices[seed % prices.size()];
            const AllPositions all(board, kind.boxes, price.walk, price.push);
            Control control;
            LowerBound bound(board, kind.boxes, {price.walk, price.push}, rules, pair_work,
                             control);
            bool chosen = price.walk == 0 || !rules.matching;
            some_positions(board, kind.boxes, rng, 80, [&](Bits boxes, Square player) {
                const Squares list = squares_of(boxes);
                Mask full = board.with(list);
                std::uint32_t least = bound.look_at(list, full.data(), player);
                if (!chosen && least != LowerBound::dead) {
                    bound.choose_potentials(list, full.data(), player, 2);
                    least = bound.look_at(list, full.data(), player);
                    chosen = true;
                }
                CHECK(least <= all(boxes, player));
                sum.dead += least == LowerBound::dead;
                if (least == LowerBound::dead) return;
                if (!rules.matching) CHECK_EQUAL(least, 0u);
                sum.before += least;
                for (const auto& way : plain.pushes(boxes, plain.walk(boxes, player))) {
                    const std::uint32_t after = bound_after(bound, way, list, full);
                    CHECK(after <= all(way.boxes, way.box));
                    sum.dead += after == LowerBound::dead;
                    if (after == LowerBound::dead) continue;
                    if (!rules.matching) CHECK_EQUAL(after, 0u);
                    sum.after += after;
                }
            });
        }
    }
    CHECK(sums == std::vector<Sums>({
                      {4028, 5728, 17688},
                      {4029, 5769, 17670},
                      {4028, 5728, 17670},
                      {4083, 0, 0},
                      {4281, 6735, 17730},
                      {4008, 5728, 17836},
                      {3989, 5728, 18157},
                      {4027, 5728, 17696},
                      {3850, 6735, 24316},
                  }));
}

TEST(surcharges_of_disjoint_pairs_are_added) {
    int raised = 0;
    on_seeds(20, 400, [&](SplitMix64& rng, std::uint64_t) {
        const Level level = lively_level(rng, {4, 6, 20, 2, 2, 14});
        const Board board(level);
        const AllPositions all(board, 2);
        Control control;
        LowerBound with(board, 2, {0, 1}, {}, pair_work, control);
        LowerBound without(board, 2, {0, 1}, {.pairs = false}, pair_work, control);
        some_positions(board, 2, rng, 1, [&](Bits boxes, Square player) {
            const Squares list = squares_of(boxes);
            const Mask full = board.with(list);
            const std::uint32_t one = with.look_at(list, full.data(), player);
            const std::uint32_t other = without.look_at(list, full.data(), player);
            CHECK_EQUAL(one, all(boxes, player));  // two boxes alone are known exactly
            CHECK(other <= one);
            raised += one != LowerBound::dead && one > other;
        });
    });
    CHECK(raised > 200);
}

TEST(potentials_bound_the_moves_and_never_jump) {
    int raised = 0;
    on_seeds(16, 90, [&](SplitMix64& rng, std::uint64_t seed) {
        const Kind kind = seed % 2 == 0 ? Kind{4, 5, 14, 2, 2, 20} : Kind{3, 7, 16, 2, 2, 25};
        const Level level = lively_level(rng, kind);
        const Board board(level);
        const PlainBoard plain(board);
        Control control;
        const PushGraph graph(board, board.walls);
        const Sides sides(board, graph, control);
        const PushCosts plain_costs(board, graph, {}, control);
        const AllPositions all(board, 2, 1, 1);
        Assignment<PushCosts::Price> assignment(2, board.goals.size(), control);
        constexpr int never = std::numeric_limits<int>::max();
        const auto bound = [&](const PushCosts& costs, Bits boxes, Square player, int home) {
            std::vector<const PushCosts::Price*> rows;
            for (const Square box : squares_of(boxes))
                rows.push_back(costs.from(box, sides(box, player)));
            const int total = assignment.solve(rows);
            return total == assignment.impossible ? never : total + home;
        };
        some_positions(board, 2, rng, 150, [&](Bits start, Square stands) {
            if (all.lost(start, stands)) return;
            const auto chosen =
                best_potentials(board, graph, sides, squares_of(start), stands, 2, control);
            CHECK(chosen.size() <= 2);
            int before = never;
            for (const auto& potential : chosen) {
                const auto at = [&](Bits boxes, Square player) {
                    return bound(potential->costs(), boxes, player, potential->way_home(player));
                };
                const int here = at(start, stands);
                CHECK(here > bound(plain_costs, start, stands, 0));
                CHECK(here <= before);  // the best first
                before = here;
                ++raised;
                some_positions(board, 2, rng, 3, [&](Bits boxes, Square player) {
                    if (all.lost(boxes, player)) return;
                    const int least = at(boxes, player);
                    CHECK(least <= static_cast<int>(all(boxes, player)));
                    CHECK(potential->way_home(player) <= 0);
                    for (std::size_t d = 0; d < 4; ++d) {  // a step changes it by one at most
                        const Square to = board.next[player][d];
                        if (to == board.wall() || (boxes & bit(to)) != 0) continue;
                        CHECK(least <= at(boxes, to) + 1);
                    }
                });
            }
        });
    });
    CHECK(raised > 30);
}
