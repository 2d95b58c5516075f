// The portfolio of one thread on one level: its members take turns.
#pragma once

#include <optional>

#include "sokoban/fess/plain_search.h"
#include "sokoban/fess/solver.h"
#include "sokoban/fess/strategy.h"

namespace unriddle::sokoban::fess {

class Portfolio {
  public:
    // `thread`: which of the threads of `options` it is, counted from 0.
    Portfolio(const Level& level, Control& control, const Options& options, unsigned thread = 0);

    // Nothing, where the members of this thread have nothing left to try. The first thread never
    // ends like that: it has the plain search, which sees every position.
    std::optional<Outcome> run();

  private:
    std::optional<Outcome> plain_search(std::uint64_t positions);
    Outcome solved(const std::vector<Push>& pushes) const;

    const Level& level_;
    const Options options_;
    const unsigned thread_;
    const PreparedLevel prepared_;
    Context context_;
    PlainSearch plain_search_;
};

}  // namespace unriddle::sokoban::fess
