#include "sokoban/fess/portfolio.h"

#include "sokoban/board/pushes.h"

namespace unriddle::sokoban::fess {

namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};

}  // namespace

Portfolio::Portfolio(const Level& level, Control& control, const Options& options, unsigned thread)
    : level_(level),
      options_(options),
      thread_(thread),
      prepared_(level),
      context_(prepared_, control, options.rules),
      plain_search_(context_) {}

std::optional<Outcome> Portfolio::run() {
    const bool plain = thread_ == 0;
    // A plain search first: small levels end here, with few pushes or with a proof.
    if (plain) {
        if (const auto outcome = plain_search(options_.plain_first)) return outcome;
    }
    auto strategies = make_strategies(context_, thread_, options_.threads);
    for (std::uint64_t share = second_of_work / 2;; share *= 2) {
        for (auto& strategy : strategies) {
            const auto end = strategy->advance(share);
            if (!end) strategy.reset();
            if (end == FeatureSearch::End::found) return solved(strategy->solution());
            // Its rules are sound: there is probably no solution, and this proves it.
            if (end == FeatureSearch::End::nothing_left) return plain_search(all);
        }
        std::erase(strategies, nullptr);
        if (!plain && strategies.empty()) return {};
        if (!plain) continue;
        if (const auto outcome = plain_search(share * 1000 / second_of_work)) return outcome;
    }
}

std::optional<Outcome> Portfolio::plain_search(std::uint64_t positions) {
    switch (plain_search_.run(positions)) {
        case PlainSearch::End::found:
            return solved(plain_search_.solution());
        case PlainSearch::End::exhausted:
            return Outcome{Status::exhausted};
        case PlainSearch::End::spent:
            break;
    }
    return {};
}

Outcome Portfolio::solved(const std::vector<Push>& pushes) const {
    // The level as it is: walks may use squares that the prepared left out.
    const Board board(level_);
    std::vector<Push> numbered;
    for (const Push& push : pushes) {
        numbered.push_back({board.number(prepared_.frame[push.box]), push.direction});
    }
    Outcome outcome{Status::solved, with_walks(board, board.numbers(level_.boxes),
                                               board.number(level_.player), numbered)};
    for (const Action action : outcome.plan) {
        outcome.cost += action >= 4 ? level_.push_cost : level_.walk_cost;
    }
    return outcome;
}

}  // namespace unriddle::sokoban::fess
