#include "sokoban/optimal/solver.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "core/thread_room.h"
#include "search/within.h"
#include "sokoban/fess/solver.h"
#include "sokoban/optimal/polish.h"
#include "sokoban/optimal/search.h"

namespace unriddle::sokoban {

namespace {

// Of the time, for A*'s head start at most, and for the expert's first try. A* then has as much,
// and both have twice of it next.
constexpr double head_share = 0.05, expert_share = 0.9, most_seconds = 30;

// How many expansions A* has for itself: the fewer the boxes, the less each of them takes, and the
// likelier is the proof.
std::uint64_t head_start(std::size_t boxes) {
    constexpr std::uint64_t least = 2'000, work = 480'000;
    return std::max(least, work / std::max<std::uint64_t>(boxes * boxes, 1));
}

// Polishes a solution on a thread of its own. Where memory is limited, half of the rest is set
// aside for it.
class PolishingThread {
  public:
    PolishingThread(const Level& level, std::vector<Action> plan, Control& control)
        : control_(control),
          bytes_(control.rest().bytes > 4 * most_bytes ? 0 : control.rest().bytes / 2),
          part_({.seconds = control.rest().seconds, .bytes = bytes_ == 0 ? most_bytes : bytes_}),
          plan_(std::move(plan)) {
        control_.reserve(static_cast<std::size_t>(bytes_));
        try {
            require_room_for_thread();
            thread_ = std::thread([this, &level] { run(level); });
        } catch (const std::system_error&) {  // then there is one thread less
        } catch (const std::bad_alloc&) {
        }
    }
    ~PolishingThread() {
        part_.stop();
        if (thread_.joinable()) thread_.join();
        control_.release(static_cast<std::size_t>(bytes_));
        control_.account(part_.progress());
    }
    PolishingThread(const PolishingThread&) = delete;

    bool has_started() const { return thread_.joinable(); }

    std::vector<Action> plan() {
        const std::lock_guard lock(mutex_);
        return plan_;
    }

  private:
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;
    static constexpr std::uint64_t slice = 1000;

    void run(const Level& level) {
        part_.begin();
        try {
            Polisher polisher(level, plan(), part_);
            bool is_left = true;
            while (is_left) {
                try {
                    is_left = polisher.advance(slice);
                } catch (const Interruption&) {
                    is_left = false;
                }
                const std::lock_guard lock(mutex_);
                plan_ = polisher.plan();
            }
        } catch (const Interruption&) {
        } catch (const std::bad_alloc&) {
        }
    }

    Control& control_;
    const std::uint64_t bytes_;
    Control part_;
    std::mutex mutex_;  // guards the plan
    std::vector<Action> plan_;
    std::thread thread_;
};

class OptimalSolver {
  public:
    OptimalSolver(const Level& level, const Options& options, Control& control)
        : control_(control),
          options_(options),
          level_(level),
          board_(level),
          task_{board_,
                board_.numbers(level.boxes),
                board_.number(level.player),
                {level.walk_cost, level.push_cost}} {
        task_.rules = options.rules;
    }

    Outcome solve() {
        bool proved = false;
        try {
            if (!search()) return {Status::exhausted};
            proved = true;
            break_ties();
        } catch (const Interruption&) {
            if (!has_plan()) throw;
        } catch (const std::bad_alloc&) {
            if (!has_plan()) throw;
        }
        if (polisher_) keep(polisher_->plan());
        if (other_) keep(other_->plan());  // what it found during the last turn of A*
        return {Status::solved, plan_, worth_.cost, proved};
    }

  private:
    // Returns when A* is over; false if there is no solution.
    bool search() {
        OptimalSearch search(task_, control_);
        report_bounds_of(search);
        const Limits all = control_.rest();
        const auto is_early = [&] {  // enough is left to find a solution otherwise
            const Limits rest = control_.rest();
            return rest.seconds >= all.seconds * (1 - head_share) &&
                   rest.nodes >= all.nodes / 4 * 3 && rest.bytes >= all.bytes / 4 * 3;
        };
        const std::uint64_t first =
            options_.head_start != 0 ? options_.head_start : head_start(task_.boxes.size());
        while (search.expanded() < first && is_early()) {
            if (search.run(std::min<std::uint64_t>(first, 100))) return has_plan();
        }
        for (double seconds = std::min(all.seconds * expert_share, most_seconds); !has_plan();
             seconds *= 2) {
            const Outcome found = within(control_, {.seconds = seconds}, [&](Control& inner) {
                return fess::solve(level_, inner, {.rules = task_.rules});
            });
            if (found.status == Status::exhausted) return false;
            if (found.status == Status::solved) {
                keep(found.plan);
            } else if (run_for(search, seconds)) {
                return has_plan();
            }
        }
        if (options_.threads > 1) other_.emplace(level_, plan_, control_);
        if (other_ && !other_->has_started()) other_.reset();
        // While polishing gains something it gets most of the work, and then less and less.
        for (std::uint64_t fruitless = 0;;) {
            const Worth before = worth_;
            if (other_) {
                keep(other_->plan());
            } else {
                polish(fruitless == 0 ? 4 * options_.slice : options_.slice / fruitless);
            }
            fruitless = worth_ < before ? 0 : fruitless + 1;
            search.know(static_cast<std::uint32_t>(worth_.cost));
            if (search.run(options_.slice)) {
                other_.reset();  // the optimum is known, and its memory is wanted for the ties
                return true;
            }
        }
    }

    static bool run_for(OptimalSearch& search, double seconds) {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::duration<double>(seconds);
        while (Clock::now() < end) {
            if (search.run(1000) || search.has_solution()) return true;
        }
        return false;
    }

    // Works on the best solution for this many expansions.
    void polish(std::uint64_t expansions) {
        if (!polisher_ || polisher_->worth() > worth_) polisher_.emplace(level_, plan_, control_);
        polisher_->advance(expansions);
        keep(polisher_->plan());
    }

    // Of the cheapest solutions, one with fewer pushes, or with fewer moves.
    void break_ties() {
        const std::uint64_t most =
            task_.costs.walk == 0 ? options_.ties : control_.progress().expanded / 2;
        polish(std::min(options_.ties, most));
    }

    bool has_plan() const { return worth_.cost != OptimalSearch::unlimited; }

    void keep(const std::vector<Action>& plan) {
        const Worth worth = worth_of(plan, task_.costs);
        if (worth >= worth_) return;
        if (!has_plan()) control_.end_after(options_.seconds);
        worth_ = worth;
        plan_ = plan;
        control_.bound_above(worth.cost);
    }

    void report_bounds_of(OptimalSearch& search) {
        search.on_bounds = [this, &search] {
            if (search.lower() != OptimalSearch::unknown) control_.bound_below(search.lower());
            if (!search.has_solution() || search.upper() >= worth_.cost) return;
            // Where a node on the way was improved since, the solution is cheaper than it says.
            keep(with_walks(board_, task_.boxes, task_.player, search.solution()));
            search.know(static_cast<std::uint32_t>(worth_.cost));
        };
    }

    Control& control_;
    const Options options_;
    const Level& level_;
    const Board board_;
    Task task_;
    std::vector<Action> plan_;
    Worth worth_{OptimalSearch::unlimited, 0};  // of the plan, if there is one
    std::optional<Polisher> polisher_;
    std::optional<PolishingThread> other_;
};

}  // namespace

Outcome solve_optimally(const Level& level, Control& control, const Options& options) {
    return OptimalSolver(level, options, control).solve();
}

}  // namespace unriddle::sokoban
