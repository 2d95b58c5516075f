// The parts of the fast search of FreeCell: its state, its keys, and what waits in it.
#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "freecell/domain.h"
#include "freecell/fast_keys.h"
#include "freecell/fast_state.h"
#include "freecell/fast_waiting.h"
#include "tests/freecell_oracle.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::freecell;
using namespace unriddle::tests;

TEST(the_state_of_the_fast_search_stays_what_it_would_be_anew) {
    using StartTables = fast::StartTables<maximum_columns, 64, fast::Key128>;
    using FastState = StartTables::FastState;
    on_seeds(100, 600, [&](SplitMix64& rng, std::uint64_t seed) {
        const Autoplay autoplay = seed % 2 == 0 ? Autoplay::raymond : Autoplay::greedy;
        const std::size_t cells = roll<std::size_t>(rng, 6);
        const std::size_t columns = 2 + roll<std::size_t>(rng, 9);
        Plain plain = random_plain(rng, seed % 3 == 0 ? 52 : 30, columns, cells);
        const StartTables tables(plain.position(), autoplay);
        FastState state = tables.start();
        plain.settle(autoplay);
        const Rules rules{autoplay, Counted::moves};
        std::vector<std::pair<Plain::Key, fast::Key128>> met;
        for (int step = 0; step < 40; ++step) {
            const StartTables anew(plain.position(), autoplay);
            const FastState& wanted = anew.start();
            for (std::size_t i = 0; i < plain.columns.size(); ++i) {
                CHECK_EQUAL(state.height[i], wanted.height[i]);
                CHECK_EQUAL(state.run[i], wanted.run[i]);
                CHECK_EQUAL(state.top[i], wanted.top[i]);
                for (int count = 0; count <= state.height[i]; ++count) {
                    CHECK_EQUAL(state.below(i, count), wanted.below(i, count));
                }
            }
            CHECK(state.column_of == wanted.column_of);
            CHECK_EQUAL(state.tops, wanted.tops);
            CHECK_EQUAL(state.held, wanted.held);
            CHECK_EQUAL(state.runs, wanted.runs);
            CHECK_EQUAL(state.ready, wanted.ready);
            CHECK(state.home == wanted.home && state.cover == wanted.cover);
            CHECK_EQUAL(state.breaks, wanted.breaks);
            CHECK_EQUAL(state.inversions, wanted.inversions);
            CHECK_EQUAL(state.kings, wanted.kings);
            CHECK_EQUAL(state.empty_columns, wanted.empty_columns);
            int inversions = 0, breaks = 0, kings_below = 0, left = 0;
            for (const auto& column : plain.columns) {
                for (std::size_t i = 0; i < column.size(); ++i) {
                    inversions += std::any_of(
                        column.begin(), column.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](int below) { return Plain::rank(below) < Plain::rank(column[i]); });
                    breaks += i > 0 && !Plain::fits(column[i], column[i - 1]);
                    kings_below += i == 0 && Plain::rank(column[i]) == 13;
                    ++left;
                }
            }
            CHECK_EQUAL(static_cast<int>(state.inversions), inversions);
            CHECK_EQUAL(state.won(), inversions == 0);
            CHECK_EQUAL(static_cast<int>(state.breaks), breaks);
            CHECK_EQUAL(static_cast<int>(state.kings), kings_below);
            CHECK_EQUAL(state.cards(), left + count_of(state.held));
            for (std::size_t suit = 0; suit < 4; ++suit) {
                CHECK_EQUAL(static_cast<int>(state.home[suit]), plain.home[suit]);
                const int next = 4 * plain.home[suit] + static_cast<int>(suit);
                for (const auto& column : plain.columns) {
                    const auto at = std::find(column.begin(), column.end(), next);
                    if (at == column.end()) continue;
                    CHECK_EQUAL(static_cast<std::ptrdiff_t>(state.cover[suit]),
                                column.end() - at - 1);
                }
            }
            for (const auto& [key, hash] : met) {
                CHECK_EQUAL(key == plain.key(), hash == state.hash);
            }
            met.emplace_back(plain.key(), state.hash);

            const auto steps = plain_steps(plain, rules);
            if (steps.empty()) break;
            // The same move in the words of the fast search: what went where.
            const std::size_t chosen = roll(rng, steps.size());
            const FreeCell puzzle(plain.position(), rules);
            StepsOf<FreeCell> ways;
            puzzle.successors(puzzle.initial(), ways);
            const Move move = puzzle.move_of(puzzle.initial(), ways[chosen].action);
            const auto where = [](Place place) {
                return place < first_cell    ? static_cast<std::uint8_t>(place)
                       : place == home_place ? FastState::homewards
                                             : FastState::nowhere;
            };
            tables.play(state, move.lowest, where(move.source), where(move.target), move.count);
            plain = steps[chosen].after;
        }
    });
}

TEST(the_fast_search_fits_where_it_says) {
    using Narrow = fast::StartTables<8, 24, fast::Key64>;
    const auto suits = [](std::vector<std::vector<int>> columns) {
        return Narrow::suits(Position{std::move(columns), {-1}});
    };
    CHECK(suits(std::vector<std::vector<int>>(8)));
    CHECK(!suits(std::vector<std::vector<int>>(9)));
    std::vector<int> column(24);
    std::iota(column.begin(), column.end(), 0);
    CHECK(suits({column}));
    column.push_back(24);
    CHECK(!suits({column}));
}

TEST(waiting_moves_come_by_their_value) {
    Control control;
    SplitMix64 rng(8);
    fast::MoveQueue waiting(control);
    std::vector<std::pair<int, std::uint32_t>> plain;
    for (std::uint32_t step = 0; step < 20000; ++step) {
        CHECK_EQUAL(waiting.size(), plain.size());
        CHECK_EQUAL(waiting.empty(), plain.empty());
        if (plain.empty() || roll(rng, 100) < (step / 3000 % 2 == 0 ? 60 : 40)) {
            const int value = roll(rng, 2400) - 200;
            waiting.push(value, {0, step, 0, 0, 0, 0});
            plain.emplace_back(std::clamp(value, 0, 2047), step);
        } else {
            const auto first = std::min_element(plain.begin(), plain.end(), [](auto& a, auto& b) {
                return a.first != b.first ? a.first < b.first : a.second > b.second;
            });
            CHECK_EQUAL(waiting.pop().parent, first->second);
            plain.erase(first);
        }
    }
}

TEST(keys_that_were_seen_are_known) {
    Control control;
    const auto check = [&]<class Key>(Key, auto&& key_of) {
        SplitMix64 rng(9);
        fast::KeySet<Key> seen(16, control);
        std::set<std::uint64_t> known;
        for (int step = 0; step < 20000; ++step) {
            const std::uint64_t number = roll<std::uint64_t>(rng, 8000);
            CHECK_EQUAL(seen.add(key_of(number)), known.insert(number).second);
        }
    };
    check(fast::Key64{}, [](std::uint64_t number) { return mixed(number + 1) & ~1ull; });
    check(fast::Key128{},
          [](std::uint64_t number) {  // half of them differ in the second word only
              return fast::Key128{mixed(number / 2 + 1) & ~1ull, mixed(number)};
          });
}
