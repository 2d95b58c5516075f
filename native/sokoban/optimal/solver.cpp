#include "sokoban/optimal/solver.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "sokoban/optimal/search.h"

namespace unriddle::sokoban {

namespace {

// A* alone settles most levels; where it does not, a greedy search looks for a solution meanwhile,
// which bounds the optimum and lets A* leave out what cannot be cheaper.
constexpr std::uint64_t head_start = 100'000;
constexpr std::uint64_t greedy_expansions = 400'000;
constexpr std::uint32_t greedy_weight = 4;

struct Solution {
    std::vector<Way> pushes;
    std::uint32_t cost;
};

class Solver {
  public:
    Solver(const Level& level, DeadlockRules rules, Control& control)
        : control_(control),
          board_(level),
          task_{board_, board_.numbers(level.boxes), board_.number(level.player),
                {level.walk_cost, level.push_cost}} {
        task_.rules = rules;
    }

    Outcome solve() {
        bool proved = false;
        try {
            search();
            proved = true;
        } catch (const Interruption&) {
            if (!best_) throw;
        } catch (const std::bad_alloc&) {
            if (!best_) throw;
        }
        if (!best_) return {Status::exhausted};
        Control unlimited;
        return {Status::solved, written_out(task_, best_->pushes, unlimited), best_->cost, proved};
    }

  private:
    void search() {
        OptimalSearch search(task_, control_);
        watch(search);
        if (search.run(head_start)) return;
        look_for_any();
        if (best_) search.know(best_->cost);
        search.run(OptimalSearch::unlimited);
    }

    void look_for_any() {
        Task task = task_;
        task.weight = greedy_weight;
        OptimalSearch greedy(task, control_);
        watch(greedy);
        greedy.run(greedy_expansions);
    }

    void watch(OptimalSearch& search) {
        search.on_bounds = [this, &search] {
            if (search.lower() != OptimalSearch::unknown) control_.bound_below(search.lower());
            if (!search.has_solution() || (best_ && best_->cost <= search.upper())) return;
            // Where a node on the way was improved meanwhile, the solution is cheaper than it says.
            std::vector<Way> pushes = search.solution();
            const std::uint32_t cost = cost_of(task_, pushes);
            best_ = {std::move(pushes), cost};
            search.know(cost);
            control_.bound_above(cost);
        };
    }

    Control& control_;
    const Board board_;
    Task task_;
    std::optional<Solution> best_;
};

}  // namespace

std::unique_ptr<Run> solve_optimally(Level level, const std::vector<std::string>& without,
                                     Limits limits) {
    level.check();
    const DeadlockRules rules = rules_without(without, rules_of_optimal());
    auto work = [level = std::move(level), rules](Control& control) {
        return Solver(level, rules, control).solve();
    };
    return std::make_unique<Run>(std::move(work), limits);
}

}  // namespace unriddle::sokoban
