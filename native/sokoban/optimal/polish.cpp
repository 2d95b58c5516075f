#include "sokoban/optimal/polish.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "sokoban/optimal/first_solution.h"
#include "sokoban/optimal/search.h"

namespace unriddle::sokoban {

namespace {

// The first solution, if none is given, may be improved by a greedy search of so many expansions.
constexpr std::uint64_t greedy_expansions = 20'000;

// How many pushes a window has, and how many expansions it is worth.
struct Effort {
    std::size_t pushes;
    std::uint64_t expansions;
};
constexpr std::array<Effort, 8> efforts = {{{6, 2'000},
                                            {12, 5'000},
                                            {24, 10'000},
                                            {50, 30'000},
                                            {100, 100'000},
                                            {200, 300'000},
                                            {400, 1'000'000},
                                            {100'000, 10'000'000}}};
// Windows are made by the hundred: a large table of pairs would take longer than the search.
constexpr std::size_t window_pair_work = 1'000'000;

// So much does the second aim weigh less than the first. It need not be exact: what is accepted is
// compared by both aims.
constexpr std::uint32_t first_aim = 1024;

struct Worth {
    std::uint64_t cost, other;
    auto operator<=>(const Worth&) const = default;
};

class Polisher {
  public:
    Polisher(const Level& level, Control& control)
        : control_(control),
          level_(level),
          board_(level),
          costs_{level.walk_cost, level.push_cost},
          boxes_(board_.numbers(level.boxes)),
          player_(board_.number(level.player)) {}

    Outcome run(const std::vector<Action>& plan, std::uint64_t expansions) {
        left_ = expansions;
        if (!plan.empty()) {
            pushes_ = pushes_of(plan);
        } else if (!find_any()) {
            return {Status::exhausted};
        }
        worth_ = worth_of(pushes_);
        control_.bound_above(worth_.cost);
        try {
            if (plan.empty()) improve_greedily();
            for (const Effort effort : efforts) {
                while (!is_settled_ && left_ > 0 && improve(effort)) {
                }
            }
        } catch (const Interruption&) {  // what has been found so far is the answer
        } catch (const std::bad_alloc&) {
        }
        return {Status::solved, written_out(task(boxes_, player_), pushes_), worth_.cost};
    }

  private:
    Task task(const Squares& boxes, Square player) const { return {board_, boxes, player, costs_}; }

    std::vector<Push> pushes_of(const std::vector<Action>& plan) const {
        std::vector<Push> pushes;
        Mask full = board_.with(boxes_);
        Square player = player_;
        for (const Action action : plan) {
            const auto direction = static_cast<std::uint8_t>(action % 4);
            const Square target = board_.next[player][direction];
            if (target == board_.wall()) throw std::invalid_argument("the plan walks into a wall");
            if (full[target]) {
                const Square beyond = board_.next[target][direction];
                if (full[beyond]) {
                    throw std::invalid_argument("the plan pushes a box that cannot move");
                }
                full[target] = 0;
                full[beyond] = 1;
                pushes.push_back({target, direction});
            }
            player = target;
        }
        for (Square square = 0; square < board_.wall(); ++square) {
            if (full[square] && !board_.is_goal[square]) {
                throw std::invalid_argument("the plan does not solve the level");
            }
        }
        return pushes;
    }

    // False if there is no solution; throws if a limit comes first.
    bool find_any() {
        const Outcome first = ask_expert(level_, {}, {}, control_);
        if (first.status == Status::exhausted) return false;
        if (first.status != Status::solved) throw Interruption{first.status};
        pushes_ = pushes_of(first.plan);
        return true;
    }

    void improve_greedily() {
        const auto better =
            search_greedily(task(boxes_, player_), worth_.cost, greedy_expansions, control_);
        if (!better) return;
        pushes_ = pushes_of(better->plan);
        worth_ = worth_of(pushes_);
        control_.bound_above(worth_.cost);
    }

    Worth worth_of(std::span<const Push> pushes) const {
        const auto actions = written_out(task(boxes_, player_), pushes);
        const std::uint64_t moves = actions.size(), walks = moves - pushes.size();
        const std::uint64_t cost = costs_.walk * walks + costs_.push * pushes.size();
        return {cost, costs_.walk == 0 ? moves : pushes.size()};
    }

    // What a step costs to a search with both aims.
    Costs both_aims() const {
        if (costs_.walk == 0) return {1, first_aim + 1};
        if (costs_.push == 0) return {first_aim, 1};
        return {first_aim, first_aim + 1};
    }

    // One round of windows over the whole solution; true if it has become better.
    bool improve(Effort effort) {
        bool improved = false;
        for (std::size_t from = 0; from < pushes_.size() && left_ > 0; from += effort.pushes / 2) {
            improved |= improve_window(from, effort);
            if (from + effort.pushes >= pushes_.size()) break;
        }
        return improved;
    }

    bool improve_window(std::size_t from, Effort effort) {
        const std::size_t to = std::min(from + effort.pushes, pushes_.size());
        Squares start = boxes_;
        Square player = player_;
        for (std::size_t i = 0; i < from; ++i) push(start, player, pushes_[i]);
        Squares end = start;
        Square last = player;
        for (std::size_t i = from; i < to; ++i) push(end, last, pushes_[i]);

        Level part = level_;
        if (to < pushes_.size()) {
            part.goals.clear();
            for (const Square box : end) part.goals.push_back(board_.frame[box]);
        }
        const Board board(part);
        Task task{board, start, player, both_aims()};
        task.pair_work = window_pair_work;
        task.rules.patterns = task.rules.goal_rooms = task.rules.learnt = false;
        if (to < pushes_.size()) {
            task.end = board_.next[pushes_[to].box][opposite(pushes_[to].direction)];
        }
        std::uint64_t key = mixed(player + 1) ^ mixed(task.end.value_or(nowhere) + 2);
        for (const Square box : start) key += mixed(key + box);
        for (const Square box : end) key += mixed(key + box);
        if (!looked_at_.insert(key + effort.expansions).second || closed_.contains(key))
            return false;
        const std::span<const Push> present(pushes_.data() + from, to - from);
        OptimalSearch search(task, control_);
        search.know(cost_of(task, present));
        if (search.run(std::min(effort.expansions, left_))) {
            closed_.insert(key);
            is_settled_ = from == 0 && to == pushes_.size();
        }
        left_ -= search.expanded();
        if (!search.has_solution()) return false;

        std::vector<Push> pushes(pushes_.begin(),
                                 pushes_.begin() + static_cast<std::ptrdiff_t>(from));
        const std::vector<Push> better = search.solution();
        pushes.insert(pushes.end(), better.begin(), better.end());
        pushes.insert(pushes.end(), pushes_.begin() + static_cast<std::ptrdiff_t>(to),
                      pushes_.end());
        const Worth worth = worth_of(pushes);
        if (worth >= worth_) return false;
        worth_ = worth;
        pushes_ = std::move(pushes);
        control_.bound_above(worth_.cost);
        return true;
    }

    void push(Squares& boxes, Square& player, const Push& push) const {
        *std::find(boxes.begin(), boxes.end(), push.box) = board_.next[push.box][push.direction];
        std::sort(boxes.begin(), boxes.end());
        player = push.box;
    }

    Control& control_;
    const Level& level_;
    const Board board_;
    const Costs costs_;
    const Squares boxes_;
    const Square player_;
    std::vector<Push> pushes_;
    Worth worth_{0, 0};
    std::uint64_t left_ = 0;  // expansions
    // Windows that were tried, by what they begin and end with: with an effort, and to the end.
    // (Two windows of one hash would cost a chance of improvement, nothing else.)
    std::unordered_set<std::uint64_t> looked_at_, closed_;
    bool is_settled_ = false;  // the whole solution is the best there is
};

}  // namespace

Outcome polished(const Level& level, const std::vector<Action>& plan, std::uint64_t expansions,
                 Control& control) {
    return Polisher(level, control).run(plan, expansions);
}

}  // namespace unriddle::sokoban
