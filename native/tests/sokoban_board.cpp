// The kernel of Sokoban: the board, walks and regions, what a lone box can do, and who is frozen.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "sokoban/board/flood.h"
#include "sokoban/board/freeze.h"
#include "sokoban/board/macro_pushes.h"
#include "sokoban/board/moved_box.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/board/push_graph.h"
#include "sokoban/board/pushes.h"
#include "sokoban/board/zobrist.h"
#include "sokoban/optimal/symmetries.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

constexpr int no_square = PlainBoard::no_square;

// Calls `check(board, plain, dice)` for many boards.
void on_boards(std::uint64_t count, const Kind& kind, auto&& check) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        IN_CASE(seed);
        Dice dice(seed);
        const Level level = random_level(dice, kind);
        const Board board(level);
        check(board, PlainBoard(board), dice, level);
    }
}

Bits random_bits(Dice& dice, const Board& board, int percent) {
    Bits bits = 0;
    for (std::size_t square = 0; square < board.squares(); ++square) {
        if (roll(dice, 100) < percent) bits |= bit(square);
    }
    return bits;
}

Bits marked(const Mask& mask, std::size_t squares) {
    Bits bits = 0;
    for (std::size_t square = 0; square < squares; ++square) {
        if (mask[square]) bits |= bit(square);
    }
    return bits;
}

// What a lone box can do among `walls`: from (box, region of the player) to all that pushes reach.
struct LoneBox {
    LoneBox(const PlainBoard& plain, Bits walls) : plain(plain), walls(walls) {}

    using Place = std::pair<Square, Bits>;  // the box, and where the player can walk
    Place place(Square box, std::size_t player) const {
        return {box, plain.walk(walls | bit(box), player)};
    }

    // Pushes from a place to each square, by breadth-first search.
    std::map<Square, int> from(const Place& start) const {
        std::map<Place, int> seen = {{start, 0}};
        std::map<Square, int> best = {{start.first, 0}};
        std::vector<Place> layer = {start};
        for (int pushes = 1; !layer.empty(); ++pushes) {
            std::vector<Place> next;
            for (const auto& [box, region] : layer) {
                for (const auto& pushed : plain.pushes(bit(box), region, walls)) {
                    const Place there = place(pushed.to, box);
                    if (!seen.try_emplace(there, pushes).second) continue;
                    best.try_emplace(pushed.to, pushes);
                    next.push_back(there);
                }
            }
            layer.swap(next);
        }
        return best;
    }

    const PlainBoard& plain;
    Bits walls;
};

}  // namespace

TEST(a_level_out_of_order_is_refused) {
    Dice dice(1);
    const auto refused = [](Level level, auto&& spoil) {
        spoil(level);
        CHECK_THROWS(level.check(), std::invalid_argument);
    };
    for (int turn = 0; turn < 20; ++turn) {
        const Level level = random_level(dice, {});
        refused(level, [](Level& l) { l.width = 0; });
        refused(level, [](Level& l) { l.width = 0x8000; });
        refused(level, [](Level& l) { l.floor.clear(); });
        refused(level, [](Level& l) { std::swap(l.floor[0], l.floor[1]); });
        refused(level, [](Level& l) { l.floor.insert(l.floor.begin(), l.floor[0]); });
        refused(level, [](Level& l) { std::swap(l.goals[0], l.goals[1]); });
        refused(level, [](Level& l) { std::swap(l.boxes[0], l.boxes[1]); });
        refused(level, [](Level& l) { l.goals[0] = 0; });
        refused(level, [](Level& l) { l.boxes[0] = 0; });
        refused(level, [](Level& l) { l.player = 0; });
        refused(level, [](Level& l) { l.player = l.boxes[0]; });
        refused(level, [](Level& l) { l.floor.insert(l.floor.begin(), -1); });
        refused(level, [](Level& l) { l.floor.push_back((l.floor.back() / l.width + 1) * l.width); });
        refused(level, [](Level& l) {
            l.floor.push_back((l.floor.back() / l.width + 2) * l.width - 1);
        });
        refused(level, [](Level& l) { l.floor.push_back(0x8000 * l.width + 1); });
    }
}

TEST(a_board_has_its_squares_in_order) {
    on_boards(60, {}, [](const Board& board, const PlainBoard&, Dice& dice, const Level& level) {
        CHECK_EQUAL(board.squares(), level.floor.size());
        for (std::size_t i = 0; i < board.squares(); ++i) {
            CHECK_EQUAL(board.frame[i], level.floor[i]);
            CHECK_EQUAL(board.number(level.floor[i]), static_cast<Square>(i));
            CHECK_EQUAL(static_cast<int>(board.row[i]), level.floor[i] / level.width);
            CHECK_EQUAL(static_cast<int>(board.column[i]), level.floor[i] % level.width);
            const std::array steps = {-level.width, level.width, -1, 1};
            for (std::size_t d = 0; d < 4; ++d) {
                const auto to = std::find(level.floor.begin(), level.floor.end(),
                                          level.floor[i] + steps[d]);
                CHECK_EQUAL(board.next[i][d], to == level.floor.end()
                                                  ? board.wall()
                                                  : static_cast<Square>(to - level.floor.begin()));
            }
            const bool is_goal =
                std::find(level.goals.begin(), level.goals.end(), level.floor[i]) != level.goals.end();
            CHECK_EQUAL(board.is_goal[i] != 0, is_goal);
            CHECK(!board.walls[i]);
        }
        CHECK(board.walls[board.wall()] && !board.is_goal[board.wall()]);
        for (std::size_t d = 0; d < 4; ++d) {
            CHECK_EQUAL(board.next[board.wall()][d], board.wall());
            CHECK_EQUAL(opposite(opposite(d)), d);
            CHECK((opposite(d) ^ d) == 1 && across(d) / 2 != d / 2);
        }
        CHECK_EQUAL(board.number(0), board.wall());
        CHECK_EQUAL(board.number(level.floor.back() + 1), board.wall());
        const Bits boxes = random_bits(dice, board, 30);
        const Mask full = board.with(squares_of(boxes));
        CHECK_EQUAL(marked(full, board.squares()), boxes);
        CHECK(full[board.wall()]);
    });
}

TEST(floods_reach_what_can_be_walked_to) {
    on_boards(80, {5, 6, 24, 3, 2, 25}, [](const Board& board, const PlainBoard& plain, Dice& dice,
                                           const Level&) {
        Flood flood(board);
        Walks walks(board);
        Regions regions(board);
        for (int turn = 0; turn < 6; ++turn) {
            const Bits boxes = random_bits(dice, board, 10 + 10 * turn);
            const Mask full = board.with(squares_of(boxes));
            const auto wanted = plain.regions(boxes);
            CHECK_EQUAL(regions.label(full.data(), flood), wanted.size());
            CHECK_EQUAL(regions.count(), wanted.size());
            CHECK_EQUAL(count_regions(board, full.data(), flood), static_cast<int>(wanted.size()));
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                const auto lowest = static_cast<Square>(std::countr_zero(wanted[i]));
                CHECK_EQUAL(regions.lowest(i + 1), lowest);
                CHECK_EQUAL(regions.size(i + 1), static_cast<std::size_t>(std::popcount(wanted[i])));
                for (const Square start : squares_of(wanted[i])) {
                    CHECK_EQUAL(regions.of(start), static_cast<std::uint16_t>(i + 1));
                    CHECK_EQUAL(flood.from(start, full), lowest);
                    CHECK_EQUAL(walks.from(start, full), lowest);
                    CHECK_EQUAL(flood.size(), static_cast<std::size_t>(std::popcount(wanted[i])));
                    CHECK_EQUAL(bits_of(flood.squares()), wanted[i]);
                    for (Square square = 0; square <= board.wall(); ++square) {
                        const bool inside = square < board.wall() && (wanted[i] & bit(square)) != 0;
                        CHECK_EQUAL(flood.reached(square), inside);
                        unsigned sides = 0;
                        for (std::size_t d = 0; d < 4; ++d) {
                            const int beside =
                                square < board.wall() ? plain.next(square, d) : no_square;
                            if (beside != no_square &&
                                (wanted[i] & bit(static_cast<std::size_t>(beside))) != 0) {
                                sides |= 1u << d;
                            }
                        }
                        CHECK_EQUAL(flood.sides(square), sides);
                        if (!inside) continue;
                        // The path leads there, and no shorter one does.
                        Square at = start;
                        const auto path = walks.path_to(square);
                        CHECK_EQUAL(path.size(), std::size_t{walks.steps_to(square)});
                        for (const std::uint8_t step : path) {
                            at = board.next[at][step];
                            CHECK(!full[at]);
                        }
                        CHECK_EQUAL(at, square);
                        for (const Square beside : board.next[square]) {
                            if (full[beside]) continue;
                            CHECK(walks.steps_to(square) <= walks.steps_to(beside) + 1);
                        }
                    }
                }
            }
            for (const Square box : squares_of(boxes)) {
                CHECK_EQUAL(regions.of(box), static_cast<std::uint16_t>(0));
            }
            // What may not cut does not cut, and what cuts is told.
            for (Square square = 0; square < board.wall(); ++square) {
                if (full[square]) continue;
                unsigned open = 0;
                const bool may = may_cut(board, square, full.data(), open);
                unsigned wanted_open = 0;
                for (std::size_t d = 0; d < 4; ++d) {
                    if (!full[board.next[square][d]]) wanted_open |= 1u << d;
                }
                CHECK_EQUAL(open, wanted_open);
                const std::size_t after = plain.regions(boxes | bit(square)).size();
                const bool vanishes = open == 0;
                if (!may) CHECK_EQUAL(after, wanted.size() - vanishes);
            }
        }
        // Corridors and corners: two neighbours that a diagonal square joins do not part.
    });
    // In an open room only what is pressed between two obstacles may cut.
    const Board room(level_of({"#####", "#@  #", "#   #", "#   #", "#####"}));
    unsigned open = 0;
    for (Square square = 0; square < room.wall(); ++square) {
        CHECK(!may_cut(room, square, room.walls.data(), open));
    }
}

TEST(the_push_graph_knows_what_a_lone_box_can_do) {
    for (const Kind& kind : {Kind{4, 5, 15, 2, 2, 28}, Kind{3, 7, 16, 2, 2, 30}}) {
        on_boards(60, kind, [](const Board& board, const PlainBoard& plain, Dice& dice, const Level&) {
            const Bits walls = random_bits(dice, board, roll(dice, 3) * 8);
            Mask mask = board.with(squares_of(walls));
            const PushGraph graph(board, mask);
            const LoneBox lone(plain, walls);
            CHECK_EQUAL(marked(graph.walls(), board.squares()), walls);
            std::map<std::pair<Square, unsigned>, std::map<Square, int>> ways;  // by (box, side)
            for (Square box = 0; box < board.wall(); ++box) {
                CHECK_EQUAL(graph.is_wall(box), (walls & bit(box)) != 0);
                if (graph.is_wall(box)) continue;
                unsigned open = 0;
                std::set<Bits> regions;
                for (std::size_t d = 0; d < 4; ++d) {
                    const int beside = plain.next(box, d);
                    if (beside == no_square) continue;
                    const auto stand = static_cast<std::size_t>(beside);
                    if ((walls & bit(stand)) != 0) continue;
                    open |= 1u << d;
                    const Bits region = lone.place(box, stand).second;
                    regions.insert(region);
                    unsigned joined = 0;
                    for (std::size_t e = 0; e < 4; ++e) {
                        const int other = plain.next(box, e);
                        if (other != no_square && (region & bit(static_cast<std::size_t>(other))) != 0) {
                            joined |= 1u << e;
                        }
                    }
                    CHECK_EQUAL(graph.joined(box, d), joined);
                    ways[{box, static_cast<unsigned>(d)}] = lone.from({box, region});
                }
                CHECK_EQUAL(graph.open_sides(box), open);
                CHECK_EQUAL(graph.divides(box), regions.size() > 1);
            }
            for (const Square target : squares_of(random_bits(dice, board, 25) & ~walls)) {
                const Squares targets = {target};
                const Distances to = graph.pushes_to(targets), from = graph.pushes_from(targets);
                const Mask sides = graph.sides_to(targets);
                for (Square box = 0; box < board.wall(); ++box) {
                    if (graph.is_wall(box)) {
                        CHECK_EQUAL(to[box], unreachable);
                        continue;
                    }
                    int best = box == target ? 0 : unreachable, back = best;
                    for (std::size_t d = 0; d < 4; ++d) {
                        const auto way = ways.find({box, static_cast<unsigned>(d)});
                        const bool can = way != ways.end() && way->second.contains(target);
                        CHECK_EQUAL((sides[box] >> d & 1) != 0, can);
                        if (can) best = std::min(best, way->second.at(target));
                        const auto start = ways.find({target, static_cast<unsigned>(d)});
                        if (start != ways.end() && start->second.contains(box)) {
                            back = std::min(back, start->second.at(box));
                        }
                    }
                    CHECK_EQUAL(static_cast<int>(to[box]), best);
                    CHECK_EQUAL(static_cast<int>(from[box]), back);
                }
            }
        });
    }
}

TEST(push_costs_are_those_of_a_lone_box) {
    on_boards(80, {4, 5, 15, 2, 3, 28}, [](const Board& board, const PlainBoard& plain, Dice& dice,
                                           const Level&) {
        Control control;
        const Bits walls = random_bits(dice, board, roll(dice, 3) * 8);
        const PushGraph graph(board, board.with(squares_of(walls)));
        const Sides sides(board, graph, control);
        const PushCosts costs(board, graph, {}, control);
        const LoneBox lone(plain, walls);
        for (Square box = 0; box < board.wall(); ++box) {
            bool alive = board.is_goal[box] != 0;
            if (graph.is_wall(box)) {  // frozen at home, or nowhere
                for (std::size_t goal = 0; goal < board.goals.size(); ++goal) {
                    const int wanted = board.goals[goal] == box ? 0 : PushCosts::never;
                    for (Square player = 0; player < board.wall(); ++player) {
                        CHECK_EQUAL(static_cast<int>(costs.from(box, sides(box, player))[goal]), wanted);
                    }
                }
                CHECK_EQUAL(costs.is_dead()[box] != 0, !alive);
                continue;
            }
            for (Square player = 0; player < board.wall(); ++player) {
                if (player == box || (walls & bit(player)) != 0) continue;
                const auto place = lone.place(box, player);
                const auto ways = lone.from(place);
                Bits around = 0;
                for (const Square beside : board.next[box]) {
                    if (beside != board.wall()) around |= bit(beside);
                }
                CHECK_EQUAL(sides(box, player) == Sides::cut_off, (place.second & around) == 0);
                for (Square other = 0; other < board.wall(); ++other) {
                    if (other == box || (walls & bit(other)) != 0) continue;
                    const bool same = sides(box, player) == sides(box, other);
                    if ((place.second & bit(other)) != 0) CHECK(same);
                    if (sides(box, player) != Sides::cut_off && same) {
                        CHECK((place.second & bit(other)) != 0);
                    }
                }
                for (std::size_t goal = 0; goal < board.goals.size(); ++goal) {
                    const auto way = ways.find(board.goals[goal]);
                    const int wanted = way == ways.end() ? PushCosts::never : way->second;
                    CHECK_EQUAL(static_cast<int>(costs.from(box, sides(box, player))[goal]), wanted);
                    alive = alive || way != ways.end();
                }
            }
            CHECK_EQUAL(costs.is_dead()[box] != 0, !alive);
        }
        CHECK(costs.is_dead()[board.wall()]);
    });
}

TEST(push_costs_follow_a_potential) {
    on_boards(60, {4, 5, 15, 2, 3, 25}, [](const Board& board, const PlainBoard& plain, Dice& dice,
                                           const Level&) {
        Control control;
        const PushGraph graph(board, board.walls);
        const Sides sides(board, graph, control);
        // Neighbours differ by at most 1: steps from a square, cut off, up or down.
        Walks walks(board);
        walks.from(roll<Square>(dice, board.wall()), board.walls);
        const int height = 1 + roll(dice, 6), sign = roll(dice, 2) == 0 ? 1 : -1;
        std::vector<std::int32_t> potential;
        for (Square square = 0; square < board.wall(); ++square) {
            potential.push_back(sign * std::min<int>(walks.steps_to(square), height));
        }
        const PushCosts costs(board, graph, {potential}, control);
        // By going round until nothing changes.
        using Key = std::pair<Square, Bits>;
        std::map<Key, std::vector<int>> best;
        constexpr int never = PushCosts::never;
        for (Square box = 0; box < board.wall(); ++box) {
            for (Square player = 0; player < board.wall(); ++player) {
                if (player == box) continue;
                auto& row = best[{box, plain.walk(bit(box), player)}];
                row.assign(board.goals.size(), never);
                for (std::size_t goal = 0; goal < row.size(); ++goal) {
                    if (board.goals[goal] == box) row[goal] = 0;
                }
            }
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& [key, row] : best) {
                for (const auto& pushed : plain.pushes(bit(key.first), key.second)) {
                    const Square feet = board.next[pushed.box][opposite(pushed.direction)];
                    const int price = 1 - (potential[pushed.box] - potential[feet]);
                    const auto& there = best.at({pushed.to, plain.walk(bit(pushed.to), pushed.box)});
                    for (std::size_t goal = 0; goal < row.size(); ++goal) {
                        if (there[goal] == never || there[goal] + price >= row[goal]) continue;
                        row[goal] = there[goal] + price;
                        changed = true;
                    }
                }
            }
        }
        for (Square box = 0; box < board.wall(); ++box) {
            for (Square player = 0; player < board.wall(); ++player) {
                if (player == box) continue;
                const auto& wanted = best.at({box, plain.walk(bit(box), player)});
                const auto* found = costs.from(box, sides(box, player));
                for (std::size_t goal = 0; goal < wanted.size(); ++goal) {
                    CHECK_EQUAL(static_cast<int>(found[goal]), wanted[goal]);
                }
            }
        }
    });
}

TEST(frozen_boxes_hold_each_other) {
    int frozen_sets = 0, losing = 0;
    on_boards(150, {4, 5, 15, 4, 4, 25}, [&](const Board& board, const PlainBoard&, Dice& dice,
                                             const Level&) {
        Control control;
        const PushGraph graph(board, board.walls);
        const PushCosts costs(board, graph, {}, control);
        Freeze freeze(board, costs.is_dead());
        for (int turn = 0; turn < 8; ++turn) {
            const Bits boxes = random_bits(dice, board, 25 + 5 * turn);
            if (std::popcount(boxes) > 8) continue;
            // The union of all sets in which each box is held along both axes.
            const auto held = [&](Square box, std::size_t axis, Bits set) {
                const Square one = board.next[box][axis], other = board.next[box][axis + 1];
                const auto fixed = [&](Square square) {
                    return square == board.wall() || (set & bit(square)) != 0;
                };
                return fixed(one) || fixed(other) ||
                       (costs.is_dead()[one] && costs.is_dead()[other]);
            };
            Bits wanted = 0;
            for (Bits set = boxes; set != 0; set = (set - 1) & boxes) {
                const Squares all = squares_of(set);
                if (std::all_of(all.begin(), all.end(), [&](Square box) {
                        return held(box, 0, set) && held(box, 2, set);
                    })) {
                    wanted |= set;
                }
            }
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
                Bits alone = 0;
                for (Bits set = together; set != 0; set = (set - 1) & together) {
                    const Squares all = squares_of(set);
                    if (std::all_of(all.begin(), all.end(), [&](Square one) {
                            return held(one, 0, set) && held(one, 2, set);
                        })) {
                        alone |= set;
                    }
                }
                const bool off_goal = (alone & ~bits_of(board.goals)) != 0;
                const bool may = freeze.may_freeze(box, full.data());
                CHECK_EQUAL(may, held(box, 0, boxes) && held(box, 2, boxes));
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
    on_boards(60, {4, 4, 12, 3, 3, 20}, [&](const Board& board, const PlainBoard& plain, Dice&,
                                            const Level&) {
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
    on_boards(60, {4, 5, 16, 3, 2, 22}, [](const Board& board, const PlainBoard& plain, Dice& dice,
                                           const Level& level) {
        Flood flood(board);
        MacroPushes macro_pushes(board, flood);
        const Bits boxes = bits_of(board.numbers(level.boxes));
        const Square player = board.number(level.player);
        const Bits region = plain.walk(boxes, player);
        const Bits forbidden = random_bits(dice, board, 10);
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
                                static_cast<std::size_t>(std::popcount(
                                    plain.walk(others | bit(push.to), push.player))));
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

TEST(a_moved_box_comes_back) {
    const Board board(level_of({"######", "#@ $.#", "######"}));
    const Mask before = board.with({2});
    for (const Square to : {Square{1}, Square{2}, Square{3}, nowhere}) {
        Mask full = before;
        {
            const MovedBox moved(full, 2, to);
            for (Square square = 0; square < board.wall(); ++square) {
                CHECK_EQUAL(full[square] != 0, square == to);
            }
        }
        CHECK(full == before);
    }
}

TEST(symmetries_are_all_there_are) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        IN_CASE(seed);
        Dice dice(seed);
        const bool square = seed % 3 == 0;
        Kind kind{square ? 4 : 3, 4, 16, 1, 2, 25};
        kind.symmetric = seed % 4 != 0;
        const Level level = random_level(dice, kind);
        const Board board(level);
        const auto [top, bottom] = std::minmax_element(board.row.begin(), board.row.end());
        const auto [left, right] = std::minmax_element(board.column.begin(), board.column.end());
        std::set<Squares> wanted;
        for (int turn = 0; turn < 4; ++turn) {
            for (const bool flip : {false, true}) {
                Squares image;
                for (std::size_t i = 0; i < board.squares(); ++i) {
                    // Twice the distance from the middle, turned and flipped.
                    int r = 2 * board.row[i] - *top - *bottom, c = 2 * board.column[i] - *left - *right;
                    if (flip) c = -c;
                    for (int t = 0; t < turn; ++t) std::tie(r, c) = std::pair(c, -r);
                    for (std::size_t j = 0; j < board.squares(); ++j) {
                        if (2 * board.row[j] - *top - *bottom == r &&
                            2 * board.column[j] - *left - *right == c &&
                            board.is_goal[i] == board.is_goal[j]) {
                            image.push_back(static_cast<Square>(j));
                        }
                    }
                }
                if (image.size() == board.squares() && !std::is_sorted(image.begin(), image.end())) {
                    wanted.insert(image);
                }
            }
        }
        const Symmetries symmetries(board);
        const auto images = symmetries.images();
        CHECK(std::set<Squares>(images.begin(), images.end()) == wanted);
        CHECK_EQUAL(images.size(), wanted.size());
        found += !wanted.empty();
    }
    CHECK(found > 50);
}

TEST(plans_are_written_with_their_walks) {
    on_boards(60, {4, 5, 16, 3, 2, 22}, [](const Board& board, const PlainBoard& plain, Dice& dice,
                                           const Level& level) {
        const Squares start = board.numbers(level.boxes);
        Bits boxes = bits_of(start);
        Square player = board.number(level.player);
        std::vector<Push> pushes;
        for (int step = 0; step < 5; ++step) {
            const auto ways = plain.pushes(boxes, plain.walk(boxes, player));
            if (ways.empty()) break;
            const auto& way = ways[roll(dice, ways.size())];
            pushes.push_back({way.box, way.direction});
            boxes = way.boxes;
            player = way.box;
        }
        const Bits last = plain.walk(boxes, player);
        const Squares ends = squares_of(last);
        const Square end = ends[roll(dice, ends.size())];
        const auto plan = with_walks(board, start, board.number(level.player), pushes, end);
        Bits at = bits_of(start);
        Square stands = board.number(level.player);
        std::size_t pushed = 0;
        for (const Action action : plan) {
            const Square to = board.next[stands][action % 4];
            CHECK(to != board.wall());
            if (action >= 4) {
                CHECK_EQUAL(to, pushes[pushed].box);
                const Square beyond = board.next[to][action % 4];
                CHECK(beyond != board.wall() && (at & bit(beyond)) == 0);
                at = (at & ~bit(to)) | bit(beyond);
                ++pushed;
            }
            CHECK((at & bit(to)) == 0);
            stands = to;
        }
        CHECK_EQUAL(pushed, pushes.size());
        CHECK_EQUAL(stands, end);
        CHECK_EQUAL(at, boxes);
        // A push that cannot be made is refused.
        for (Square box = 0; box < board.wall(); ++box) {
            for (std::uint8_t d = 0; d < 4; ++d) {
                const auto ways = plain.pushes(boxes, last);
                const bool can = std::any_of(ways.begin(), ways.end(), [&](const auto& way) {
                    return way.box == box && way.direction == d;
                });
                std::vector<Push> more = pushes;
                more.push_back({box, d});
                if (can) {
                    with_walks(board, start, board.number(level.player), more);
                } else {
                    CHECK_THROWS(with_walks(board, start, board.number(level.player), more),
                                 std::logic_error);
                }
            }
        }
    });
}
