#include "sokoban/optimal/solver.h"

#include <algorithm>
#include <new>
#include <optional>

#include "sokoban/optimal/first_solution.h"
#include "sokoban/optimal/polish.h"
#include "sokoban/optimal/search.h"

namespace unriddle::sokoban {

namespace {

// Of the time, for the first solution.
constexpr double share_of_time = 0.25, most_seconds = 60;

struct Solution {
    std::vector<Action> plan;
    std::uint64_t cost;
};

class OptimalSolver {
  public:
    OptimalSolver(const Level& level, DeadlockRules rules, const Patience& patience,
                  Control& control)
        : control_(control),
          patience_(patience),
          level_(level),
          board_(level),
          task_{board_,
                board_.numbers(level.boxes),
                board_.number(level.player),
                {level.walk_cost, level.push_cost}} {
        task_.rules = rules;
    }

    Outcome solve() {
        bool proved = false;
        try {
            if (!search()) return {Status::exhausted};
            proved = true;
        } catch (const Interruption&) {
            if (!best_) throw;
        } catch (const std::bad_alloc&) {
            if (!best_) throw;
        }
        return {Status::solved, best_->plan, best_->cost, proved};
    }

  private:
    // False if there is no solution.
    bool search() {
        OptimalSearch search(task_, control_);
        watch(search);
        const double enough = time_for_others();
        do {
            if (search.run(patience_.slice)) return search.has_solution();
        } while (search.expanded() < patience_.head_start && control_.rest().seconds >= enough);
        if (!look_for_any()) return false;
        if (best_) search.know(static_cast<std::uint32_t>(best_->cost));
        search.run(OptimalSearch::unlimited);
        return best_.has_value();
    }

    // When so much is left, A* is no longer alone.
    double time_for_others() const { return control_.rest().seconds * (1 - share_of_time); }
    double time_for_expert() const {
        return std::min(most_seconds, control_.rest().seconds * share_of_time);
    }

    // False if it turns out that there is none.
    bool look_for_any() {
        const Limits limits{.seconds = time_for_expert()};
        const Outcome found = ask_expert(level_, task_.rules, limits, control_);
        if (found.status == Status::exhausted) return false;
        if (found.status == Status::solved) keep(found);
        const std::uint64_t most = best_ ? best_->cost : OptimalSearch::unknown;
        const auto better = search_greedily(task_, most, patience_.greedy_expansions, control_);
        if (better) keep(*better);
        if (best_) keep(polished(level_, best_->plan, patience_.polishing, control_));
        control_.look();
        return true;
    }

    void keep(const Outcome& found) {
        if (best_ && best_->cost <= found.cost) return;
        best_ = {found.plan, found.cost};
        control_.bound_above(found.cost);
    }

    void watch(OptimalSearch& search) {
        search.on_bounds = [this, &search] {
            if (search.lower() != OptimalSearch::unknown) control_.bound_below(search.lower());
            if (!search.has_solution() || (best_ && best_->cost <= search.upper())) return;
            // Where a node on the way was improved meanwhile, the solution is cheaper than it says.
            const std::vector<Push> pushes = search.solution();
            keep({Status::solved, written_out(task_, pushes), cost_of(task_, pushes)});
            search.know(static_cast<std::uint32_t>(best_->cost));
        };
    }

    Control& control_;
    const Patience patience_;
    const Level& level_;
    const Board board_;
    Task task_;
    std::optional<Solution> best_;
};

}  // namespace

Outcome solve_optimally(const Level& level, DeadlockRules rules, Control& control,
                        const Patience& patience) {
    return OptimalSolver(level, rules, patience, control).solve();
}

}  // namespace unriddle::sokoban
