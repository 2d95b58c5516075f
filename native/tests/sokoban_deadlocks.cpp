// Whoever calls a position lost is right: every rule against all positions of small boards. And the
// rules find as much as they did: how often is written down, because a rule that finds less is right
// and yet broken. Whoever changes a rule on purpose writes it anew.
#include <algorithm>
#include <map>
#include <set>

#include "sokoban/board/corrals.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/deadlock/area.h"
#include "sokoban/deadlock/corral_search.h"
#include "sokoban/deadlock/frozen_board.h"
#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/learnt.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/patterns.h"
#include "sokoban/deadlock/proofs.h"
#include "sokoban/deadlock/verdict.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

// A board with all that the rules are made of, and the answers to all positions with its boxes.
struct Situation {
    Situation(std::uint64_t seed, const Kind& kind)
        : dice(seed),
          level(lively_level(dice, kind)),
          board(level),
          plain(board),
          graph(board, board.walls),
          sides(board, graph, control),
          costs(board, graph, {}, control),
          boxes(kind.boxes),
          all(board, kind.boxes) {}

    // Calls `visit(boxes, player)` for every position without boxes on dead squares, once for each
    // region of the player, who stands on its lowest square.
    void each_position(auto&& visit) const {
        for (Bits set = 0; set < bit(board.squares()); ++set) {
            if (static_cast<std::size_t>(std::popcount(set)) != boxes) continue;
            const Squares list = squares_of(set);
            if (std::any_of(list.begin(), list.end(),
                            [&](Square box) { return costs.is_dead()[box] != 0; })) {
                continue;
            }
            for (const Bits region : plain.regions(set)) {
                visit(set, static_cast<Square>(std::countr_zero(region)));
            }
        }
    }

    Control control;
    Dice dice;
    Level level;
    Board board;
    PlainBoard plain;
    PushGraph graph;
    Sides sides;
    PushCosts costs;
    std::size_t boxes;
    AllPositions all;
};

void on_cases(std::uint64_t count, const Kind& kind, auto&& check) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        IN_CASE(seed);
        Situation one(seed, kind);
        check(one);
    }
}

// Are these boxes lost by themselves, for a player on this square? There may be goals to spare then.
bool lost_alone(const Board& board, Bits boxes, Square player) {
    return AllPositions(board, static_cast<std::size_t>(std::popcount(boxes))).lost(boxes, player);
}

}  // namespace

TEST(corrals_leave_out_nothing_that_is_needed) {
    int dead = 0, corrals = 0, pushes = 0;
    for (const Kind& kind : {Kind{4, 5, 14, 3, 3, 22}, Kind{4, 4, 13, 4, 4, 10}, Kind{3, 6, 14, 3, 4, 20}}) {
        on_cases(30, kind, [&](Situation& c) {
            Corrals finder(c.board, c.costs.is_dead());
            Flood flood(c.board);
            c.each_position([&](Bits boxes, Square player) {
                const Mask full = c.board.with(squares_of(boxes));
                // Pushes that lose at once: by the boxes of the border alone, as all positions know.
            
                const auto loses = [&](const Mask& alone, const Squares& border, Square from, Square to) {
                    Bits there = 0;
                    for (Square square = 0; square < c.board.wall(); ++square) {
                        if (alone[square]) there |= bit(square);
                    }
                    CHECK_EQUAL(there, (bits_of(border) & ~bit(from)) | bit(to));
                    return false;
                };
                const auto finding = finder.find(squares_of(boxes), full.data(), player, flood, loses);
                if (finding == Corrals::Finding::dead) {
                    ++dead;
                    CHECK(c.all.lost(boxes, player));
                    CHECK(finder.pushes().empty());
                    CHECK((bits_of(finder.border()) & ~boxes) == 0 && !finder.border().empty());
                } else if (finding == Corrals::Finding::corral) {
                    ++corrals;
                    const Bits region = c.plain.walk(boxes, player);
                    const auto legal = c.plain.pushes(boxes, region);
                    int least = AllPositions::no_way;
                    for (const Push& push : finder.pushes()) {
                        ++pushes;
                        const auto it = std::find_if(legal.begin(), legal.end(), [&](const auto& way) {
                            return way.box == push.box && way.direction == push.direction;
                        });
                        CHECK(it != legal.end());
                        CHECK(finder.may_move(push.box));
                        CHECK((bits_of(finder.border()) & bit(push.box)) != 0);
                        const int rest = c.all(it->boxes, it->box);
                        if (rest != AllPositions::no_way) least = std::min(least, rest + 1);
                    }
                    for (const Square box : squares_of(boxes)) {
                        const auto list = finder.pushes();
                        CHECK_EQUAL(finder.may_move(box),
                                    std::any_of(list.begin(), list.end(),
                                                [&](const Push& push) { return push.box == box; }));
                    }
                    CHECK_EQUAL(least, c.all(boxes, player));
                }
            });
        });
    }
    CHECK_EQUAL(dead, 6513);
    CHECK_EQUAL(corrals, 13492);
    CHECK_EQUAL(pushes, 18389);
}

TEST(corrals_may_leave_out_pushes_that_lose) {
    int dead = 0, corrals = 0;
    on_cases(40, {4, 4, 13, 3, 3, 12}, [&](Situation& c) {
        Corrals finder(c.board, c.costs.is_dead());
        Flood flood(c.board);
        const auto pairs = Pairs::make(c.board, c.sides, c.costs, 1'000'000'000, c.control);
        CHECK(pairs.has_value());
        const auto loses = [&](const Mask&, const Squares& border, Square from, Square to) {
            return std::any_of(border.begin(), border.end(), [&](Square other) {
                return other != from && (*pairs)(to, other, from) == Pairs::dead;
            });
        };
        c.each_position([&](Bits boxes, Square player) {
            const Mask full = c.board.with(squares_of(boxes));
            const auto finding = finder.find(squares_of(boxes), full.data(), player, flood, loses);
            if (finding == Corrals::Finding::dead) {
                ++dead;
                CHECK(c.all.lost(boxes, player));
                // What is learnt from it: the border by itself, if a box of it is off goal.
                const Bits border = bits_of(finder.border());
                if ((border & ~c.plain.goals()) != 0) CHECK(lost_alone(c.board, border, player));
            } else if (finding == Corrals::Finding::corral) {
                ++corrals;
                int least = AllPositions::no_way;
                for (const auto& way : c.plain.pushes(boxes, c.plain.walk(boxes, player))) {
                    const auto list = finder.pushes();
                    const bool listed = std::any_of(list.begin(), list.end(), [&](const Push& push) {
                        return push.box == way.box && push.direction == way.direction;
                    });
                    const int rest = c.all(way.boxes, way.box);
                    if (listed && rest != AllPositions::no_way) least = std::min(least, rest + 1);
                }
                CHECK_EQUAL(least, c.all(boxes, player));
            }
        });
    });
    CHECK_EQUAL(dead, 2164);
    CHECK_EQUAL(corrals, 2133);
}

TEST(pairs_know_what_two_boxes_cost) {
    on_cases(40, {4, 5, 14, 2, 3, 24}, [](Situation& c) {
        CHECK(!Pairs::make(c.board, c.sides, c.costs, 10, c.control).has_value());
        const auto pairs = Pairs::make(c.board, c.sides, c.costs, 1'000'000'000, c.control);
        CHECK(pairs.has_value());
        const std::size_t goals = c.board.goals.size();
        std::vector<std::tuple<std::size_t, std::size_t, AllPositions>> to;
        for (std::size_t i = 0; i < goals; ++i) {
            for (std::size_t j = i + 1; j < goals; ++j) {
                to.emplace_back(i, j, AllPositions(c.board, 2, 0, 1,
                                                   bit(c.board.goals[i]) | bit(c.board.goals[j])));
            }
        }
        c.each_position([&](Bits boxes, Square lowest) {
            const Square one = squares_of(boxes)[0], other = squares_of(boxes)[1];
            int surcharge = Pairs::dead;
            for (const auto& [i, j, all] : to) {
                if (all.lost(boxes, lowest)) continue;
                const auto* a = c.costs.from(one, c.sides(one, lowest));
                const auto* b = c.costs.from(other, c.sides(other, lowest));
                surcharge = std::min(surcharge, all(boxes, lowest) - std::min(a[i] + b[j], a[j] + b[i]));
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
        const int from = 1 + roll(c.dice, 3), to = from + 1 + roll(c.dice, 3);
        for (Square square = 0; square < c.board.wall(); ++square) {
            if (c.board.column[square] >= from && c.board.column[square] <= to) part.push_back(square);
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
            area.for_each_region(boxes, [&](Area::Region region) {
                CHECK(regions.insert(region).second);
            });
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
            area.for_each_pull(position.first, position.second,
                               [&](Area::Boxes boxes, Area::Region region) {
                                   found.insert({boxes, region});
                               });
            CHECK(found == pulls[position]);
        }
    });
    CHECK(arrivals > 50 && departures > 50);
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
                    if (roll(c.dice, 20) == 0) CHECK(lost_alone(c.board, bits_of(guilty), player));
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

TEST(learnt_patterns_are_found_again) {
    on_cases(60, {4, 6, 18, 2, 3, 22}, [](Situation& c) {
        if (c.board.squares() < 8) return;
        Learnt learnt(c.board, c.control);
        struct Plain {
            Bits boxes, goals, region;
        };
        std::vector<Plain> known;
        for (int i = 0; i < 12; ++i) {
            Squares some = squares_of(bit(c.board.squares()) - 1);
            shuffle(c.dice, some);
            const auto count = static_cast<std::ptrdiff_t>(1 + roll(c.dice, 3));
            const Squares boxes(some.begin(), some.begin() + count);
            const Squares goals(some.begin() + 4, some.begin() + 4 + roll(c.dice, 3));
            const Square player = some[7];
            learnt.learn(boxes, goals, player);
            known.push_back({bits_of(boxes), bits_of(goals), c.plain.walk(bits_of(boxes), player)});
        }
        learnt.learn({}, {}, 0);
        for (int turn = 0; turn < 300; ++turn) {
            Bits boxes = 0;
            for (int i = 1 + roll(c.dice, 8); i-- > 0;) boxes |= bit(roll(c.dice, c.board.squares()));
            const Mask is_box = c.board.with(squares_of(boxes));
            for (const Square moved : squares_of(boxes)) {
                for (Square player = 0; player < c.board.wall(); ++player) {
                    if ((boxes & bit(player)) != 0) continue;
                    const bool wanted = std::any_of(known.begin(), known.end(), [&](const Plain& one) {
                        return (one.boxes & bit(moved)) != 0 && (one.boxes & ~boxes) == 0 &&
                               (one.region & bit(player)) != 0 &&
                               (one.goals == 0 || (one.goals & ~boxes) != 0);
                    });
                    CHECK_EQUAL(learnt.lost(is_box.data(), moved, player), wanted);
                }
            }
        }
    });
}

TEST(learnt_patterns_are_not_too_many_nor_too_large) {
    Situation c(1, {4, 6, 18, 2, 3, 10});
    Learnt learnt(c.board, c.control);
    Squares many = squares_of((bit(11) - 1) & (bit(c.board.squares()) - 1));
    CHECK_EQUAL(many.size(), std::size_t{11});
    const Square player = 12;
    learnt.learn(many, {}, player);
    const Mask is_box = c.board.with(many);
    for (const Square box : many) CHECK(!learnt.lost(is_box.data(), box, player));
    many.pop_back();
    learnt.learn(many, {}, player);
    CHECK(learnt.lost(is_box.data(), many[0], player));
}

TEST(frozen_boards_and_their_goals) {
    int lost = 0, not_enough = 0;
    for (const Kind& kind : {Kind{4, 4, 13, 3, 3, 15}, Kind{4, 4, 13, 3, 4, 15}, Kind{3, 6, 14, 3, 3, 25}}) {
        on_cases(30, kind, [&](Situation& c) {
            Flood flood(c.board);
            FrozenBoards boards(c.board, c.costs.is_dead(), {}, flood);
            Freeze freeze(c.board, c.costs.is_dead());
            c.each_position([&](Bits boxes, Square player) {
                const Squares list = squares_of(boxes);
                const Bits frozen = bits_of(freeze.find(list));
                const FrozenBoard* found = boards.find(list);
                if ((frozen & ~c.plain.goals()) != 0) {
                    CHECK(found == nullptr && c.all.lost(boxes, player));
                    ++lost;
                    return;
                }
                CHECK(found != nullptr && bits_of(found->frozen) == frozen);
                CHECK_EQUAL(bits_of(found->goals), c.plain.goals() & ~frozen);
                // Which free goals a box can be brought to, with the frozen ones as walls, alone.
                std::vector<Bits> reach;
                for (const Square box : squares_of(boxes & ~frozen)) {
                    Bits goals = bit(box) & c.plain.goals();
                    std::set<std::pair<Square, Bits>> seen;
                    // Where the box does not part its own sides, it is not asked where the player is.
                    std::set<Bits> around;
                    for (const Square beside : c.board.next[box]) {
                        if (beside == c.board.wall() || (frozen & bit(beside)) != 0) continue;
                        around.insert(c.plain.walk(frozen | bit(box), beside));
                    }
                    std::vector<std::pair<Square, Bits>> waiting;
                    if (around.size() == 1) waiting.emplace_back(box, *around.begin());
                    if (around.size() > 1) {
                        waiting.emplace_back(box, c.plain.walk(frozen | bit(box), player));
                    }
                    while (!waiting.empty()) {
                        const auto at = waiting.back();
                        waiting.pop_back();
                        if (!seen.insert(at).second) continue;
                        goals |= bit(at.first) & c.plain.goals();
                        for (const auto& way : c.plain.pushes(bit(at.first), at.second, frozen)) {
                            waiting.emplace_back(way.to, c.plain.walk(frozen | bit(way.to), way.box));
                        }
                    }
                    reach.push_back(goals);
                }
                const auto suffices = [&](auto&& self, std::size_t box, Bits taken) -> bool {
                    if (box == reach.size()) return true;
                    for (const Square goal : squares_of(reach[box] & ~taken)) {
                        if (self(self, box + 1, taken | bit(goal))) return true;
                    }
                    return false;
                };
                const bool enough = suffices(suffices, 0, frozen);
                CHECK_EQUAL(boards.goals_suffice(*found, list, player), enough);
                if (enough) return;
                ++not_enough;
                CHECK(c.all.lost(boxes, player));
            });
        });
    }
    CHECK(lost > 200 && not_enough > 200);
}

TEST(frozen_boards_leave_out_rules) {
    on_cases(10, {4, 4, 13, 3, 3, 15}, [](Situation& c) {
        Flood flood(c.board);
        FrozenBoards no_freeze(c.board, c.costs.is_dead(), {.freeze = false}, flood);
        FrozenBoards no_walls(c.board, c.costs.is_dead(), {.frozen_walls = false}, flood);
        FrozenBoards no_matching(c.board, c.costs.is_dead(), {.matching = false}, flood);
        FrozenBoards whole(c.board, c.costs.is_dead(), {}, flood);
        c.each_position([&](Bits boxes, Square player) {
            const Squares list = squares_of(boxes);
            const FrozenBoard* free = no_freeze.find(list);
            CHECK(free != nullptr && free->frozen.empty());
            const bool frozen_lost = whole.find(list) == nullptr;
            const FrozenBoard* flat = no_walls.find(list);
            CHECK_EQUAL(flat == nullptr, frozen_lost);
            CHECK(flat == nullptr || flat->frozen.empty());
            const FrozenBoard* any = no_matching.find(list);
            CHECK(any == nullptr || no_matching.goals_suffice(*any, list, player));
        });
    });
}

TEST(corrals_that_cannot_be_opened_are_lost) {
    int lost = 0, learnt = 0;
    for (const Kind& kind : {Kind{4, 5, 14, 3, 3, 22}, Kind{4, 4, 13, 4, 4, 10}, Kind{3, 6, 14, 3, 4, 20},
                             Kind{4, 5, 15, 4, 4, 22}}) {
        on_cases(20, kind, [&](Situation& c) {
            Flood flood(c.board);
            MacroPushes macro_pushes(c.board, flood);
            Proofs proofs(c.board, c.boxes, c.costs.is_dead(),
                          {.patterns = false, .goal_rooms = false}, 0, c.control);
            CorralSearch search(c.board, c.costs.is_dead(), c.boxes, {}, flood, macro_pushes, proofs,
                                c.control);
            c.each_position([&](Bits boxes, Square player) {
                const Squares list = squares_of(boxes);
                const Mask full = c.board.with(list);
                const bool is_lost = search.lost(list, player, full);
                if (is_lost) {
                    ++lost;
                    CHECK(c.all.lost(boxes, player));
                    CHECK(search.lost(list, player, full));  // and so it stays
                }
                for (const Square box : list) {
                    if (!proofs.lost(full.data(), box, player)) continue;
                    ++learnt;
                    CHECK(c.all.lost(boxes, player));
                }
            });
        });
    }
    CHECK_EQUAL(lost, 15467);
    CHECK_EQUAL(learnt, 40020);
}

TEST(proofs_are_right_together_and_one_by_one) {
    int lost = 0;
    on_cases(20, {4, 6, 16, 3, 3, 25}, [&](Situation& c) {
        Proofs whole(c.board, c.boxes, c.costs.is_dead(), {}, 100000, c.control);
        Proofs nothing(c.board, c.boxes, c.costs.is_dead(),
                       {.patterns = false, .goal_rooms = false, .learnt = false}, 100000, c.control);
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

TEST(a_verdict_names_boxes_that_are_lost_by_themselves) {
    std::map<std::string, int> rules;
    for (const Kind& kind : {Kind{4, 5, 13, 3, 3, 22}, Kind{4, 4, 12, 4, 4, 8}, Kind{3, 6, 13, 3, 4, 20}}) {
        on_cases(6, kind, [&](Situation& c) {
            for (Bits boxes = 0; boxes < bit(c.board.squares()); ++boxes) {
                if (static_cast<std::size_t>(std::popcount(boxes)) != c.boxes) continue;
                if (roll(c.dice, 4) != 0) continue;
                for (const Bits region : c.plain.regions(boxes)) {
                    const auto player = static_cast<Square>(std::countr_zero(region));
                    Level level = c.level;
                    level.boxes.clear();
                    for (const Square box : squares_of(boxes)) level.boxes.push_back(c.board.frame[box]);
                    level.player = c.board.frame[player];
                    const Verdict verdict = why_lost(level, c.control);
                    if (verdict.rule.empty()) {
                        CHECK(verdict.boxes.empty());
                        continue;
                    }
                    ++rules[verdict.rule];
                    CHECK(c.all.lost(boxes, player));
                    const Bits guilty = bits_of(c.board.numbers(verdict.boxes));
                    CHECK((guilty & ~boxes) == 0 && guilty != 0);
                    // Rooms and corrals speak of goals that must be filled; the others of boxes.
                    if (verdict.rule == "goal room" || verdict.rule == "corral") continue;
                    CHECK(lost_alone(c.board, guilty, player));
                    if (verdict.rule == "dead square") CHECK_EQUAL(std::popcount(guilty), 1);
                    if (verdict.rule == "pair") CHECK_EQUAL(std::popcount(guilty), 2);
                }
            }
        });
    }
    for (const char* rule : {"dead square", "freeze", "pair", "corral", "pattern"}) {
        if (rules[rule] == 0) unriddle::tests::fail(__FILE__, __LINE__, std::string("never: ") + rule);
    }
}

TEST(boxes_that_share_too_few_goals_are_told) {
    // What stands along the upper wall stays there, where there are two goals.
    const Level level = level_of({"###########",  //
                                  "#.$  $  $.#",  //
                                  "#         #",  //
                                  "#    .@   #",  //
                                  "###########"});
    Control control;
    const Verdict verdict = why_lost(level, control);
    CHECK_EQUAL(verdict.rule, std::string("matching"));
    CHECK(verdict.boxes == level.boxes);
    Level enough = level;
    enough.boxes.pop_back();
    CHECK(why_lost(enough, control).rule.empty());
}
