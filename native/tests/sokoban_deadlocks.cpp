// Learnt patterns are found again, boards with frozen boxes know their goals, and a deadlock names
// the right boxes.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "sokoban/board/freeze.h"
#include "sokoban/deadlock/deadlock_finder.h"
#include "sokoban/deadlock/frozen_board.h"
#include "sokoban/deadlock/learnt_patterns.h"
#include "tests/sokoban_situation.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

TEST(learnt_patterns_are_found_again) {
    on_cases(60, {4, 6, 18, 2, 3, 22}, [](Situation& c) {
        if (c.board.squares() < 8) return;
        LearntPatterns learnt(c.board, c.control);
        struct Plain {
            Bits boxes, goals, region;
        };
        std::vector<Plain> known;
        for (int i = 0; i < 12; ++i) {
            Squares some = squares_of(bit(c.board.squares()) - 1);
            shuffle(c.rng, some);
            const auto count = static_cast<std::ptrdiff_t>(1 + roll(c.rng, 3));
            const Squares boxes(some.begin(), some.begin() + count);
            const Squares goals(some.begin() + 4, some.begin() + 4 + roll(c.rng, 3));
            const Square player = some[7];
            learnt.learn(boxes, goals, player);
            known.push_back({bits_of(boxes), bits_of(goals), c.plain.walk(bits_of(boxes), player)});
        }
        learnt.learn({}, {}, 0);
        for (int turn = 0; turn < 300; ++turn) {
            Bits boxes = 0;
            for (int i = 1 + roll(c.rng, 8); i-- > 0;) boxes |= bit(roll(c.rng, c.board.squares()));
            const Mask is_box = c.board.with(squares_of(boxes));
            for (const Square moved : squares_of(boxes)) {
                for (Square player = 0; player < c.board.wall(); ++player) {
                    if ((boxes & bit(player)) != 0) continue;
                    const bool wanted =
                        std::any_of(known.begin(), known.end(), [&](const Plain& one) {
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
    LearntPatterns learnt(c.board, c.control);
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

TEST(so_many_learnt_patterns_are_kept_and_no_more) {
    // 11 by 11 squares: some words of bits a pattern.
    std::vector<std::string> picture(13, "#           #");
    picture.front() = picture.back() = "#############";
    picture[1][1] = '@';
    const Board board(level_of(picture));
    CHECK_EQUAL(board.squares(), std::size_t{121});
    Control control;
    LearntPatterns learnt(board, control);
    const Square last = 119, player = 120;
    int learnt_so_far = 0;
    const auto with = [&](Square one, Square other) {
        const Squares boxes = {one, other};
        const Mask is_box = board.with(boxes);
        return learnt.lost(is_box.data(), one, player);
    };
    const auto learn = [&](Square one, Square other) {
        const Squares boxes = {one, other};
        learnt.learn(boxes, {}, player);
        ++learnt_so_far;
    };
    // The 64 first with a box are found by that box; the others by the other one only.
    for (Square other = 1; other < 70; ++other) {
        learn(0, other);
        CHECK_EQUAL(with(0, other), other <= 64);
        CHECK(with(other, 0));
    }
    for (Square one = 1; one < last; ++one) {
        for (Square other = one + 1; other < last && learnt_so_far < 4000; ++other) {
            learn(one, other);
        }
    }
    CHECK(learnt_so_far >= 4000);
    learn(last, 117);
    CHECK(!with(last, 117));
}

TEST(frozen_boards_and_their_goals) {
    int lost = 0, not_enough = 0;
    for (const Kind& kind :
         {Kind{4, 4, 13, 3, 3, 15}, Kind{4, 4, 13, 3, 4, 15}, Kind{3, 6, 14, 3, 3, 25}}) {
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
                    const LoneBox lone(c.plain, frozen);
                    // Where the box does not part its own sides, it is not asked where the player
                    // is.
                    std::set<Bits> around;
                    for (const Square beside : c.board.next[box]) {
                        if (beside == c.board.wall() || (frozen & bit(beside)) != 0) continue;
                        around.insert(lone.place(box, beside).second);
                    }
                    const auto start = around.size() == 1 ? LoneBox::Place{box, *around.begin()}
                                                          : lone.place(box, player);
                    Bits goals = 0;
                    for (const auto& [square, pushes] : lone.from(start)) {
                        goals |= bit(square) & c.plain.goals();
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

TEST(a_verdict_names_boxes_that_are_lost_by_themselves) {
    std::map<std::string, int> rules;
    for (const Kind& kind :
         {Kind{4, 5, 13, 3, 3, 22}, Kind{4, 4, 12, 4, 4, 8}, Kind{3, 6, 13, 3, 4, 20}}) {
        on_cases(6, kind, [&](Situation& c) {
            for (Bits boxes = 0; boxes < bit(c.board.squares()); ++boxes) {
                if (static_cast<std::size_t>(std::popcount(boxes)) != c.boxes) continue;
                if (roll(c.rng, 4) != 0) continue;
                for (const Bits region : c.plain.regions(boxes)) {
                    const auto player = static_cast<Square>(std::countr_zero(region));
                    const Deadlock deadlock =
                        find_deadlock(at_position(c.board, c.level, boxes, player), c.control);
                    if (deadlock.rule.empty()) {
                        CHECK(deadlock.boxes.empty());
                        continue;
                    }
                    ++rules[deadlock.rule];
                    CHECK(c.all.lost(boxes, player));
                    const Bits guilty = bits_of(c.board.numbers(deadlock.boxes));
                    CHECK((guilty & ~boxes) == 0 && guilty != 0);
                    // Rooms and corrals speak of goals that must be filled; the others of boxes.
                    if (deadlock.rule == "goal room" || deadlock.rule == "corral") continue;
                    CHECK(lost_alone(c.board, guilty, player));
                    if (deadlock.rule == "dead square") CHECK_EQUAL(std::popcount(guilty), 1);
                    if (deadlock.rule == "freeze") {  // and no box too many
                        Freeze freeze(c.board, c.costs.is_dead());
                        for (const Square box : squares_of(guilty)) {
                            const auto rest = freeze.find(squares_of(guilty & ~bit(box)));
                            CHECK((bits_of(rest) & ~c.plain.goals()) == 0);
                        }
                    }
                    if (deadlock.rule == "pair") CHECK_EQUAL(std::popcount(guilty), 2);
                }
            }
        });
    }
    const std::map<std::string, int> wanted = {
        {"dead square", 1637}, {"freeze", 274}, {"pair", 326},   {"corral", 32},
        {"pattern", 53},       {"matching", 1}, {"goal room", 0}};
    for (const auto& [rule, count] : wanted) {
        if (rules[rule] != count) {
            unriddle::tests::fail(__FILE__, __LINE__, rule + ": " + std::to_string(rules[rule]));
        }
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
    const Deadlock deadlock = find_deadlock(level, control);
    CHECK_EQUAL(deadlock.rule, std::string("matching"));
    CHECK(deadlock.boxes == level.boxes);
    Level enough = level;
    enough.boxes.pop_back();
    CHECK(find_deadlock(enough, control).rule.empty());
}
