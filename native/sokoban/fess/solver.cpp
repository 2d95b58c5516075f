#include "sokoban/fess/solver.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "sokoban/fess/portfolio.h"
#include "sokoban/fess/race.h"

namespace unriddle::sokoban::fess {

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
    if (options.threads > 1) {
        Options some = options;
        some.threads = std::min(options.threads, most_threads);
        return race(level, control, some);
    }
    // The portfolio is large and must not be on the caller's stack.
    return *std::make_unique<Portfolio>(level, control, options)->run();
}

}  // namespace unriddle::sokoban::fess
