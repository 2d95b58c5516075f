// The board of Sokoban: its squares, walks and regions, its symmetries, and plans on it.
#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "sokoban/board/flood.h"
#include "sokoban/board/moved_box.h"
#include "sokoban/board/pushes.h"
#include "sokoban/optimal/symmetries.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

TEST(a_level_out_of_order_is_refused) {
    SplitMix64 rng(1);
    const auto refused = [](Level level, auto&& spoil) {
        spoil(level);
        CHECK_THROWS(level.check(), std::invalid_argument);
    };
    for (int turn = 0; turn < 20; ++turn) {
        const Level level = random_level(rng, {});
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
        refused(level,
                [](Level& l) { l.floor.push_back((l.floor.back() / l.width + 1) * l.width); });
        refused(level,
                [](Level& l) { l.floor.push_back((l.floor.back() / l.width + 2) * l.width - 1); });
        refused(level, [](Level& l) { l.floor.push_back(0x8000 * l.width + 1); });
    }
}

TEST(a_large_level_is_not_refused) {
    // Two squares in the last row there may be, at the left and at the right end of it.
    constexpr sokoban::Index most = 0x7FFF;
    for (const sokoban::Index width : {4, 60, 1000, most}) {
        for (const sokoban::Index row : {0, 1, 59, 1000, most}) {
            for (const sokoban::Index column : {1, width - 3}) {
                IN_CASE(std::to_string(width) + " " + std::to_string(row));
                Level level;
                level.width = width;
                level.player = row * width + column;
                level.floor = {level.player, level.player + 1};
                level.boxes = level.goals = {level.player + 1};
                level.check();
                const Board board(level);
                CHECK_EQUAL(static_cast<sokoban::Index>(board.row[1]), row);
                CHECK_EQUAL(static_cast<sokoban::Index>(board.column[1]), column + 1);
            }
        }
    }
}

TEST(a_board_has_its_squares_in_order) {
    on_boards(60, {}, [](auto& board, auto&, auto& rng, auto& level) {
        CHECK_EQUAL(board.squares(), level.floor.size());
        for (std::size_t i = 0; i < board.squares(); ++i) {
            CHECK_EQUAL(board.frame[i], level.floor[i]);
            CHECK_EQUAL(board.number(level.floor[i]), static_cast<Square>(i));
            CHECK_EQUAL(static_cast<int>(board.row[i]), level.floor[i] / level.width);
            CHECK_EQUAL(static_cast<int>(board.column[i]), level.floor[i] % level.width);
            const std::array steps = {-level.width, level.width, -1, 1};
            for (std::size_t d = 0; d < 4; ++d) {
                const auto to =
                    std::find(level.floor.begin(), level.floor.end(), level.floor[i] + steps[d]);
                CHECK_EQUAL(board.next[i][d], to == level.floor.end()
                                                  ? board.wall()
                                                  : static_cast<Square>(to - level.floor.begin()));
            }
            const bool is_goal = std::find(level.goals.begin(), level.goals.end(),
                                           level.floor[i]) != level.goals.end();
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
        const Bits boxes = random_bits(rng, board, 30);
        const Mask full = board.with(squares_of(boxes));
        CHECK_EQUAL(marked(full, board.squares()), boxes);
        CHECK(full[board.wall()]);
    });
}

TEST(floods_reach_what_can_be_walked_to) {
    on_boards(80, {5, 6, 24, 3, 2, 25}, [](auto& board, auto& plain, auto& rng, auto&) {
        Flood flood(board);
        Walks walks(board);
        Regions regions(board);
        for (int turn = 0; turn < 6; ++turn) {
            const Bits boxes = random_bits(rng, board, 10 + 10 * turn);
            const Mask full = board.with(squares_of(boxes));
            const auto wanted = plain.regions(boxes);
            CHECK_EQUAL(regions.label(full.data(), flood), wanted.size());
            CHECK_EQUAL(regions.count(), wanted.size());
            CHECK_EQUAL(count_regions(board, full.data(), flood), static_cast<int>(wanted.size()));
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                const auto lowest = static_cast<Square>(std::countr_zero(wanted[i]));
                CHECK_EQUAL(regions.lowest(i + 1), lowest);
                CHECK_EQUAL(regions.size(i + 1),
                            static_cast<std::size_t>(std::popcount(wanted[i])));
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
    on_seeds(200, 0, [&](SplitMix64& rng, std::uint64_t seed) {
        const bool square = seed % 3 == 0;
        Kind kind{square ? 4 : 3, 4, 16, 1, 2, 25};
        kind.symmetric = seed % 4 != 0;
        const Level level = random_level(rng, kind);
        const Board board(level);
        const auto [top, bottom] = std::minmax_element(board.row.begin(), board.row.end());
        const auto [left, right] = std::minmax_element(board.column.begin(), board.column.end());
        std::set<Squares> wanted;
        for (int turn = 0; turn < 4; ++turn) {
            for (const bool flip : {false, true}) {
                Squares image;
                for (std::size_t i = 0; i < board.squares(); ++i) {
                    // Twice the distance from the middle, turned and flipped.
                    int r = 2 * board.row[i] - *top - *bottom,
                        c = 2 * board.column[i] - *left - *right;
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
                if (image.size() == board.squares() &&
                    !std::is_sorted(image.begin(), image.end())) {
                    wanted.insert(image);
                }
            }
        }
        const Symmetries symmetries(board);
        const auto images = symmetries.images();
        CHECK(std::set<Squares>(images.begin(), images.end()) == wanted);
        CHECK_EQUAL(images.size(), wanted.size());
        found += !wanted.empty();
    });
    CHECK(found > 50);
}

TEST(plans_are_written_with_their_walks) {
    on_boards(60, {4, 5, 16, 3, 2, 22}, [](auto& board, auto& plain, auto& rng, auto& level) {
        const Squares start = board.numbers(level.boxes);
        Bits boxes = bits_of(start);
        Square player = board.number(level.player);
        std::vector<Push> pushes;
        for (int step = 0; step < 5; ++step) {
            const auto ways = plain.pushes(boxes, plain.walk(boxes, player));
            if (ways.empty()) break;
            const auto& way = ways[roll(rng, ways.size())];
            pushes.push_back({way.box, way.direction});
            boxes = way.boxes;
            player = way.box;
        }
        const Bits last = plain.walk(boxes, player);
        const auto plan = with_walks(board, start, board.number(level.player), pushes);
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
        CHECK_EQUAL(stands, player);
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
