// Boxes among others: macro pushes, and who is frozen.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "sokoban/board/freeze.h"
#include "sokoban/board/macro_pushes.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/board/push_graph.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

TEST(frozen_boxes_hold_each_other) {
    int frozen_sets = 0, losing = 0;
    on_boards(150, {4, 5, 15, 4, 4, 25}, [&](auto& board, auto&, auto& rng, auto&) {
        Control control;
        const PushGraph graph(board, board.walls);
        const PushCosts costs(board, graph, {}, control);
        Freeze freeze(board, costs.is_dead());
        for (int turn = 0; turn < 8; ++turn) {
            const Bits boxes = random_bits(rng, board, 25 + 5 * turn);
            if (std::popcount(boxes) > 8) continue;
            // Is a box of a set held by it along both axes?
            const auto held = [&](Square box, Bits set) {
                const auto along = [&](std::size_t axis) {
                    const Square one = board.next[box][axis], other = board.next[box][axis + 1];
                    const auto fixed = [&](Square square) {
                        return square == board.wall() || (set & bit(square)) != 0;
                    };
                    return fixed(one) || fixed(other) ||
                           (costs.is_dead()[one] && costs.is_dead()[other]);
                };
                return along(0) && along(2);
            };
            // The union of all sets of these in which each box is held.
            const auto frozen_among = [&](Bits some) {
                Bits frozen = 0;
                for (Bits set = some; set != 0; set = (set - 1) & some) {
                    const Squares all = squares_of(set);
                    const bool holds = std::all_of(all.begin(), all.end(),
                                                   [&](Square box) { return held(box, set); });
                    if (holds) frozen |= set;
                }
                return frozen;
            };
            const Bits wanted = frozen_among(boxes);
            const Squares list = squares_of(boxes);
            const auto found = freeze.find(list);
            CHECK_EQUAL(bits_of(found), wanted);
            CHECK(std::is_sorted(found.begin(), found.end()));
            frozen_sets += wanted != 0;
            const Mask full = board.with(list);
            for (const Square box : list) {
                // Those that touch each other from this box on.
                Bits together = bit(box);
                for (bool grown = true; grown;) {
                    grown = false;
                    for (const Square other : squares_of(boxes & ~together)) {
                        for (const Square beside : board.next[other]) {
                            if (beside == board.wall() || (together & bit(beside)) == 0) continue;
                            together |= bit(other);
                            grown = true;
                            break;
                        }
                    }
                }
                const bool off_goal = (frozen_among(together) & ~bits_of(board.goals)) != 0;
                const bool may = freeze.may_freeze(box, full.data());
                CHECK_EQUAL(may, held(box, boxes));
                if ((wanted & bit(box)) != 0) CHECK(may);
                CHECK_EQUAL(freeze.loses(box, full.data()), may && off_goal);
                losing += off_goal && may;
                CHECK_EQUAL(bits_of(freeze.find(list)), wanted);  // nothing was left behind
            }
        }
    });
    CHECK(frozen_sets > 100 && losing > 100);
}

TEST(no_solution_moves_a_frozen_box) {
    int moved = 0;
    on_boards(60, {4, 4, 12, 3, 3, 20}, [&](auto& board, auto& plain, auto&, auto&) {
        Control control;
        const PushGraph graph(board, board.walls);
        const PushCosts costs(board, graph, {}, control);
        Freeze freeze(board, costs.is_dead());
        const AllPositions all(board, 3);
        for (Bits boxes = 0; boxes < bit(board.squares()); ++boxes) {
            if (std::popcount(boxes) != 3) continue;
            const Bits frozen = bits_of(freeze.find(squares_of(boxes)));
            if (frozen == 0) continue;
            for (const Bits region : plain.regions(boxes)) {
                const auto player = static_cast<std::size_t>(std::countr_zero(region));
                if ((frozen & ~plain.goals()) != 0) CHECK(all.lost(boxes, player));
                for (const auto& pushed : plain.pushes(boxes, region)) {
                    if ((frozen & bit(pushed.box)) == 0) continue;
                    CHECK(all.lost(pushed.boxes, pushed.box));
                    ++moved;
                }
            }
        }
    });
    CHECK(moved > 20);
}

TEST(macro_pushes_are_pushes_of_one_box) {
    on_boards(60, {4, 5, 16, 3, 2, 22}, [](auto& board, auto& plain, auto& rng, auto& level) {
        Flood flood(board);
        MacroPushes macro_pushes(board, flood);
        const Bits boxes = bits_of(board.numbers(level.boxes));
        const Square player = board.number(level.player);
        const Bits region = plain.walk(boxes, player);
        const Bits forbidden = random_bits(rng, board, 10);
        Mask full = board.with(squares_of(boxes));
        for (const Square box : squares_of(boxes)) {
            for (const bool pull : {false, true}) {
                flood.from(player, full);
                const unsigned sides = flood.sides(box);
                // (box, region) by breadth-first search with the plain rules.
                const Bits others = boxes & ~bit(box);
                std::map<std::pair<Square, Bits>, int> wanted;
                std::vector<std::pair<Square, Bits>> layer = {{box, region}};
                std::set<std::pair<Square, Bits>> seen = {{box, region}};
                for (int pushes = 1; !layer.empty(); ++pushes) {
                    std::vector<std::pair<Square, Bits>> next;
                    for (const auto& [at, where] : layer) {
                        for (std::size_t d = 0; d < 4; ++d) {
                            const int stand = plain.next(at, d);
                            if (stand == no_square) continue;
                            const auto feet = static_cast<std::size_t>(stand);
                            if ((where & bit(feet)) == 0) continue;
                            const int to = pull ? stand : plain.next(at, d ^ 1);
                            const int after = pull ? plain.next(feet, d) : static_cast<int>(at);
                            if (to == no_square || after == no_square) continue;
                            const auto there = static_cast<std::size_t>(to);
                            const auto ends = static_cast<std::size_t>(after);
                            if ((others & (bit(there) | bit(ends))) != 0) continue;
                            if ((forbidden & bit(there)) != 0) continue;
                            const std::pair<Square, Bits> place{
                                static_cast<Square>(there), plain.walk(others | bit(there), ends)};
                            wanted.try_emplace(place, pushes);
                            if (seen.insert(place).second) next.push_back(place);
                        }
                    }
                    layer.swap(next);
                }
                wanted.erase({box, region});
                const auto may_stand = [&](Square square, std::size_t) {
                    CHECK(full[square]);
                    return (forbidden & bit(square)) == 0;
                };
                std::map<std::pair<Square, Square>, MacroPush> found;
                const auto report = [&](const MacroPush& push) {
                    found.try_emplace({push.to, push.player}, push);
                };
                const Mask before = full;
                const auto each = [&](auto&& visit) {
                    if (pull) {
                        macro_pushes.each<true>(full, box, sides, may_stand, visit);
                    } else {
                        macro_pushes.each<false>(full, box, sides, may_stand, visit);
                    }
                };
                each([&](const MacroPush& push) {
                    report(push);
                    CHECK_EQUAL(macro_pushes.region_size(),
                                static_cast<std::size_t>(
                                    std::popcount(plain.walk(others | bit(push.to), push.player))));
                });
                CHECK(full == before);
                CHECK_EQUAL(found.size(), wanted.size());
                for (const auto& [place, pushes] : wanted) {
                    const auto lowest = static_cast<Square>(std::countr_zero(place.second));
                    const auto there = found.find({place.first, lowest});
                    CHECK(there != found.end());
                    const MacroPush& push = there->second;
                    CHECK_EQUAL(static_cast<int>(push.pushes), pushes);
                    CHECK_EQUAL(push.from, box);
                    if (push.regions != 0) {
                        CHECK_EQUAL(std::size_t{push.regions},
                                    plain.regions(others | bit(place.first)).size());
                    }
                    // The path makes it, push by push.
                    const auto path = pull ? macro_pushes.path<true>(full, push, sides, may_stand)
                                           : macro_pushes.path<false>(full, push, sides, may_stand);
                    CHECK(full == before);
                    CHECK_EQUAL(path.size(), std::size_t{push.pushes});
                    Square at = box;
                    Bits where = region;
                    for (const Push& step : path) {
                        CHECK_EQUAL(step.box, at);
                        const std::size_t side = pull ? step.direction : opposite(step.direction);
                        const Square feet = board.next[at][side];
                        CHECK((where & bit(feet)) != 0);
                        const Square to = board.next[at][step.direction];
                        where = plain.walk(others | bit(to), pull ? board.next[to][side] : at);
                        at = to;
                    }
                    CHECK_EQUAL(at, place.first);
                    CHECK_EQUAL(where, place.second);
                }
                MacroPush wrong{box, box, player, 1, 0};
                wrong.player = nowhere;
                if (pull) {
                    CHECK_THROWS(macro_pushes.path<true>(full, wrong, sides, may_stand),
                                 std::logic_error);
                } else {
                    CHECK_THROWS(macro_pushes.path<false>(full, wrong, sides, may_stand),
                                 std::logic_error);
                }
            }
        }
    });
}
