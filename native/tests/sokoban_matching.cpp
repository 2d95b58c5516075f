// Who gets which goal: matchings and assignments against all permutations.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sokoban/board/assignment.h"
#include "sokoban/board/matching.h"
#include "sokoban/textbook/eight_goals.h"
#include "sokoban/textbook/estimates.h"
#include "sokoban/textbook/push_distances.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::sokoban;
using namespace unriddle::tests;

namespace {

// The least sum with a goal of its own for every row, by trying all; -1 if there is none.
template <class Price>
long plain_least(const std::vector<const Price*>& rows, std::size_t goals, Price never,
                 std::size_t row = 0, unsigned taken = 0) {
    if (row == rows.size()) return 0;
    long least = -1;
    for (std::size_t goal = 0; goal < goals; ++goal) {
        if ((taken >> goal & 1) != 0 || rows[row][goal] == never) continue;
        const long rest = plain_least(rows, goals, never, row + 1, taken | 1u << goal);
        if (rest < 0) continue;
        const long sum = rest + rows[row][goal];
        if (least < 0 || sum < least) least = sum;
    }
    return least;
}

template <class Price>
void compare_assignments(std::uint64_t first_seed) {
    int possible = 0, impossible = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + 400; ++seed) {
        IN_CASE(seed);
        SplitMix64 rng(seed);
        Control control;
        const std::size_t boxes = 1 + roll<std::size_t>(rng, 5);
        const std::size_t goals = boxes + (seed % 3 == 0 ? roll<std::size_t>(rng, 3) : 0);
        const int gaps = roll(rng, 70), range = 1 + roll(rng, seed % 2 == 0 ? 5 : 40);
        constexpr Price never = Assignment<Price>::never;
        const auto random_row = [&] {
            std::vector<Price> row(goals);
            for (Price& price : row) {
                price = roll(rng, 100) < gaps ? never : static_cast<Price>(roll(rng, range));
            }
            return row;
        };
        std::vector<std::vector<Price>> table;
        for (std::size_t i = 0; i < boxes; ++i) table.push_back(random_row());
        Assignment<Price> assignment(boxes, goals, control);
        std::vector<const Price*> rows;
        for (const auto& row : table) rows.push_back(row.data());
        for (int turn = 0; turn < 6; ++turn) {
            const long least = plain_least(rows, goals, never);
            const long found = assignment.solve(rows);
            CHECK_EQUAL(found, least < 0 ? long{Assignment<Price>::impossible} : least);
            ++(least < 0 ? impossible : possible);
            for (int change = 0; change < 4; ++change) {
                const std::size_t box = roll(rng, boxes);
                const auto row = random_row();
                auto changed = rows;
                changed[box] = change == 3 ? rows[box] : row.data();
                const long wanted = plain_least(changed, goals, never);
                CHECK_EQUAL(long{assignment.with(box, changed[box])},
                            wanted < 0 ? long{Assignment<Price>::impossible} : wanted);
            }
            table[roll(rng, boxes)] = random_row();
            for (std::size_t i = 0; i < boxes; ++i) rows[i] = table[i].data();
        }
    }
    CHECK(possible > 200 && impossible > 200);
}

}  // namespace

TEST(an_assignment_is_the_cheapest) {
    compare_assignments<std::uint16_t>(0);
    compare_assignments<std::int32_t>(5000);
}

TEST(a_matching_is_found_where_there_is_one) {
    int found = 0, missed = 0;
    on_seeds(600, 0, [&](SplitMix64& rng, std::uint64_t seed) {
        // More places than a word has, so that the next words are used as well.
        const std::size_t places = seed % 2 == 0 ? 6 : 200;
        std::vector<std::size_t> spots(places);  // six of them are wanted by some
        std::iota(spots.begin(), spots.end(), std::size_t{0});
        if (seed % 2 != 0) shuffle(rng, spots);
        if (seed % 4 == 1) std::swap(spots[0], *std::find(spots.begin(), spots.end(), 64u));
        if (seed % 4 == 1) std::swap(spots[1], *std::find(spots.begin(), spots.end(), 0u));
        spots.resize(6);
        Matching matching;
        CHECK_EQUAL(Matching::words(places), (places + 63) / 64);
        matching.begin(places);
        CHECK_EQUAL(matching.boxes(), std::size_t{0});
        std::vector<std::vector<bool>> wants;
        const int percent = 15 + roll(rng, 40);
        for (std::size_t box = 0; box < 7; ++box) {
            std::vector<bool> want(6);
            for (std::size_t i = 0; i < 6; ++i) want[i] = roll(rng, 100) < percent;
            wants.push_back(want);
            const auto row = matching.row([&](std::size_t place) {
                const auto spot = std::find(spots.begin(), spots.end(), place);
                return spot != spots.end() && want[static_cast<std::size_t>(spot - spots.begin())];
            });
            // By trying all ways.
            std::vector<std::vector<int>> prices;
            std::vector<const int*> rows;
            for (const auto& one : wants) {
                prices.emplace_back();
                for (std::size_t i = 0; i < 6; ++i) prices.back().push_back(one[i] ? 0 : -1);
            }
            for (const auto& one : prices) rows.push_back(one.data());
            const bool can = plain_least(rows, 6, -1) >= 0;
            CHECK_EQUAL(matching.add(row), can);
            ++(can ? found : missed);
            std::size_t taken = 0;
            for (std::size_t place = 0; place < places; ++place) {
                taken += matching.is_taken(place);
                if (matching.is_taken(place)) {
                    CHECK(std::find(spots.begin(), spots.end(), place) != spots.end());
                }
            }
            CHECK_EQUAL(taken, can ? wants.size() : wants.size() - 1);
            CHECK_EQUAL(matching.boxes(), wants.size());
            if (!can) break;
        }
    });
    CHECK(found > 300 && missed > 300);
}

TEST(the_matchings_of_the_textbook_are_the_cheapest) {
    int eight = 0, more = 0;
    on_seeds(80, 0, [&](SplitMix64& rng, std::uint64_t seed) {
        const std::size_t goals = 1 + roll<std::size_t>(rng, seed % 4 == 0 ? 10 : 5);
        const Level level =
            random_level(rng, {4, 6, 20, std::min<std::size_t>(goals, 3), goals, 22});
        const Board board(level);
        Control control;
        const PushDistances distances(board, control);
        CHECK_EQUAL(distances.goals(), board.goals.size());
        CHECK_EQUAL(distances.squares(), board.squares());
        // A lone box pulled from each goal, wherever the player stands.
        for (std::size_t goal = 0; goal < board.goals.size(); ++goal) {
            const AllPositions alone(board, 1, 0, 1, bit(board.goals[goal]));
            for (Square box = 0; box < board.wall(); ++box) {
                Cost least = AllPositions::no_way;
                for (Square player = 0; player < board.wall(); ++player) {
                    if (player != box) least = std::min(least, alone(bit(box), player));
                }
                CHECK_EQUAL(distances.from(box)[goal],
                            least == AllPositions::no_way ? PushDistances::never : least);
            }
        }
        CheapestMatching matching(distances, control);
        std::optional<EightGoals> few;
        if (EightGoals::fits(distances)) few.emplace(distances, control);
        CHECK(board.goals.size() <= 8 || !few);
        ++(few ? eight : more);
        for (int turn = 0; turn < 30; ++turn) {
            Squares some(board.squares());
            std::iota(some.begin(), some.end(), Square{0});
            shuffle(rng, some);
            some.resize(level.boxes.size());
            std::sort(some.begin(), some.end());
            std::vector<const PushDistances::Pushes*> rows;
            for (const Square box : some) rows.push_back(distances.from(box));
            const long least = plain_least(rows, board.goals.size(), PushDistances::never);
            const double wanted =
                least < 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(least);
            CHECK_EQUAL(matching(some), wanted);
            if (few) CHECK_EQUAL((*few)(some), wanted);
        }
    });
    CHECK(eight + more == 80 && more > 0);
#if defined(__SSE4_1__)
    CHECK(eight > 40);  // elsewhere there are none
#endif
}

TEST(eight_goals_take_no_long_ways) {
    // A corridor: from its other end a box takes so many pushes less two.
    for (const std::size_t length : {100u, 1000u, 1001u, 1002u, 1003u}) {
        std::string row = "#" + std::string(length, ' ') + "#";
        row[1] = '@';
        row[length] = '.';
        const std::string wall(row.size(), '#');
        const Board board(level_of({wall, row, wall}));
        Control control;
        const PushDistances distances(board, control);
        CHECK_EQUAL(static_cast<std::size_t>(distances.from(1)[0]), length - 2);
#if defined(__SSE4_1__)
        CHECK_EQUAL(EightGoals::fits(distances), length - 2 <= 999);
#else
        CHECK(!EightGoals::fits(distances));
#endif
        CheapestMatching matching(distances, control);
        const Squares box = {1}, stuck = {0};
        CHECK_EQUAL(matching(box), static_cast<double>(length - 2));
        CHECK_EQUAL(matching(stuck), std::numeric_limits<double>::infinity());
    }
}

TEST(the_deadlocks_of_the_textbook_are_lost) {
    int dead = 0;
    on_seeds(40, 0, [&](SplitMix64& rng, std::uint64_t) {
        const Level level = random_level(rng, {4, 4, 12, 3, 3, 20});
        const Board board(level);
        Control control;
        LeastPushes least_pushes(board, true, control);
        const AllPositions all(board, 3);
        for (Bits boxes = 0; boxes < bit(board.squares()); ++boxes) {
            if (std::popcount(boxes) != 3 || !std::isinf(least_pushes(squares_of(boxes)))) continue;
            ++dead;
            for (std::size_t player = 0; player < board.squares(); ++player) {
                if ((boxes & bit(player)) == 0) CHECK(all.lost(boxes, player));
            }
        }
    });
    CHECK(dead > 500);
}
