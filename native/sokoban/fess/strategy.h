// The members of the portfolio: ways to look for a solution that take turns.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sokoban/fess/feature_search.h"

namespace unriddle::sokoban::fess {

class Strategy {
  public:
    virtual ~Strategy() = default;

    // Spends some work (see Flood). `nothing_left`: all positions were seen, but for pruned ones
    // and for equal hashes. Nothing at all, if more will not help.
    virtual std::optional<FeatureSearch::End> advance(std::uint64_t work) = 0;

    // The pushes of the solution, once one was found.
    virtual std::vector<Push> solution() = 0;
};

// In the order of their turns: those of one of `threads` that share them, counted from 0.
std::vector<std::unique_ptr<Strategy>> make_strategies(Context& context, unsigned thread,
                                                       unsigned threads);

// About as much work as a second allows.
constexpr std::uint64_t second_of_work = 100'000'000;

}  // namespace unriddle::sokoban::fess
