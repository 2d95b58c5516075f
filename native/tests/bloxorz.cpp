// Bloxorz packed into a word plays as Bloxorz written out does, and its estimates say no more than
// is true.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "bloxorz/analysis.h"
#include "bloxorz/bridges.h"
#include "bloxorz/domain.h"
#include "bloxorz/estimates.h"
#include "tests/bloxorz_oracle.h"
#include "tests/harness.h"

using namespace unriddle;
using namespace unriddle::bloxorz;
using namespace unriddle::tests;

namespace {

Rest rest_of(const Bloxorz& domain, const Bloxorz::State& state) {
    const std::vector<std::int64_t> numbers = domain.describe(state);
    Rest rest{static_cast<int>(numbers[0]), static_cast<int>(numbers[1]), numbers[2] != 0, {}};
    for (std::size_t i = 3; i < numbers.size(); ++i) rest.on.insert(static_cast<int>(numbers[i]));
    return rest;
}

// All states of a stage, step by step beside the plain ones.
void compare(const Stage& stage, std::size_t most) {
    const Bloxorz domain(stage);
    const PlainStage plain(stage);
    const PlainStates all(plain, most);
    if (!all.is_whole) return;
    std::map<Rest, Bloxorz::State> known = {{all.states[0], domain.initial()}};
    CHECK(rest_of(domain, domain.initial()) == all.states[0]);
    std::map<Tag, Rest> tags;
    for (const Rest& rest : all.states) {
        const auto state = known.at(rest);  // states come in the order of their being found
        CHECK_EQUAL(domain.is_goal(state), plain.is_goal(rest));
        StepsOf<Bloxorz> steps;
        domain.successors(state, steps);
        const auto wanted = plain.steps(rest);
        CHECK_EQUAL(steps.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            CHECK_EQUAL(static_cast<int>(steps[i].action), wanted[i].action);
            CHECK_EQUAL(static_cast<int>(steps[i].cost), wanted[i].cost);
            CHECK(rest_of(domain, steps[i].state) == wanted[i].after);
            known.emplace(wanted[i].after, steps[i].state);
            const Rest& after = wanted[i].after;
            const bool appeared =
                !std::includes(rest.on.begin(), rest.on.end(), after.on.begin(), after.on.end());
            const bool vanished =
                !std::includes(after.on.begin(), after.on.end(), rest.on.begin(), rest.on.end());
            CHECK_EQUAL(
                domain.events(state, steps[i].state),
                static_cast<Events>((after.split && !rest.split) | appeared << 1 | vanished << 2));
        }
        // Into as many bytes as it says, and no more.
        constexpr std::byte untouched{0xA5};
        std::vector<std::byte> packed(domain.packed_bytes() + 8, untouched);
        domain.pack(state, packed.data());
        CHECK(std::all_of(packed.end() - 8, packed.end(),
                          [](std::byte byte) { return byte == untouched; }));
        std::vector<std::byte> other_packed(domain.packed_bytes(), std::byte{0x5A});
        domain.pack(state, other_packed.data());
        CHECK(std::equal(other_packed.begin(), other_packed.end(), packed.begin()));
        CHECK(rest_of(domain, domain.unpack(packed.data())) == rest);
        CHECK(domain.same(state, packed.data()));
        for (const auto& [other, as_state] : known) {
            if (roll<std::size_t>(
                    *[] {
                        static SplitMix64 rng(1);
                        return &rng;
                    }(),
                    4) == 0) {
                CHECK_EQUAL(domain.same(as_state, packed.data()), other == rest);
            }
        }
        CHECK(domain.tag(state) != 0);
        if (domain.tags_are_exact()) CHECK(tags.try_emplace(domain.tag(state), rest).second);
    }
}

// The rolls to the goal with all bridges on, by going round until nothing changes.
struct Relaxed {
    explicit Relaxed(const PlainStage& plain) {
        const Stage& stage = plain.stage();
        const auto count = static_cast<Index>(stage.squares.size());
        std::vector<std::pair<int, int>> places;
        for (int square = 0; square < count; ++square) {
            if (!plain.bears(square, nullptr, false)) continue;
            cubes[square] = infinity;
            places.emplace_back(square, square);
            for (const int direction : {1, 3}) {
                const int other = plain.next(square, direction);
                if (plain.bears(other, nullptr, false)) places.emplace_back(square, other);
            }
        }
        for (const auto& place : places) blocks[place] = infinity;
        blocks[{stage.goal, stage.goal}] = 0;
        const auto lower = [](double& here, double there) {
            if (there >= here) return false;
            here = there;
            return true;
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& [place, value] : blocks) {
                if (place == std::pair(stage.goal, stage.goal)) continue;
                for (int direction = 0; direction < 4; ++direction) {
                    auto to = plain.rolled(place.first, place.second, direction);
                    if (!plain.bears(to.first, nullptr, to.first == to.second)) continue;
                    if (!plain.bears(to.second, nullptr, to.first == to.second)) continue;
                    double there;
                    if (const Split* split = plain.split_under(to.first, to.second)) {
                        const auto [one, other] = std::minmax(split->first, split->second);
                        there = plain.touch(one, other) ? blocks.at({one, other})
                                                        : std::max(cubes.at(one), cubes.at(other));
                    } else {
                        there = blocks.at(to);
                    }
                    changed |= lower(value, there + 1);
                }
                if (place.first == place.second) continue;
                changed |= lower(cubes[place.first], value);
                changed |= lower(cubes[place.second], value);
            }
            for (auto& [square, value] : cubes) {
                for (int direction = 0; direction < 4; ++direction) {
                    const auto to = cubes.find(plain.next(square, direction));
                    if (to != cubes.end()) changed |= lower(value, to->second + 1);
                }
            }
        }
    }

    static constexpr double infinity = std::numeric_limits<double>::infinity();
    std::map<std::pair<int, int>, double> blocks;
    std::map<int, double> cubes;
};

}  // namespace

TEST(a_stage_that_makes_no_sense_is_refused) {
    SplitMix64 rng(2);
    const auto refused = [](Stage stage, auto&& spoil) {
        spoil(stage);
        CHECK_THROWS(stage.check(), std::invalid_argument);
    };
    for (int turn = 0; turn < 60; ++turn) {
        const Stage stage = random_stage(rng);
        const auto count = static_cast<Index>(stage.squares.size());
        refused(stage, [](Stage& s) { s.width = 0; });
        refused(stage, [](Stage& s) { s.squares.clear(); });
        refused(stage, [](Stage& s) { s.squares.push_back(bloxorz::Square::tile); });
        for (auto list : {&Stage::bridge_at, &Stage::switch_at, &Stage::split_at}) {
            refused(stage, [&](Stage& s) { (s.*list).pop_back(); });
            refused(stage, [&](Stage& s) { (s.*list)[0] = -2; });
        }
        refused(stage, [](Stage& s) { s.bridge_at[0] = s.bridges; });
        refused(stage, [](Stage& s) { s.switch_at[0] = static_cast<Index>(s.switches.size()); });
        refused(stage, [](Stage& s) { s.split_at[0] = static_cast<Index>(s.splits.size()); });
        refused(stage, [](Stage& s) { s.bridges = -1; });
        refused(stage, [](Stage& s) { s.on.push_back(s.bridges); });
        refused(stage, [](Stage& s) { s.on.push_back(-1); });
        for (const Index wrong : {-1, stage.bridges}) {
            refused(stage, [&](Stage& s) { s.switches.push_back({false, {wrong}, {}, {}}); });
            refused(stage, [&](Stage& s) { s.switches.push_back({false, {}, {wrong}, {}}); });
            refused(stage, [&](Stage& s) { s.switches.push_back({false, {}, {}, {wrong}}); });
        }
        for (const Index wrong : {-1, count}) {
            refused(stage, [&](Stage& s) { s.goal = wrong; });
            refused(stage, [&](Stage& s) { s.first = wrong; });
            refused(stage, [&](Stage& s) { s.second = wrong; });
            refused(stage, [&](Stage& s) { s.splits.push_back({wrong, s.goal}); });
            refused(stage, [&](Stage& s) { s.splits.push_back({s.goal, wrong}); });
        }
        refused(stage, [](Stage& s) { s.splits.push_back({s.goal, s.goal}); });
        for (Index square = 0; square < count; ++square) {
            if (stage.squares[static_cast<std::size_t>(square)] != bloxorz::Square::void_) continue;
            refused(stage, [&](Stage& s) { s.goal = square; });
            refused(stage, [&](Stage& s) { s.first = s.second = square; });
        }
        for (Index first = 0; first < count; ++first) {
            for (Index second = 0; second < count; ++second) {
                Stage moved = stage;
                std::fill(moved.squares.begin(), moved.squares.end(), bloxorz::Square::tile);
                moved.first = first;
                moved.second = second;
                moved.split = false;
                const PlainStage plain(moved);
                const bool lies = first == second || plain.next(first, 1) == second ||
                                  plain.next(first, 3) == second;
                if (lies) {
                    moved.check();
                } else {
                    CHECK_THROWS(moved.check(), std::invalid_argument);
                }
            }
        }
    }
}

TEST(bridges_are_sets_and_switches_are_functions) {
    SplitMix64 rng(6);
    const auto random = [&] { return rng.next() & rng.next(); };
    for (int turn = 0; turn < 300; ++turn) {
        const Bridges a = random();
        const Effect one{random(), random()}, two{random(), random()};
        CHECK(one.then(two)(a) == two(one(a)));
        CHECK(Effect{}(a) == a);
        for (std::size_t i = 0; i < 64; ++i) {
            const Bridges more = a | only(i);
            CHECK(holds(more, a) && holds(more, only(i)));
            CHECK_EQUAL(holds(a, more), (a >> i & 1) != 0);
        }
    }
}

namespace {

// The same stage with numbers of bridges far apart.
Stage with_many_bridges(Stage stage) {
    const auto moved = [](Index bridge) { return bridge < 0 ? bridge : bridge * 5 + 5; };
    const auto move_all = [&](std::vector<Index>& list) {
        std::transform(list.begin(), list.end(), list.begin(), moved);
    };
    stage.bridges = moved(stage.bridges - 1) + 1;
    move_all(stage.bridge_at);
    move_all(stage.on);
    for (Switch& one : stage.switches) {
        for (auto* list : {&one.toggle, &one.open, &one.close}) move_all(*list);
    }
    return stage;
}

}  // namespace

TEST(blocks_and_cubes_roll_as_the_plain_ones_do) {
    on_seeds(250, 0, [&](SplitMix64& rng, std::uint64_t) {
        const Stage stage = random_stage(rng);
        compare(stage, 600);
        if (stage.bridges > 0) compare(with_many_bridges(stage), 300);
    });
}

TEST(a_stage_fits_into_a_word_or_not) {
    // One row of tiles: twice as many places, less one.
    struct Row {
        int tiles, place_bits, cube_bits;
    };
    for (const Row& row : {Row{33, 7, 6}, Row{32, 6, 6}, Row{31, 6, 5}, Row{2, 2, 2}}) {
        for (Index bridges = 0; bridges < 70; ++bridges) {
            Stage stage;
            stage.width = row.tiles;
            const auto count = static_cast<std::size_t>(row.tiles);
            stage.squares.assign(count, bloxorz::Square::tile);
            stage.bridge_at.assign(count, -1);
            stage.switch_at = stage.split_at = stage.bridge_at;
            stage.bridges = bridges;
            for (const bool cubes : {false, true}) {
                if (cubes) stage.splits.push_back({0, 1});
                const Board board(stage);
                const int bits = bridges + row.place_bits + row.cube_bits * cubes;
                CHECK_EQUAL(Bloxorz::fits(stage, board), bits <= 64 && bridges < 64);
                if (bridges > 60) continue;
                CHECK_EQUAL(Bloxorz(stage, board).tags_are_exact(), bits < 32);
            }
        }
    }
}

TEST(the_estimate_is_the_relaxed_distance_and_never_too_high) {
    int solvable = 0, infinite = 0;
    on_seeds(300, 900, [&](SplitMix64& rng, std::uint64_t) {
        const Stage stage = random_stage(rng);
        const PlainStage plain(stage);
        const Board board(stage);
        Control control;
        Estimates rolls(board, control), halves(board, control);
        named("heuristic", "rolls", heuristics())(rolls, board, stage);
        named("heuristic", "halves", heuristics())(halves, board, stage);
        const Relaxed relaxed(plain);
        CHECK_EQUAL(board.cover.size(), relaxed.blocks.size());
        for (Place place = 0; place < board.cover.size(); ++place) {
            const auto [first, second] = board.cover[place];
            const auto squares = std::pair(board.frame[first], board.frame[second]);
            CHECK_EQUAL(rolls.block(place), relaxed.blocks.at(squares));
            const auto far = [&](int square) {
                return std::abs(square / stage.width - stage.goal / stage.width) +
                       std::abs(square % stage.width - stage.goal % stage.width);
            };
            CHECK_EQUAL(halves.block(place), far(squares.first) + far(squares.second));
            if (first != second) {
                CHECK_EQUAL(halves.cubes(first, second), far(squares.first) + far(squares.second));
            }
        }
        if (stage.has_cubes()) {
            for (Place one = 0; one < board.squares(); ++one) {
                for (Place other = 0; other < board.squares(); ++other) {
                    CHECK_EQUAL(rolls.cubes(one, other),
                                std::max(relaxed.cubes.at(board.frame[one]),
                                         relaxed.cubes.at(board.frame[other])));
                }
            }
        }
        const PlainStates all(plain, 800);
        if (!all.is_whole) return;
        for (std::size_t i = 0; i < all.states.size(); ++i) {
            const Rest& rest = all.states[i];
            const double bound =
                rest.split ? std::max(relaxed.cubes.at(rest.first), relaxed.cubes.at(rest.second))
                           : relaxed.blocks.at({rest.first, rest.second});
            if (all.cost[i] != PlainStates::no_way) {
                CHECK(bound <= all.cost[i]);
                ++solvable;
            } else {
                infinite += bound == Relaxed::infinity;
            }
        }
    });
    CHECK(solvable > 1000 && infinite > 100);
    CHECK_THROWS(named("heuristic", "guess", heuristics()), std::invalid_argument);
}

TEST(an_analysis_knows_every_state) {
    int solved = 0, unsolvable = 0, wide = 0;
    const auto footprint_is = [](const Touched& found, const PlainAnalysis::Touched& wanted) {
        CHECK(std::set<int>(found.squares.begin(), found.squares.end()) == wanted.squares);
        CHECK(std::set<int>(found.switches.begin(), found.switches.end()) == wanted.switches);
        CHECK(std::set<int>(found.splits.begin(), found.splits.end()) == wanted.splits);
        CHECK_EQUAL(found.squares.size(), wanted.squares.size());
        CHECK_EQUAL(found.switches.size(), wanted.switches.size());
        CHECK_EQUAL(found.splits.size(), wanted.splits.size());
    };
    on_seeds(300, 333, [&](SplitMix64& rng, std::uint64_t seed) {
        Stage stage = random_stage(rng);
        if (seed % 3 == 0 && stage.bridges > 2) {
            stage = with_many_bridges(stage);
            ++wide;
        }
        const PlainStage plain(stage);
        const PlainStates all(plain, 800);
        if (!all.is_whole) return;
        const PlainAnalysis wanted(plain, all);
        const auto analysis = make_analysis(stage, {});
        CHECK_THROWS(analysis->findings(), std::logic_error);
        analysis->run().wait(1e9);
        const Findings& findings = analysis->findings();
        std::uint64_t dead = 0;
        for (std::size_t i = 0; i < all.states.size(); ++i) {
            const Rest& rest = all.states[i];
            const bool is_dead = all.cost[i] == PlainStates::no_way;
            dead += is_dead;
            const auto [known, cost] = analysis->look_up(rest.first, rest.second, rest.split,
                                                         {rest.on.begin(), rest.on.end()});
            CHECK(known == (is_dead ? Known::dead : Known::solvable));
            CHECK_EQUAL(static_cast<int>(cost), is_dead ? 0 : all.cost[i]);
        }
        // And none that there is not, sensible or not.
        const auto count = static_cast<int>(stage.squares.size());
        for (int turn = 0; turn < 200; ++turn) {
            Rest rest = all.states[roll(rng, all.states.size())];
            if (roll(rng, 2) == 0) rest.first = roll(rng, count + 2) - 1;
            if (roll(rng, 2) == 0) rest.second = roll(rng, count + 2) - 1;
            if (roll(rng, 3) == 0) rest.split = !rest.split;
            if (roll(rng, 3) == 0) rest.on.insert(roll(rng, stage.bridges + 2) - 1);
            const auto found = all.numbers.find(rest);
            // A block lies on its squares in either order.
            Rest other = rest;
            std::swap(other.first, other.second);
            const auto turned = rest.split ? all.numbers.end() : all.numbers.find(other);
            const auto [known, cost] = analysis->look_up(rest.first, rest.second, rest.split,
                                                         {rest.on.begin(), rest.on.end()});
            const auto state = found != all.numbers.end() ? found : turned;
            if (state == all.numbers.end()) {
                CHECK(known == Known::unreached);
                CHECK_EQUAL(cost, 0u);
            } else {
                const bool is_dead = all.cost[state->second] == PlainStates::no_way;
                CHECK(known == (is_dead ? Known::dead : Known::solvable));
            }
        }
        CHECK_EQUAL(findings.states, all.states.size());
        CHECK_EQUAL(findings.dead, dead);
        footprint_is(findings.reached, wanted.reached);
        footprint_is(findings.solving, wanted.solving);
        footprint_is(findings.optimal, wanted.optimal);
        CHECK(std::set<int>(findings.ever_on.begin(), findings.ever_on.end()) == wanted.ever_on);
        CHECK(std::set<int>(findings.ever_off.begin(), findings.ever_off.end()) == wanted.ever_off);
        const bool solvable = all.cost[0] != PlainStates::no_way;
        ++(solvable ? solved : unsolvable);
        CHECK(analysis->run().outcome().status == (solvable ? Status::solved : Status::exhausted));
        CHECK_EQUAL(findings.arrows.has_value(), solvable);
        CHECK_EQUAL(findings.with_space.has_value(), solvable);
        if (!solvable) return;
        for (const auto& [found, plainly] : {std::pair(*findings.arrows, wanted.arrows),
                                             std::pair(*findings.with_space, wanted.with_space)}) {
            CHECK_EQUAL(static_cast<int>(found.cost), plainly.cost);
            CHECK(found.plans == Natural{plainly.plans});
        }
        CHECK_EQUAL(static_cast<int>(analysis->run().outcome().cost), all.cost[0]);
        CHECK(analysis->run().outcome().plan == findings.plan);
        Rest at = all.states[0];
        for (const Action action : findings.plan) {
            // By the steps that come first, of those that come nearer by what they cost.
            const auto steps = plain.steps(at);
            const auto step = std::find_if(steps.begin(), steps.end(), [&](const auto& one) {
                const int there = all.cost[all.numbers.at(one.after)];
                return there == all.cost[all.numbers.at(at)] - one.cost;
            });
            CHECK(step != steps.end());
            CHECK_EQUAL(step->action, static_cast<int>(action));
            at = step->after;
        }
        CHECK(plain.is_goal(at));
    });
    CHECK(solved > 30 && unsolvable > 30 && wide > 20);
}

TEST(an_analysis_that_is_cut_short_knows_nothing) {
    SplitMix64 rng(5);
    Stage stage = random_stage(rng);
    stage.bridges = 64;
    CHECK_THROWS(make_analysis(stage, {}), std::invalid_argument);
    stage.bridges = 40;
    make_analysis(stage, {});
    const auto cramped = make_analysis(stage, {.bytes = 100});
    cramped->run().wait(1e9);
    CHECK(cramped->run().outcome().status == Status::out_of_memory);
    CHECK_THROWS(cramped->findings(), std::logic_error);
    CHECK_THROWS(cramped->look_up(0, 0, false, {}), std::logic_error);
}
