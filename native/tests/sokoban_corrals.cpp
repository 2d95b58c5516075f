// Corrals leave out nothing that is needed, and those that cannot be opened are lost.
// They find as much as they did, too: how often is written down, because a rule that finds less is
// right and yet broken. If you change a rule on purpose, write it anew.
#include <algorithm>
#include <array>

#include "sokoban/board/corrals.h"
#include "sokoban/deadlock/corral_search.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/proofs.h"
#include "tests/sokoban_situation.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

TEST(corrals_leave_out_nothing_that_is_needed) {
    int dead = 0, corrals = 0, pushes = 0;
    for (const Kind& kind :
         {Kind{4, 5, 14, 3, 3, 22}, Kind{4, 4, 13, 4, 4, 10}, Kind{3, 6, 14, 3, 4, 20}}) {
        on_cases(30, kind, [&](Situation& c) {
            Corrals finder(c.board, c.costs.is_dead());
            Flood flood(c.board);
            c.each_position([&](Bits boxes, Square player) {
                const Mask full = c.board.with(squares_of(boxes));
                // Pushes that lose at once: by the boxes of the border alone, as all positions
                // know.

                const auto loses = [&](const Mask& alone, const Squares& border, Square from,
                                       Square to) {
                    Bits there = 0;
                    for (Square square = 0; square < c.board.wall(); ++square) {
                        if (alone[square]) there |= bit(square);
                    }
                    CHECK_EQUAL(there, (bits_of(border) & ~bit(from)) | bit(to));
                    return false;
                };
                const auto finding =
                    finder.find(squares_of(boxes), full.data(), player, flood, loses);
                if (finding == Corrals::Finding::dead) {
                    ++dead;
                    CHECK(c.all.lost(boxes, player));
                    CHECK(finder.pushes().empty());
                    CHECK((bits_of(finder.border()) & ~boxes) == 0 && !finder.border().empty());
                } else if (finding == Corrals::Finding::corral) {
                    ++corrals;
                    const Bits region = c.plain.walk(boxes, player);
                    const auto legal = c.plain.pushes(boxes, region);
                    Cost least = AllPositions::no_way;
                    for (const Push& push : finder.pushes()) {
                        ++pushes;
                        const auto it =
                            std::find_if(legal.begin(), legal.end(), [&](const auto& way) {
                                return way.box == push.box && way.direction == push.direction;
                            });
                        CHECK(it != legal.end());
                        CHECK(finder.may_move(push.box));
                        CHECK((bits_of(finder.border()) & bit(push.box)) != 0);
                        const Cost rest = c.all(it->boxes, it->box);
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
            return pairs->loses(border, from, to);
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
                Cost least = AllPositions::no_way;
                for (const auto& way : c.plain.pushes(boxes, c.plain.walk(boxes, player))) {
                    const auto list = finder.pushes();
                    const bool listed =
                        std::any_of(list.begin(), list.end(), [&](const Push& push) {
                            return push.box == way.box && push.direction == way.direction;
                        });
                    const Cost rest = c.all(way.boxes, way.box);
                    if (listed && rest != AllPositions::no_way) least = std::min(least, rest + 1);
                }
                CHECK_EQUAL(least, c.all(boxes, player));
            }
        });
    });
    CHECK_EQUAL(dead, 2164);
    CHECK_EQUAL(corrals, 2133);
}

TEST(corrals_that_cannot_be_opened_are_lost) {
    int lost = 0, learnt = 0;
    for (const Kind& kind : {Kind{4, 5, 14, 3, 3, 22}, Kind{4, 4, 13, 4, 4, 10},
                             Kind{3, 6, 14, 3, 4, 20}, Kind{4, 5, 15, 4, 4, 22}}) {
        on_cases(20, kind, [&](Situation& c) {
            Flood flood(c.board);
            MacroPushes macro_pushes(c.board, flood);
            Proofs proofs(c.board, c.boxes, c.costs.is_dead(),
                          {.patterns = false, .goal_rooms = false}, 0, c.control);
            CorralSearch search(c.board, c.costs.is_dead(), c.boxes, {}, flood, macro_pushes,
                                proofs, c.control);
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

TEST(corrals_of_larger_boards) {
    // Here a search may run out of its allowance, and is asked again with more of it.
    struct Counts {
        int lost = 0, later = 0, learnt = 0;
    };
    const std::array ways = {
        DeadlockRules{.patterns = false, .goal_rooms = false},
        DeadlockRules{.patterns = false, .goal_rooms = false, .learnt = false},
        DeadlockRules{.freeze = false, .patterns = false, .goal_rooms = false},
        DeadlockRules{.corrals = false, .patterns = false, .goal_rooms = false}};
    std::vector<Counts> counts(ways.size());
    on_larger_cases(5, [&](Situation& c) {
        for (std::size_t way = 0; way < ways.size(); ++way) {
            const DeadlockRules& rules = ways[way];
            Counts& count = counts[way];
            Flood flood(c.board);
            MacroPushes macro_pushes(c.board, flood);
            Proofs proofs(c.board, c.boxes, c.costs.is_dead(), rules, 0, c.control);
            const std::uint64_t before = c.control.rest().bytes;
            {
                CorralSearch search(c.board, c.costs.is_dead(), c.boxes, rules, flood, macro_pushes,
                                    proofs, c.control);
                c.each_position([&](Bits boxes, Square player) {
                    if (roll(c.rng, 3) != 0) return;
                    const Squares list = squares_of(boxes);
                    const Mask full = c.board.with(list);
                    const bool is_lost = search.lost(list, player, full);
                    bool is_lost_later = is_lost;
                    if (roll(c.rng, 30) == 0) {
                        for (int again = 0; again < 600 && !is_lost_later; ++again) {
                            is_lost_later = search.lost(list, player, full);
                        }
                    }
                    count.lost += is_lost;
                    count.later += is_lost_later && !is_lost;
                    if (is_lost_later) CHECK(c.all.lost(boxes, player));
                    for (const Square box : list) {
                        if (!proofs.lost(full.data(), box, player)) continue;
                        ++count.learnt;
                        CHECK(c.all.lost(boxes, player));
                    }
                });
            }
            if (!rules.learnt) CHECK_EQUAL(c.control.rest().bytes, before);  // all given back
        }
    });
    const std::vector<Counts> wanted = {
        {5202, 0, 12944},
        {5290, 4, 0},
        {4270, 3, 10151},
        {0, 0, 0},
    };
    for (std::size_t way = 0; way < ways.size(); ++way) {
        CHECK_EQUAL(counts[way].lost, wanted[way].lost);
        CHECK_EQUAL(counts[way].later, wanted[way].later);
        CHECK_EQUAL(counts[way].learnt, wanted[way].learnt);
    }
}
