// Lower bounds of the walks, from potentials.
//
// Give every square a number, its potential, so that neighbours differ by at most 1, and let every
// step cost 1 less the gain in potential: 0, 1 or 2. Along any path the gains add up to the
// potential of the last square less that of the first, so
//     moves = total of the changed costs + potential(end) - potential(player).
// Walking costs nothing less than 0, so the pushes alone bound the total, and they are bounded as
// before by a matching of boxes and goals, over distances with the changed costs. If all boxes go
// west, a potential that grows to the east makes each push cost 2: after each box the player has to
// come back. With potentials of 0 the bound is that of the pushes.
//
// Any potential gives an admissible and consistent bound. Tried are the distances from each square,
// also negative and cut off at some height; the few that raise the bound of the start most are
// kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "containers/metered.h"
#include "sokoban/board/push_costs.h"

namespace unriddle::sokoban {

class Potential {
  public:
    Potential(const Board& board, const PushGraph& graph, MeteredVector<std::int32_t> potential,
              Control& control);

    // The prices with the changed costs.
    const PushCosts& costs() const { return costs_; }

    // The least potential of the end, less that of the player: zero or less.
    std::int32_t way_home(Square player) const { return least_ - potential_[player]; }

  private:
    MeteredVector<std::int32_t> potential_;
    std::int32_t least_;
    PushCosts costs_;
};

// At most `most` potentials for a search from this position, the best first.
std::vector<std::unique_ptr<Potential>> best_potentials(const Board& board, const PushGraph& graph,
                                                        const Sides& sides,
                                                        std::span<const Square> boxes,
                                                        Square player, std::size_t most,
                                                        Control& control);

}  // namespace unriddle::sokoban
