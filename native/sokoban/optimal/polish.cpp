#include "sokoban/optimal/polish.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sokoban/fess/solver.h"
#include "sokoban/optimal/search.h"
#include "sokoban/optimal/vicinity.h"

namespace unriddle::sokoban {

namespace {

constexpr std::array<PolishingSize, 8> sizes = {{{1, 3'000},
                                                 {1, 10'000},
                                                 {1, 30'000},
                                                 {1, 100'000},
                                                 {2, 100'000},
                                                 {2, 300'000},
                                                 {3, 1'000'000},
                                                 {4, 4'000'000}}};
// To set a trial up takes as long as some expansions, and one more for eight positions.
constexpr std::uint64_t set_up = 100;
// A large table of pairs would take longer than the search.
constexpr std::size_t pair_work = 1'000'000;

// So much does the second aim weigh less than the first. It need not be exact: what is accepted is
// compared by both aims.
constexpr std::uint32_t first_aim = 1024;

// What a step costs to a search with both aims.
Costs with_both_aims(Costs costs) {
    if (costs.walk == 0) return {1, first_aim + 1};
    if (costs.push == 0) return {first_aim, 1};
    return {first_aim, first_aim + 1};
}

}  // namespace

Worth worth_of(std::span<const Action> plan, Costs costs) {
    const auto pushes = static_cast<std::uint64_t>(
        std::count_if(plan.begin(), plan.end(), [](Action action) { return action >= 4; }));
    const std::uint64_t cost = costs.walk * (plan.size() - pushes) + costs.push * pushes;
    return {cost, costs.walk == 0 ? plan.size() : pushes};
}

// A search near the solution.
struct Polisher::Trial {
    Trial(const Task& what, Control& control) : task(what), search(task, control) {}

    const Task task;
    OptimalSearch search;
    std::optional<Vicinity> vicinity;
};

Polisher::Polisher(const Level& level, std::span<const Action> plan, Control& control)
    : control_(control),
      board_(level),
      costs_{level.walk_cost, level.push_cost},
      boxes_(board_.numbers(level.boxes)),
      player_(board_.number(level.player)),
      pushes_(pushes_of(plan)),
      worth_(worth_of(this->plan(), costs_)) {
    control_.bound_above(worth_.cost);
}

Polisher::~Polisher() = default;

std::vector<Action> Polisher::plan() const { return with_walks(board_, boxes_, player_, pushes_); }

bool Polisher::advance(std::uint64_t expansions) {
    while (expansions > 0) {
        if (!trial_) {
            if (!begin_trial()) return false;
            expansions -= std::min(expansions, set_up + trial_->vicinity->size() / 8);
        }
        const std::uint64_t before = trial_->search.expanded();
        bool is_over = false;
        try {
            is_over = trial_->search.run(expansions);
        } catch (const Interruption&) {
            end_trial();
            throw;
        }
        expansions -= std::min(expansions, trial_->search.expanded() - before);
        if (is_over) end_trial();
    }
    return true;
}

// How many sets of boxes there are to stand elsewhere, in all positions on the way.
double Polisher::choices(std::size_t boxes) const {
    double count = static_cast<double>(pushes_.size() + 1);
    for (std::size_t i = 0; i < boxes; ++i) {
        count *= static_cast<double>(boxes_.size() - i) / static_cast<double>(i + 1);
    }
    return count;
}

// On how many squares each of `size.boxes` boxes may stand, so that there are `size.positions`.
std::size_t Polisher::squares_for(const PolishingSize& size) const {
    if (boxes_.size() < size.boxes) return 0;
    const double each = static_cast<double>(size.positions) / choices(size.boxes);
    const double squares = 1 + std::pow(each, 1.0 / static_cast<double>(size.boxes));
    return static_cast<std::size_t>(std::min(squares, static_cast<double>(board_.squares())));
}

// False if nothing is left to try.
bool Polisher::begin_trial() {
    // Where all squares are near already, a larger size of as many boxes looks at nothing new.
    const auto all_tried = [this](const PolishingSize& size) {
        return size_ > 0 && size.boxes == sizes[size_ - 1].boxes &&
               squares_for(sizes[size_ - 1]) == board_.squares();
    };
    while (size_ < sizes.size() && (squares_for(sizes[size_]) < 2 || all_tried(sizes[size_]))) {
        ++size_;
    }
    if (size_ == sizes.size() || pushes_.empty()) return false;
    const PolishingSize& size = sizes[size_];
    Task task{board_, boxes_, player_, with_both_aims(costs_)};
    task.pair_work = pair_work;
    task.rules.patterns = task.rules.goal_rooms = task.rules.learnt = false;
    auto trial = std::make_unique<Trial>(task, control_);
    const std::size_t squares = squares_for(size);
    const double positions = choices(size.boxes) * std::pow(squares, size.boxes);
    trial->vicinity.emplace(
        board_, boxes_, pushes_, trial->search.is_dead(),
        std::vector<std::size_t>(size.boxes, squares),
        static_cast<std::size_t>(std::min(positions, static_cast<double>(size.positions))),
        control_);
    trial->search.stay_within(*trial->vicinity);
    trial->search.know(static_cast<std::uint32_t>(worth_of(plan(), task.costs).cost));
    trial_ = std::move(trial);
    return true;
}

// Keeps what the trial has found; if that is nothing, the next one looks further away.
void Polisher::end_trial() {
    const std::unique_ptr<Trial> trial = std::move(trial_);
    if (trial->search.has_solution()) {
        std::vector<Push> pushes = trial->search.solution();
        const Worth worth = worth_of(with_walks(board_, boxes_, player_, pushes), costs_);
        if (worth < worth_) {
            worth_ = worth;
            pushes_ = std::move(pushes);
            control_.bound_above(worth_.cost);
            return;
        }
    }
    ++size_;
}

std::vector<Push> Polisher::pushes_of(std::span<const Action> plan) const {
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

Outcome polished(const Level& level, const std::vector<Action>& plan, Control& control) {
    Outcome best{Status::solved, plan};
    if (plan.empty()) best = fess::solve(level, control);
    if (best.status == Status::exhausted) return best;
    std::optional<Polisher> polisher;
    try {
        polisher.emplace(level, best.plan, control);
        while (polisher->advance(OptimalSearch::unlimited)) {
        }
    } catch (const Interruption&) {  // what has been found so far is the answer
    } catch (const std::bad_alloc&) {
    }
    if (!polisher) return best;
    return {Status::solved, polisher->plan(), polisher->worth().cost};
}

}  // namespace unriddle::sokoban
