// What is proved about a part of the board is right: pairs, areas, patterns, goal rooms, and all of
// these together.
// They find as much as they did, too: how often is written down, because a rule that finds less is
// right and yet broken. If you change a rule on purpose, write it anew.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "sokoban/deadlock/area.h"
#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/patterns.h"
#include "sokoban/deadlock/proofs.h"
#include "tests/sokoban_situation.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

TEST(pairs_know_what_two_boxes_cost) {
    on_cases(40, {4, 5, 14, 2, 3, 24}, [](Situation& c) {
        CHECK(!Pairs::make(c.board, c.sides, c.costs, 10, c.control).has_value());
        const auto pairs = Pairs::make(c.board, c.sides, c.costs, 1'000'000'000, c.control);
        CHECK(pairs.has_value());
        const std::size_t goals = c.board.goals.size();
        std::vector<std::tuple<std::size_t, std::size_t, AllPositions>> to;
        for (std::size_t i = 0; i < goals; ++i) {
            for (std::size_t j = i + 1; j < goals; ++j) {
                to.emplace_back(
                    i, j,
                    AllPositions(c.board, 2, 0, 1, bit(c.board.goals[i]) | bit(c.board.goals[j])));
            }
        }
        c.each_position([&](Bits boxes, Square lowest) {
            const Square one = squares_of(boxes)[0], other = squares_of(boxes)[1];
            int surcharge = Pairs::dead;
            for (const auto& [i, j, all] : to) {
                if (all.lost(boxes, lowest)) continue;
                const auto* a = c.costs.from(one, c.sides(one, lowest));
                const auto* b = c.costs.from(other, c.sides(other, lowest));
                const int apart = std::min(a[i] + b[j], a[j] + b[i]);
                surcharge = std::min(surcharge, static_cast<int>(all(boxes, lowest)) - apart);
            }
            CHECK_EQUAL(surcharge == Pairs::dead, c.all.lost(boxes, lowest));
            for (const Square player : squares_of(c.plain.walk(boxes, lowest))) {
                CHECK_EQUAL(static_cast<int>((*pairs)(one, other, player)), surcharge);
                CHECK_EQUAL(static_cast<int>((*pairs)(other, one, player)), surcharge);
            }
        });
    });
}

TEST(pushes_and_pulls_of_an_area_are_each_other_backwards) {
    int arrivals = 0, departures = 0;
    on_cases(40, {4, 6, 18, 2, 3, 22}, [&](Situation& c) {
        // A part of the board: what lies in some columns.
        Squares part;
        const int from = 1 + roll(c.rng, 3), to = from + 1 + roll(c.rng, 3);
        for (Square square = 0; square < c.board.wall(); ++square) {
            if (c.board.column[square] >= from && c.board.column[square] <= to)
                part.push_back(square);
        }
        if (part.empty()) return;
        const Area area(c.board, part, c.costs.is_dead(), c.control);
        const auto squares = area.squares();
        CHECK_EQUAL(squares.size(), part.size());
        Bits lives = 0, inside = bits_of(part);
        for (std::size_t i = 0; i < squares.size(); ++i) {
            CHECK_EQUAL(i < area.lives(), !c.costs.is_dead()[squares[i]]);
            if (i < area.lives()) lives |= bit(squares[i]);
            CHECK_EQUAL((area.goals() >> i & 1) != 0, c.board.is_goal[squares[i]] != 0);
        }
        const auto on_board = [&](Area::Boxes boxes) {
            Bits bits = 0;
            for (std::size_t i = 0; i < area.lives(); ++i) {
                if ((boxes >> i & 1) != 0) bits |= bit(squares[i]);
            }
            return bits;
        };
        using Position = std::pair<Area::Boxes, Area::Region>;
        std::map<Position, std::set<Position>> pushes, pulls;
        if (area.lives() > 8) return;
        for (Area::Boxes boxes = 0; boxes < Area::Boxes{1} << area.lives(); ++boxes) {
            const Bits set = on_board(boxes);
            CHECK_EQUAL(area.boxes(c.board.with(squares_of(set)).data()), boxes);
            std::set<Area::Region> regions;
            area.for_each_region(
                boxes, [&](Area::Region region) { CHECK(regions.insert(region).second); });
            CHECK_EQUAL(regions.size(), c.plain.regions(set).size());
            for (const Bits region : c.plain.regions(set)) {
                const auto list = squares_of(region);
                const Area::Region where = area.region(boxes, list[0]);
                CHECK(regions.contains(where));
                std::set<Position> wanted;
                for (const Square square : list) CHECK_EQUAL(area.region(boxes, square), where);
                for (const auto& way : c.plain.pushes(set, region)) {
                    if (c.costs.is_dead()[way.to]) continue;
                    // One that leaves is gone.
                    const bool leaves = (inside & bit(way.to)) == 0;
                    departures += leaves;
                    const Bits after = leaves ? set & ~bit(way.box) : way.boxes;
                    const Area::Boxes there = area.boxes(c.board.with(squares_of(after)).data());
                    wanted.insert({there, area.region(there, way.box)});
                }
                auto& found = pushes[{boxes, where}];
                area.for_each_push(boxes, where, [&](Area::Boxes after, Area::Region then) {
                    found.insert({after, then});
                });
                CHECK(found == wanted);
                // A box that arrives from outside.
                for (Square box = 0; box < c.board.wall(); ++box) {
                    if ((inside & bit(box)) != 0 || (region & bit(box)) == 0) continue;
                    for (std::size_t d = 0; d < 4; ++d) {
                        const Square into = c.board.next[box][d], feet = c.board.next[box][d ^ 1];
                        if (into == c.board.wall() || feet == c.board.wall()) continue;
                        if ((lives & bit(into)) == 0 || ((set | region) & bit(into)) == 0) continue;
                        if ((set & (bit(into) | bit(feet))) != 0) continue;
                        const Area::Boxes after =
                            area.boxes(c.board.with(squares_of(set | bit(into))).data());
                        // The rest of the world is free, and the box may be taken for gone before.
                        pulls[{after, area.region(after, box)}].insert(
                            {boxes, area.region(boxes, feet)});
                        ++arrivals;
                    }
                }
            }
        }
        for (const auto& [before, after] : pushes) {
            for (const Position& there : after) pulls[there].insert(before);
        }
        for (const auto& [position, unused] : pushes) {
            std::set<Position> found;
            area.for_each_pull(
                position.first, position.second,
                [&](Area::Boxes boxes, Area::Region region) { found.insert({boxes, region}); });
            CHECK(found == pulls[position]);
        }
    });
    CHECK(arrivals > 50 && departures > 50);
}

TEST(an_area_with_too_many_parts_outside_takes_the_last_for_one) {
    // A corridor, the area, with a niche beside every other square: parts of the outside.
    for (const std::size_t length : {14u, 20u, 21u, 22u, 24u, 28u, 31u}) {
        IN_CASE(length);
        std::string niches(length + 2, '#'), walls = niches, corridor(length + 2, ' ');
        for (std::size_t i = 1; i <= length; i += 2) niches[i] = ' ';
        corridor.front() = corridor.back() = '#';
        corridor[1] = '@';
        const Board board(level_of({walls, niches, corridor, walls}));
        const std::size_t count = (length + 1) / 2;
        Squares area_squares, outside;
        for (Square square = 0; square < board.wall(); ++square) {
            (board.row[square] == 2 ? area_squares : outside).push_back(square);
        }
        CHECK_EQUAL(area_squares.size(), length);
        CHECK_EQUAL(outside.size(), count);
        const Mask is_dead(board.squares() + 1, 0);
        Control control;
        const Area area(board, area_squares, is_dead, control);
        const std::size_t parts = std::min(count, Area::most_nodes - length);
        const auto full = static_cast<Area::Boxes>((std::uint64_t{1} << length) - 1);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t node = length + std::min(i, parts - 1);
            CHECK_EQUAL(area.region(full, outside[i]), Area::Region{1} << node);
        }
        std::set<Area::Region> regions;
        area.for_each_region(full, [&](Area::Region region) { regions.insert(region); });
        CHECK_EQUAL(regions.size(), parts);
        int free_regions = 0;
        area.for_each_region(0, [&](Area::Region region) {
            ++free_regions;
            CHECK_EQUAL(static_cast<std::size_t>(std::popcount(region)), length + parts);
        });
        CHECK_EQUAL(free_regions, 1);
    }
}

TEST(goal_rooms_are_not_too_large) {
    // Two boxes against the upper wall, off goal, are lost; the room says so if it is one.
    // It has 4 rows, and a blind alley round a corner, where boxes are lost.
    struct Room {
        std::size_t columns, alley;
        bool is_room;
    };
    for (const Room& room :
         {Room{6, 0, true}, Room{6, 4, true}, Room{6, 6, true}, Room{6, 7, false}, Room{7, 0, true},
          Room{7, 2, true}, Room{7, 3, false}}) {
        IN_CASE(room.columns * 10 + room.alley);
        std::vector<std::string> picture = {std::string(room.columns + 15, '#')};
        for (int row = 0; row < 4; ++row) {
            picture.push_back("#" + std::string(room.columns, ' ') + std::string(14, '#'));
        }
        if (room.alley > 0) picture.push_back("# " + std::string(room.columns + 13, '#'));
        if (room.alley > 1) {
            picture.push_back("#" + std::string(room.alley - 1, ' ') +
                              std::string(room.columns + 15 - room.alley, '#'));
        }
        picture.push_back(picture[0]);
        picture[1][room.columns] = picture[1][room.columns - 1] = '.';
        picture[1][2] = picture[1][3] = '$';
        // The entrance, and beyond it so much that the room is never what lies behind its alley.
        for (std::size_t i = 1; i < 14; ++i) picture[2][room.columns + i] = i == 2 ? '@' : ' ';
        const Level level = level_of(picture);
        const Board board(level);
        Control control;
        const PushGraph graph(board, board.walls);
        const PushCosts costs(board, graph, {}, control);
        const Squares boxes = board.numbers(level.boxes);
        const Mask full = board.with(boxes);
        const Square player = board.number(level.player);
        const GoalRooms rooms(board, 2, costs.is_dead(), 10'000'000, control);
        CHECK_EQUAL(rooms.lost(full.data(), boxes[0], player), room.is_room);
        CHECK_EQUAL(rooms.guilty(full.data(), player).size(), room.is_room ? 2u : 0u);
        const GoalRooms few(board, 2, costs.is_dead(), 10, control);  // positions: too many
        CHECK(!few.lost(full.data(), boxes[0], player));
    }
}

TEST(areas_of_larger_boards) {
    struct Counts {
        int patterns = 0, guilty = 0, rooms = 0, proofs = 0, pairs = 0;
        bool operator==(const Counts&) const = default;
    };
    std::vector<Counts> counts;
    on_larger_cases(6, [&](Situation& c) {
        Counts& count = counts.emplace_back();
        Patterns patterns(c.board, c.costs.is_dead(), c.control);
        const GoalRooms rooms(c.board, c.boxes, c.costs.is_dead(), 100'000, c.control);
        Proofs proofs(c.board, c.boxes, c.costs.is_dead(), {}, 100'000, c.control);
        const auto pairs = Pairs::make(c.board, c.sides, c.costs, 1'000'000'000, c.control);
        c.each_position([&](Bits boxes, Square player) {
            if (roll(c.rng, 4) != 0) return;
            const Squares list = squares_of(boxes);
            const Mask full = c.board.with(list);
            const Square moved = list[roll(c.rng, list.size())];
            const bool by_pattern = patterns.lost(full.data(), moved, player);
            const bool by_room = rooms.lost(full.data(), moved, player);
            const bool by_proof = proofs.lost(full.data(), moved, player);
            count.patterns += by_pattern;
            count.rooms += by_room;
            count.proofs += by_proof;
            if (by_pattern) {
                const Squares guilty = patterns.guilty(full.data(), moved, player);
                count.guilty += static_cast<int>(guilty.size());
            }
            for (const Square other : list) {
                if (other == moved) continue;
                const std::uint8_t surcharge = (*pairs)(moved, other, player);
                count.pairs += surcharge;
                if (surcharge == Pairs::dead) CHECK(c.all.lost(boxes, player));
            }
            for (const auto& way : c.plain.pushes(boxes, c.plain.walk(boxes, player))) {
                if (c.costs.is_dead()[way.to]) continue;
                const bool loses = std::any_of(list.begin(), list.end(), [&](Square other) {
                    return other != way.box && (*pairs)(way.to, other, way.box) == Pairs::dead;
                });
                CHECK_EQUAL(pairs->loses(list, way.box, way.to), loses);
            }
            if (by_proof) CHECK(c.all.lost(boxes, player));
        });
    });
    CHECK(counts == std::vector<Counts>({
                        {513, 996, 797, 797, 148189},
                        {1241, 3003, 2109, 2120, 228990},
                        {115, 280, 0, 116, 11730},
                        {1790, 3894, 2602, 2679, 286620},
                        {537, 1120, 969, 969, 192043},
                        {1096, 2665, 0, 1206, 237150},
                    }));
}

TEST(patterns_are_lost_by_themselves) {
    int lost = 0, positions = 0;
    for (const Kind& kind : {Kind{4, 6, 16, 3, 3, 25}, Kind{4, 4, 13, 4, 4, 10}}) {
        on_cases(25, kind, [&](Situation& c) {
            Patterns patterns(c.board, c.costs.is_dead(), c.control);
            c.each_position([&](Bits boxes, Square player) {
                const Mask full = c.board.with(squares_of(boxes));
                for (const Square moved : squares_of(boxes)) {
                    ++positions;
                    if (!patterns.lost(full.data(), moved, player)) continue;
                    ++lost;
                    CHECK(c.all.lost(boxes, player));
                    const Squares guilty = patterns.guilty(full.data(), moved, player);
                    CHECK(!guilty.empty() && (bits_of(guilty) & ~boxes) == 0);
                    if (roll(c.rng, 20) == 0) CHECK(lost_alone(c.board, bits_of(guilty), player));
                }
            });
        });
    }
    CHECK_EQUAL(positions, 58762);
    CHECK_EQUAL(lost, 40293);
}

TEST(goal_rooms_that_cannot_be_filled_are_lost) {
    int lost = 0, guilty = 0;
    for (const Kind& kind : {Kind{3, 7, 16, 3, 3, 30}, Kind{4, 6, 16, 4, 4, 25}}) {
        on_cases(50, kind, [&](Situation& c) {
            const GoalRooms rooms(c.board, c.boxes, c.costs.is_dead(), 100000, c.control);
            const GoalRooms spare(c.board, c.boxes - 1, c.costs.is_dead(), 100000, c.control);
            c.each_position([&](Bits boxes, Square player) {
                const Mask full = c.board.with(squares_of(boxes));
                for (const Square moved : squares_of(boxes)) {
                    CHECK(!spare.lost(full.data(), moved, player));
                    if (!rooms.lost(full.data(), moved, player)) continue;
                    ++lost;
                    CHECK(c.all.lost(boxes, player));
                }
                const Squares found = rooms.guilty(full.data(), player);
                if (found.empty()) return;
                ++guilty;
                CHECK((bits_of(found) & ~boxes) == 0);
                CHECK(c.all.lost(boxes, player));
            });
        });
    }
    CHECK_EQUAL(lost, 135003);
    CHECK_EQUAL(guilty, 37188);
}

TEST(proofs_are_right_together_and_one_by_one) {
    int lost = 0;
    on_cases(20, {4, 6, 16, 3, 3, 25}, [&](Situation& c) {
        Proofs whole(c.board, c.boxes, c.costs.is_dead(), {}, 100000, c.control);
        Proofs nothing(c.board, c.boxes, c.costs.is_dead(),
                       {.patterns = false, .goal_rooms = false, .learnt = false}, 100000,
                       c.control);
        Patterns patterns(c.board, c.costs.is_dead(), c.control);
        const GoalRooms rooms(c.board, c.boxes, c.costs.is_dead(), 100000, c.control);
        CHECK(whole.learns() && !nothing.learns());
        c.each_position([&](Bits boxes, Square player) {
            const Mask full = c.board.with(squares_of(boxes));
            for (const Square moved : squares_of(boxes)) {
                const bool is_lost = whole.lost(full.data(), moved, player);
                if (is_lost) CHECK(c.all.lost(boxes, player));
                lost += is_lost;
                nothing.learn(squares_of(boxes), {}, player);
                CHECK(!nothing.lost(full.data(), moved, player));
                if (patterns.lost(full.data(), moved, player) ||
                    rooms.lost(full.data(), moved, player)) {
                    CHECK(is_lost);
                }
            }
        });
    });
    CHECK(lost > 1000);
}
