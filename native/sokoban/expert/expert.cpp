#include "sokoban/expert/expert.h"

#include <memory>
#include <optional>
#include <stdexcept>

#include "sokoban/expert/solution.h"
#include "sokoban/expert/strategy.h"
#include "sokoban/expert/sweep.h"

namespace unriddle::sokoban::expert {

namespace {

// The members of the portfolio on one level, and how they share the time.
class Portfolio {
  public:
    Portfolio(const Level& level, Control& control, const Options& options)
        : level_(level),
          arena_(level),
          desk_(arena_, control, options.rules),
          sweep_(desk_.tools, desk_.grounds, desk_.corrals) {}

    Outcome run(std::uint64_t plain_first) {
        // A plain search first: small levels end here, with few pushes or with a proof.
        if (const auto outcome = sweep(plain_first)) return *outcome;
        std::vector<std::unique_ptr<Strategy>> strategies = make_strategies(desk_);
        for (std::uint64_t share = second_of_work / 2;; share *= 2) {
            for (auto& strategy : strategies) {
                if (strategy == nullptr) continue;
                switch (strategy->advance(share)) {
                    case Strategy::End::found:
                        return solved(strategy->solution());
                    case Strategy::End::nothing_left:
                        // Its rules are sound: there is probably no solution, and this proves it.
                        return *sweep(all);
                    case Strategy::End::gives_up:
                        strategy.reset();
                        break;
                    case Strategy::End::spent:
                        break;
                }
            }
            if (const auto outcome = sweep(share * 1000 / second_of_work)) return *outcome;
        }
    }

  private:
    static constexpr std::uint64_t all = ~std::uint64_t{0};

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
    Desk desk_;
    Sweep sweep_;
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
