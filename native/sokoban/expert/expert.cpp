#include "sokoban/expert/expert.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sokoban/expert/backward.h"
#include "sokoban/expert/forward.h"
#include "sokoban/expert/solution.h"
#include "sokoban/expert/sweep.h"

namespace unriddle::sokoban::expert {

namespace {

// About as much work (see Flood) as a second allows.
constexpr std::uint64_t second = 100'000'000;

// The members of the portfolio on one level, and how they share the time.
class Portfolio {
  public:
    Portfolio(const Level& level, Control& control, const Options& options)
        : level_(level),
          arena_(level),
          tools_(arena_, control, options.rules),
          grounds_(tools_),
          corrals_(tools_),
          sweep_(tools_, grounds_, corrals_) {}

    Outcome run(std::uint64_t plain_first) {
        // A plain search first: small levels end here, with few pushes or with a proof.
        if (const auto outcome = sweep(plain_first)) return *outcome;
        for (std::uint64_t share = 1;; share *= 2) {
            for (const Taste taste : {Taste::from_afar, Taste::from_nearby}) {
                if (const auto outcome = advance(taste, share * second)) return *outcome;
            }
            if (const auto outcome = sweep(share * 1000)) return *outcome;
        }
    }

  private:
    using Taste = BackwardSearch::Taste;
    static constexpr std::uint64_t all = ~std::uint64_t{0};
    static constexpr std::uint64_t patience = 10;  // work for the plan, in shares

    // A plan made backwards, and the search that follows it.
    struct Attempt {
        Attempt(Portfolio& portfolio, Taste taste)
            : backward(portfolio.tools_, portfolio.goals(), taste) {
            backward.begin();
        }

        BackwardSearch backward;
        std::optional<Plan> plan;
        std::unique_ptr<ForwardSearch> forward;
        bool over = false;
    };

    // Spends some work on the plan of one taste.
    std::optional<Outcome> advance(Taste taste, std::uint64_t work) {
        auto& attempt = attempts_[static_cast<std::size_t>(taste)];
        if (attempt == nullptr) attempt = std::make_unique<Attempt>(*this, taste);
        if (attempt->over) return {};
        if (!attempt->plan) {
            // The best plan so far will have to do when the work for it is spent.
            attempt->backward.run(patience * work);
            if (attempt->backward.best() == FeatureSearch::no_spot) {
                attempt->over = true;
                return {};
            }
            Plan plan = attempt->backward.plan();
            for (const auto& other : attempts_) {
                attempt->over |= other != nullptr && other->plan && *other->plan == plan;
            }
            if (attempt->over) return {};
            attempt->plan = std::move(plan);
            attempt->forward =
                std::make_unique<ForwardSearch>(tools_, grounds_, corrals_, *attempt->plan);
            attempt->forward->begin();
        }
        ForwardSearch& forward = *attempt->forward;
        const FeatureSearch::End end = forward.run(work);
        if (end == FeatureSearch::End::found) {
            return solved(pushes_along(tools_, forward, forward.path(forward.best())));
        }
        attempt->over = end == FeatureSearch::End::nothing_left;
        // Its rules are sound: then there is probably no solution, and the plain search proves it.
        if (attempt->over) return sweep(all);
        return {};
    }

    // As many goals as there are boxes: where there are more, some that the boxes can share.
    Cells goals() {
        if (arena_.goals.size() == arena_.bases.size()) return arena_.goals;
        Cells chosen;
        tools_.assignment.exists(
            arena_.bases.size(), arena_.goals.size(), [&](std::size_t box, std::size_t goal) {
                return arena_.to_goal[goal][arena_.bases[box]] != unreachable;
            });
        for (std::size_t goal = 0; goal < arena_.goals.size(); ++goal) {
            if (tools_.assignment.owner(goal) >= 0) chosen.push_back(arena_.goals[goal]);
        }
        return chosen;
    }

    std::optional<Outcome> sweep(std::uint64_t positions) {
        switch (sweep_.run(positions)) {
            case Sweep::End::found:
                return solved(sweep_.solution());
            case Sweep::End::exhausted:
                return Outcome{Status::exhausted};
            case Sweep::End::spent:
                break;
        }
        return {};
    }

    Outcome solved(const std::vector<Push>& pushes) const {
        Outcome outcome{Status::solved, with_walks(level_, arena_, pushes)};
        for (const Action action : outcome.plan) {
            outcome.cost += action >= 4 ? level_.push_cost : level_.walk_cost;
        }
        return outcome;
    }

    const Level& level_;
    const Arena arena_;
    Toolbox tools_;
    Grounds grounds_;
    CorralProof corrals_;
    Sweep sweep_;
    std::array<std::unique_ptr<Attempt>, 2> attempts_;  // by taste
};

}  // namespace

std::string refusal(const Level& level) {
    const Index rows = level.floor.back() / level.width - level.floor.front() / level.width + 1;
    if (level.width > most_columns + 2 || rows > most_rows) {
        return "the expert takes boards of up to 64 by 64 squares";
    }
    if (level.boxes.size() > most_boxes) return "the expert takes up to 100 boxes";
    return {};
}

Outcome solve(const Level& level, Control& control, const Options& options) {
    level.check();
    const std::string reason = refusal(level);
    if (!reason.empty()) throw std::invalid_argument(reason);
    // The portfolio is large and must not be on the stack of whoever calls.
    return std::make_unique<Portfolio>(level, control, options)->run(options.plain_first);
}

}  // namespace unriddle::sokoban::expert
