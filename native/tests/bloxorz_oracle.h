// Bloxorz as plainly as it can be written: squares by row and column, bridges by name in a set.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "bloxorz/stage.h"
#include "core/domain.h"
#include "tests/harness.h"

namespace unriddle::tests {

using Cell = int;  // row * width + column

struct Rest {
    Cell first, second;  // equal when a block stands
    bool split;
    std::set<int> on;
    bool operator==(const Rest&) const = default;
    bool operator<(const Rest& other) const {
        return std::tie(first, second, split, on) <
               std::tie(other.first, other.second, other.split, other.on);
    }
};

class PlainStage {
  public:
    explicit PlainStage(const bloxorz::Stage& stage) : stage_(stage) {}

    Rest start() const {
        return {stage_.first, stage_.second, stage_.split, {stage_.on.begin(), stage_.on.end()}};
    }
    bool is_goal(const Rest& at) const {
        return !at.split && at.first == stage_.goal && at.second == stage_.goal;
    }

    // One square on, or -1 beyond the frame.
    Cell next(Cell from, int direction) const {
        const int height = static_cast<int>(stage_.squares.size()) / stage_.width;
        const int row = from / stage_.width + (direction == 3) - (direction == 2);
        const int column = from % stage_.width + (direction == 1) - (direction == 0);
        if (row < 0 || row >= height || column < 0 || column >= stage_.width) return -1;
        return row * stage_.width + column;
    }
    bool touch(Cell one, Cell other) const {
        for (int direction = 0; direction < 4; ++direction) {
            if (next(one, direction) == other) return true;
        }
        return false;
    }
    Rest joined(Rest at) const {
        if (!at.split || !touch(at.first, at.second)) return at;
        return {std::min(at.first, at.second), std::max(at.first, at.second), false, at.on};
    }
    bool bears(Cell square, const std::set<int>* on, bool upright) const {
        if (square < 0) return false;
        const auto i = static_cast<std::size_t>(square);
        if (stage_.squares[i] == bloxorz::Square::void_) return false;
        if (upright && stage_.squares[i] == bloxorz::Square::fragile) return false;
        return on == nullptr || stage_.bridge_at[i] < 0 || on->contains(stage_.bridge_at[i]);
    }

    // Where a block comes to lie or stand; a square may be -1.
    std::pair<Cell, Cell> rolled(Cell first, Cell second, int direction) const {
        const auto step = [&](Cell from) { return from < 0 ? -1 : next(from, direction); };
        if (first == second) {
            const Cell one = step(first), two = step(one);
            return direction == 0 || direction == 2 ? std::pair(two, one) : std::pair(one, two);
        }
        const bool level = second == first + 1 && first / stage_.width == second / stage_.width;
        if (level == (direction < 2)) {
            const Cell to = step(direction == 0 || direction == 2 ? first : second);
            return {to, to};
        }
        return {step(first), step(second)};
    }
    const bloxorz::Split* split_under(Cell first, Cell second) const {
        if (first != second && !stage_.rules.split_on_contact) return nullptr;
        for (const Cell square : {first, second}) {
            const int split = stage_.split_at[static_cast<std::size_t>(square)];
            if (split >= 0) return &stage_.splits[static_cast<std::size_t>(split)];
        }
        return nullptr;
    }

    // Where something landed, and what fired there.
    struct Touched {
        std::vector<Cell> landing;
        std::set<int> switches, splits;
    };

    std::optional<Rest> roll(const Rest& at, int direction, Touched* touched = nullptr) const {
        Rest after = at;
        std::vector<Cell> landing;
        Touched unused;
        Touched& traces = touched == nullptr ? unused : *touched;
        if (at.split) {
            after.first = next(at.first, direction);
            landing = {after.first};
        } else {
            std::tie(after.first, after.second) = rolled(at.first, at.second, direction);
            landing = {after.first};
            if (after.first != after.second) landing.push_back(after.second);
        }
        const bool upright = !at.split && after.first == after.second;
        for (const Cell square : landing) {
            if (!bears(square, &at.on, upright)) return std::nullopt;
        }
        for (const Cell square : landing) {
            const int index = stage_.switch_at[static_cast<std::size_t>(square)];
            if (index < 0) continue;
            const bloxorz::Switch& one = stage_.switches[static_cast<std::size_t>(index)];
            if (one.heavy && !upright) continue;
            traces.switches.insert(index);
            for (const int bridge : one.toggle) {
                if (after.on.erase(bridge) == 0) after.on.insert(bridge);
            }
            for (const int bridge : one.open) after.on.insert(bridge);
            for (const int bridge : one.close) after.on.erase(bridge);
        }
        const bloxorz::Split* split = at.split ? nullptr : split_under(after.first, after.second);
        traces.landing = landing;
        if (split != nullptr) {
            traces.splits.insert(static_cast<int>(split - stage_.splits.data()));
            after.first = split->first;
            after.second = split->second;
            after.split = true;
        }
        if (split != nullptr || stage_.rules.parked_falls) {
            if (!bears(after.first, &after.on, false)) return std::nullopt;
            if (!bears(after.second, &after.on, false)) return std::nullopt;
        }
        return joined(after);
    }

    struct Step {
        int action, cost;
        Rest after;

        // Where a swap costs so much.
        int price(int swap) const { return action == 4 ? swap : 1; }
    };
    std::vector<Step> steps(const Rest& at) const {
        std::vector<Step> steps;
        if (is_goal(at)) return steps;
        for (int direction = 0; direction < 4; ++direction) {
            if (const auto after = roll(at, direction)) steps.push_back({direction, 1, *after});
        }
        if (at.split) {
            steps.push_back({4, stage_.rules.space_counts, {at.second, at.first, true, at.on}});
        }
        return steps;
    }

    const bloxorz::Stage& stage() const { return stage_; }

  private:
    const bloxorz::Stage& stage_;
};

// Every state of a stage, with the cost of its cheapest plan.
struct PlainStates {
    static constexpr int no_way = 1 << 20;

    PlainStates(const PlainStage& stage, std::size_t most) {
        const auto number = [&](const Rest& rest) {
            const auto [place, is_new] = numbers.try_emplace(rest, states.size());
            if (is_new) states.push_back(rest);
            return place->second;
        };
        number(stage.start());
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (states.size() > most) return;
            steps.push_back(stage.steps(states[i]));
            for (const auto& step : steps[i]) number(step.after);
        }
        is_whole = true;
        cost = costs(stage, stage.stage().rules.space_counts);
    }

    // Where a swap costs so much.
    std::vector<int> costs(const PlainStage& stage, int swap) const {
        std::vector<int> least(states.size(), no_way);
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (stage.is_goal(states[i])) least[i] = 0;
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = states.size(); i-- > 0;) {
                for (const auto& step : steps[i]) {
                    const int there = least[numbers.at(step.after)] + step.price(swap);
                    if (there >= least[i]) continue;
                    least[i] = there;
                    changed = true;
                }
            }
        }
        return least;
    }

    bool is_whole = false;
    std::vector<Rest> states;
    std::vector<std::vector<PlainStage::Step>> steps;  // by state
    std::vector<int> cost;
    std::map<Rest, std::size_t> numbers;
};

// What an analysis has to find, by looking at all states and all steps.
struct PlainAnalysis {
    // The cheapest plans where a swap costs so much, and how many there are; of free swaps no two
    // follow each other.
    struct Cheapest {
        int cost = PlainStates::no_way;
        std::uint64_t plans = 0;
    };
    struct Touched {
        std::set<int> squares, switches, splits;
    };

    PlainAnalysis(const PlainStage& stage, const PlainStates& all) : stage_(stage), all_(all) {
        for (const Rest& rest : all.states) {
            for (int bridge = 0; bridge < stage.stage().bridges; ++bridge) {
                (rest.on.contains(bridge) ? ever_on : ever_off).insert(bridge);
            }
        }
        const std::vector<int>& cost = all.cost;
        const bool solvable = cost[0] != PlainStates::no_way;
        touch(reached, all.states[0]);
        std::set<std::size_t> on_the_way = {0};
        if (solvable) touch(solving, all.states[0]), touch(optimal, all.states[0]);
        for (std::size_t i = 0; i < all.states.size(); ++i) {
            for (const auto& step : all.steps[i]) {
                const std::size_t to = all.numbers.at(step.after);
                touch(reached, i, step);
                if (cost[to] != PlainStates::no_way && solvable) touch(solving, i, step);
            }
        }
        for (bool grown = solvable; grown;) {
            const std::size_t before = on_the_way.size();
            for (std::size_t i = 0; i < all.states.size(); ++i) {
                if (!on_the_way.contains(i)) continue;
                for (const auto& step : all.steps[i]) {
                    const std::size_t to = all.numbers.at(step.after);
                    if (cost[to] == PlainStates::no_way) continue;
                    if (cost[to] != cost[i] - step.cost) continue;
                    touch(optimal, i, step);
                    on_the_way.insert(to);
                }
            }
            grown = on_the_way.size() > before;
        }
        arrows = cheapest(0);
        with_space = cheapest(1);
    }

    Cheapest arrows, with_space;
    Touched reached, solving, optimal;
    std::set<int> ever_on, ever_off;

  private:
    static void touch(Touched& footprint, const Rest& rest) {
        footprint.squares.insert({rest.first, rest.second});
    }
    void touch(Touched& footprint, std::size_t from, const PlainStage::Step& step) const {
        touch(footprint, step.after);
        if (step.action == 4) return;
        PlainStage::Touched touched;
        stage_.roll(all_.states[from], step.action, &touched);
        footprint.switches.insert(touched.switches.begin(), touched.switches.end());
        footprint.splits.insert(touched.splits.begin(), touched.splits.end());
        if (touched.switches.empty() && touched.splits.empty()) return;
        footprint.squares.insert(touched.landing.begin(), touched.landing.end());
    }

    Cheapest cheapest(int swap) const {
        const std::vector<int> cost = all_.costs(stage_, swap);
        std::map<std::pair<std::size_t, bool>, std::uint64_t> known;  // may a free swap come first?
        const auto plans = [&](const auto& self, std::size_t i, bool may_swap) -> std::uint64_t {
            if (stage_.is_goal(all_.states[i])) return 1;
            if (const auto found = known.find({i, may_swap}); found != known.end()) {
                return found->second;
            }
            std::uint64_t total = 0;
            for (const auto& step : all_.steps[i]) {
                const std::size_t to = all_.numbers.at(step.after);
                const bool free = step.price(swap) == 0;
                if (cost[to] != cost[i] - step.price(swap) || (free && !may_swap)) continue;
                total += self(self, to, !free);
            }
            return known[{i, may_swap}] = total;
        };
        if (cost[0] == PlainStates::no_way) return {};
        return {cost[0], plans(plans, 0, true)};
    }

    const PlainStage& stage_;
    const PlainStates& all_;
};

// A small stage with everything on it.
inline bloxorz::Stage random_stage(SplitMix64& rng) {
    using bloxorz::Index;
    for (;;) {
        bloxorz::Stage stage;
        stage.width = 2 + roll(rng, 5);
        const int height = 2 + roll(rng, 4);
        const auto count = static_cast<std::size_t>(stage.width * height);
        const auto any = [&] { return roll<Index>(rng, static_cast<Index>(count)); };
        for (std::size_t i = 0; i < count; ++i) {
            const int kind = roll(rng, 12);
            stage.squares.push_back(kind < 2   ? bloxorz::Square::void_
                                    : kind < 4 ? bloxorz::Square::fragile
                                               : bloxorz::Square::tile);
        }
        stage.bridge_at.assign(count, -1);
        stage.switch_at = stage.split_at = stage.bridge_at;
        stage.bridges = roll(rng, 5);
        for (Index bridge = 0; bridge < stage.bridges; ++bridge) {
            for (int i = 1 + roll(rng, 2); i-- > 0;) {
                stage.bridge_at[static_cast<std::size_t>(any())] = bridge;
            }
            if (roll(rng, 2) == 0) stage.on.push_back(bridge);
        }
        if (stage.bridges > 0) {
            for (int i = roll(rng, 4); i-- > 0;) {
                bloxorz::Switch one;
                one.heavy = roll(rng, 3) == 0;
                for (Index bridge = 0; bridge < stage.bridges; ++bridge) {
                    const int kind = roll(rng, 5);
                    if (kind == 0) one.open.push_back(bridge);
                    if (kind == 1) one.close.push_back(bridge);
                    if (kind == 2) one.toggle.push_back(bridge);
                }
                for (int j = 1 + roll(rng, 2); j-- > 0;) {
                    stage.switch_at[static_cast<std::size_t>(any())] =
                        static_cast<Index>(stage.switches.size());
                }
                stage.switches.push_back(one);
            }
        }
        const auto borne = [&](Index square) {
            return stage.squares[static_cast<std::size_t>(square)] != bloxorz::Square::void_;
        };
        for (int i = roll(rng, 3); i-- > 0;) {
            const bloxorz::Split split{any(), any()};
            if (split.first == split.second || !borne(split.first) || !borne(split.second))
                continue;
            stage.split_at[static_cast<std::size_t>(any())] =
                static_cast<Index>(stage.splits.size());
            stage.splits.push_back(split);
        }
        stage.goal = any();
        stage.first = any();
        stage.second = stage.first;
        if (roll(rng, 2) == 0) stage.second += roll(rng, 2) == 0 ? 1 : stage.width;
        if (roll(rng, 5) == 0) {
            stage.split = true;
            stage.second = any();
            if (stage.first == stage.second) continue;
            if (PlainStage(stage).touch(stage.first, stage.second)) continue;  // that is a block
        }
        stage.rules = {roll(rng, 2) == 0, roll(rng, 3) == 0, roll(rng, 3) == 0};
        try {
            stage.check();
        } catch (const std::invalid_argument&) {
            continue;
        }
        return stage;
    }
}

}  // namespace unriddle::tests
