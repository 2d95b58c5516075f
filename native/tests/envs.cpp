// Batches begin, step, mask and begin again as a plain loop over single games does, whatever the
// number of threads; and games that are played on their observations are Sokoban and Bloxorz.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "envs/bloxorz.h"
#include "envs/sokoban.h"
#include "tests/bloxorz_oracle.h"
#include "tests/harness.h"
#include "tests/sokoban_oracle.h"

using namespace unriddle;
using namespace unriddle::envs;
using namespace unriddle::tests;

namespace {

// A walk along a line of 3 + level squares: on, back (not from the first one), or off it.
struct Walk final : GamesOf<Walk> {
    static constexpr bool needs_mask = false;
    static constexpr std::size_t on = 0, back = 1, off = 2;
    struct Env {
        std::uint8_t at, last;
    };

    Shape shape() const override { return {1, 2, 3, 3}; }
    std::size_t levels() const override { return 4; }
    std::size_t bytes() const override { return 0; }
    void reserve(std::size_t) override {}

    static void show(const Env& env, Row row) {
        row.grid[0] = env.at;
        row.grid[1] = env.last;
        if (row.mask) row.mask[on] = row.mask[off] = 1, row.mask[back] = env.at > 0;
    }
    void begin(Env& env, Row row, std::size_t level) const {
        env = {0, static_cast<std::uint8_t>(level + 2)};
        show(env, row);
    }
    Moved play(Env& env, Row row, std::size_t action) const {
        if (action == off) return {0, false, true, false};
        if (action == back && env.at == 0) return {0, false, false, true};
        env.at = static_cast<std::uint8_t>(env.at + (action == on ? 1 : -1));
        show(env, row);
        return {action == on ? 1 : -1, env.at == env.last, false, false};
    }
};

constexpr Rewards pays{-0.5, 2, -3, 10, -20, -0.25};

// One game of a batch, written out.
struct PlainWalk {
    SplitMix64 rng;
    int level = 0, at = 0, steps = 0;
    double reward = 0;
    bool terminated = false, truncated = false;
    std::array<int, 3> final = {-1, -1, -1};  // level, place, may it go back?

    explicit PlainWalk(std::uint64_t seed) : rng(seed) { begin(); }

    void begin() { level = static_cast<int>(rng.below(4)), at = steps = 0; }
    void step(std::size_t action, int most, bool same_step) {
        if (!same_step && (terminated || truncated)) {
            begin();
            reward = 0;
            terminated = truncated = false;
            return;
        }
        ++steps;
        reward = pays.step;
        terminated = action == Walk::off;
        if (action == Walk::off) reward += pays.lost;
        if (action == Walk::back && at == 0) reward += pays.illegal;
        if (action == Walk::back && at > 0) --at, reward += pays.backward;
        if (action == Walk::on) {
            ++at, reward += pays.forward;
            if (at == level + 2) reward += pays.solved, terminated = true;
        }
        truncated = most != 0 && steps >= most;
        if (same_step && (terminated || truncated)) {
            final = {level, at, at > 0};
            begin();
        }
    }
};

void check_row(const std::uint8_t* grid, const std::uint8_t* mask, const std::uint8_t* planes,
               int level, int at) {
    CHECK_EQUAL(static_cast<int>(grid[0]), at);
    CHECK_EQUAL(static_cast<int>(grid[1]), level + 2);
    CHECK(mask[0] == 1 && mask[1] == (at > 0) && mask[2] == 1);
    for (int bit = 0; bit < 3; ++bit) {
        CHECK_EQUAL(static_cast<int>(planes[2 * bit]), at >> bit & 1);
        CHECK_EQUAL(static_cast<int>(planes[2 * bit + 1]), (level + 2) >> bit & 1);
    }
}

}  // namespace

TEST(a_batch_steps_and_begins_again_as_single_games_do) {
    for (const Autoreset mode : {Autoreset::next_step, Autoreset::same_step}) {
        for (const unsigned threads : {1u, 2u, 5u}) {
            for (const unsigned most : {0u, 1u, 4u}) {
                IN_CASE(100 * static_cast<unsigned>(mode) + 10 * threads + most);
                const bool same_step = mode == Autoreset::same_step;
                const auto walk = std::make_shared<Walk>();
                const auto batch = walk->batch(walk, {7, most, pays, mode, true, true, threads});
                std::vector<std::uint64_t> seeds;
                std::vector<PlainWalk> plain;
                for (std::uint64_t i = 0; i < 7; ++i) {
                    seeds.push_back(90 + i);
                    plain.emplace_back(90 + i);
                }
                batch->reset(seeds.data(), nullptr, nullptr);
                SplitMix64 rng(most + threads);
                for (int round = 0; round < 60; ++round) {
                    std::vector<Batch::Action> actions;
                    for (std::size_t i = 0; i < 7; ++i) {
                        const std::size_t kind = roll(rng, std::size_t{8});  // seldom off
                        actions.push_back(kind == 7 ? 2 : kind >= 5 ? 1 : 0);
                        check_row(&batch->grids[2 * i], &batch->masks[3 * i], &batch->planes[6 * i],
                                  plain[i].level, plain[i].at);
                        CHECK_EQUAL(batch->level[i], plain[i].level);
                    }
                    batch->step(actions.data());
                    for (std::size_t i = 0; i < 7; ++i) {
                        PlainWalk& one = plain[i];
                        one.step(static_cast<std::size_t>(actions[i]), static_cast<int>(most),
                                 same_step);
                        CHECK_EQUAL(batch->rewards[i], one.reward);
                        CHECK_EQUAL(batch->terminated[i] != 0, one.terminated);
                        CHECK_EQUAL(batch->truncated[i] != 0, one.truncated);
                        if (!same_step || !(one.terminated || one.truncated)) continue;
                        CHECK_EQUAL(batch->final_level[i], one.final[0]);
                        check_row(&batch->final_grids[2 * i], &batch->final_masks[3 * i],
                                  &batch->final_planes[6 * i], one.final[0], one.final[1]);
                    }
                }
            }
        }
    }
}

TEST(a_reset_takes_the_levels_and_the_games_that_it_is_told) {
    const auto walk = std::make_shared<Walk>();
    const auto batch = walk->batch(walk, {3, 0, pays, Autoreset::next_step, true, false, 1});
    const std::array<std::uint64_t, 3> seeds = {1, 2, 3};
    const std::array<std::int64_t, 3> levels = {3, Batch::any_level, 0}, others = {1, 1, 1};
    batch->reset(seeds.data(), levels.data(), nullptr);
    CHECK_EQUAL(batch->level[0], 3);
    CHECK_EQUAL(batch->level[1], static_cast<int>(SplitMix64(2).below(4)));
    CHECK_EQUAL(batch->level[2], 0);
    const std::array<Batch::Action, 3> go = {0, 0, 0}, wrong = {0, 0, 3}, negative = {0, -1, 0};
    batch->step(go.data());
    const std::array<bool, 3> which = {false, true, false};
    batch->reset(nullptr, others.data(), which.data());
    CHECK(batch->level == (std::vector<std::int32_t>{3, 1, 0}));
    CHECK(batch->grids == (std::vector<std::uint8_t>{1, 5, 0, 3, 1, 2}));
    CHECK_THROWS(batch->step(wrong.data()), std::invalid_argument);
    CHECK_THROWS(batch->step(negative.data()), std::invalid_argument);
    const std::array<std::int64_t, 3> missing = {4, 0, 0}, below = {-2, 0, 0};
    CHECK_THROWS(batch->reset(nullptr, missing.data(), nullptr), std::invalid_argument);
    CHECK_THROWS(batch->reset(nullptr, below.data(), nullptr), std::invalid_argument);
    CHECK(batch->grids == (std::vector<std::uint8_t>{1, 5, 0, 3, 1, 2}));  // nothing has happened
}

TEST(samples_are_legal_and_leave_the_levels_alone) {
    const auto walk = std::make_shared<Walk>();
    const auto batch = walk->batch(walk, {2, 3, pays, Autoreset::next_step, true, false, 2});
    const auto other = walk->batch(walk, {2, 3, pays, Autoreset::next_step, true, false, 1});
    const std::array<std::uint64_t, 2> seeds = {5, 6};
    batch->reset(seeds.data(), nullptr, nullptr);
    other->reset(seeds.data(), nullptr, nullptr);
    std::map<std::pair<int, Batch::Action>, int> drawn;  // by whether one can go back
    for (int round = 0; round < 400; ++round) {
        std::array<Batch::Action, 2> actions{}, again{};
        batch->sample(actions.data());
        for (std::size_t i = 0; i < 2; ++i) ++drawn[{batch->grids[2 * i] > 0, actions[i]}];
        if (round % 2) batch->sample(again.data());  // what is drawn for nothing changes nothing
        batch->step(actions.data());
        other->step(actions.data());
        CHECK(batch->level == other->level && batch->grids == other->grids);
    }
    const std::array<int, 2> first = {drawn[{0, 0}], drawn[{0, 2}]};
    const std::array<int, 3> later = {drawn[{1, 0}], drawn[{1, 1}], drawn[{1, 2}]};
    CHECK_EQUAL(first[0] + first[1] + later[0] + later[1] + later[2], 800);  // and never back
    CHECK(std::ranges::min(first) * 3 > std::ranges::max(first) * 2);        // each about as often
    CHECK(std::ranges::min(later) * 3 > std::ranges::max(later) * 2);
    const auto blind = walk->batch(walk, {1, 0, pays, Autoreset::next_step, false, false, 1});
    std::array<Batch::Action, 1> action{};
    CHECK_THROWS(blind->sample(action.data()), std::invalid_argument);
}

TEST(a_game_on_its_observation_is_sokoban) {
    using G = SokobanGames;
    constexpr std::array<std::size_t, 4> ways = {0, 3, 1, 2};  // up, right, down, left
    constexpr std::size_t rows = 6, columns = 7, more_rows = rows + 1, more_columns = columns + 2;
    int lost = 0;
    for (const std::size_t count : {1u, 2u, 3u}) {
        const Kind kind{rows - 2, columns - 2, 20, count, count, 30};
        on_boards(70, kind, [&](auto& board, auto& plain, auto& rng, auto& level) {
            Bits boxes = bits_of(board.numbers(level.boxes));
            Square player = board.number(level.player);
            const auto seen = [&](std::size_t height, std::size_t width) {
                std::vector<std::uint8_t> grid(height * width, G::wall);
                for (Square square = 0; square < board.wall(); ++square) {
                    grid[board.row[square] * width + board.column[square]] =
                        static_cast<std::uint8_t>((board.is_goal[square] ? G::goal : 0) |
                                                  (boxes & bit(square) ? G::box : 0) |
                                                  (square == player ? G::player : 0));
                }
                return grid;
            };
            const auto astray = [&] { return std::popcount(boxes & ~plain.goals()); };
            // Where a step leads, if it is legal, and where to a box is pushed by it.
            const auto step = [&](std::size_t action) -> std::optional<std::pair<Square, Square>> {
                const Square to = board.next[player][ways[action]];
                if (to == board.wall()) return {};
                if ((boxes & bit(to)) == 0) return std::pair(to, to);
                const Square beyond = board.next[to][ways[action]];
                if (beyond == board.wall() || (boxes & bit(beyond)) != 0) return {};
                return std::pair(to, beyond);
            };
            G games(more_rows, more_columns);  // larger than the level
            games.add(seen(rows, columns), columns);
            std::vector<std::uint8_t> grid(more_rows * more_columns), mask(4);
            G::Env env;
            games.begin(env, {grid.data(), mask.data()}, 0);
            for (int round = 0; round < 60; ++round) {
                CHECK(grid == seen(more_rows, more_columns));
                bool any = false;
                for (std::size_t action = 0; action < 4; ++action) {
                    CHECK_EQUAL(mask[action] != 0, step(action).has_value());
                    any |= mask[action] != 0;
                }
                const std::size_t action = roll(rng, std::size_t{4});
                const auto stepped = step(action);
                const int before = astray();
                if (stepped) {
                    player = stepped->first;
                    if ((boxes & bit(player)) != 0) boxes ^= bit(player) | bit(stepped->second);
                }
                const Moved told = games.play(env, {grid.data(), mask.data()}, action);
                CHECK_EQUAL(told.illegal, !stepped);
                CHECK_EQUAL(told.progress, before - astray());
                CHECK_EQUAL(told.solved, astray() == 0);
                CHECK_EQUAL(told.lost, !any && astray() != 0);
                lost += told.lost;
            }
        });
    }
    CHECK(lost > 0);
}

TEST(a_game_on_its_observation_is_bloxorz) {
    using G = BloxorzGames;
    constexpr std::array<int, 4> ways = {bloxorz::up, bloxorz::right, bloxorz::down, bloxorz::left};
    on_seeds(200, 0, [&](SplitMix64& rng, std::uint64_t) {
        const bloxorz::Stage stage = random_stage(rng);
        const PlainStage plain(stage);
        const auto seen = [&](const Rest& at) {
            std::vector<std::uint8_t> grid;
            for (std::size_t i = 0; i < stage.squares.size(); ++i) {
                const int bridge = stage.bridge_at[i], here = static_cast<int>(i);
                const bool tile = stage.squares[i] != bloxorz::Square::void_;
                int one = (here & 31) << 1;  // what the squares are, which does not change
                if (tile && (bridge < 0 || at.on.contains(bridge))) one |= G::bears;
                if (at.first == here || (at.second == here && !at.split)) one |= G::here;
                if (at.second == here && at.split) one |= G::other_here;
                grid.push_back(static_cast<std::uint8_t>(one));
            }
            return grid;
        };
        Rest at = plain.start();
        const std::vector<std::uint8_t> first = seen(at);
        const auto width = static_cast<std::size_t>(stage.width);
        G games(first.size() / width, width);
        games.add(stage, first.data(), first.size());
        std::vector<std::uint8_t> grid(first.size()), mask(5);
        G::Env env;
        games.begin(env, {grid.data(), mask.data()}, 0);
        for (int round = 0; round < 80; ++round) {
            CHECK(grid == seen(at));
            std::array<std::optional<Rest>, 5> after;
            for (std::size_t action = 0; action < 4 && !plain.is_goal(at); ++action) {
                after[action] = plain.roll(at, ways[action]);
            }
            if (at.split) after[4] = Rest{at.second, at.first, true, at.on};
            for (std::size_t action = 0; action < 5; ++action) {
                CHECK_EQUAL(mask[action] != 0, after[action].has_value());
            }
            if (plain.is_goal(at)) {
                at = plain.start();
                games.begin(env, {grid.data(), mask.data()}, 0);
                continue;
            }
            const std::size_t action = roll(rng, std::size_t{5});
            const Moved told = games.play(env, {grid.data(), mask.data()}, action);
            CHECK_EQUAL(told.illegal, action == 4 && !at.split);
            CHECK_EQUAL(told.lost, action != 4 && !after[action]);
            if (after[action]) at = *after[action];
            CHECK_EQUAL(told.solved, plain.is_goal(at));
        }
    });
}
