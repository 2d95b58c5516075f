// The estimates of puzzles/bloxorz/heuristics.py, as one table for blocks and one for cubes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "bloxorz/stage.h"
#include "containers/metered.h"
#include "search/named.h"

namespace unriddle::bloxorz {

enum class HeuristicKind : std::uint8_t { rolls, halves };

constexpr auto heuristics = std::to_array<Named<HeuristicKind>>({
    {"rolls", HeuristicKind::rolls},
    {"halves", HeuristicKind::halves},
});

class Estimates {
  public:
    Estimates(HeuristicKind kind, const Board& board, const Stage& stage, Control& control);

    double block(Place place) const { return blocks_[place]; }
    double cubes(Place one, Place other) const {
        return add_ ? cubes_[one] + cubes_[other] : std::max(cubes_[one], cubes_[other]);
    }

  private:
    void fill_halves(const Board& board, const Stage& stage);
    void fill_rolls(const Board& board, const Stage& stage);

    MeteredVector<double> blocks_;  // by place
    MeteredVector<double> cubes_;   // by square
    bool add_;                      // two cubes: the sum, and not the maximum
};

}  // namespace unriddle::bloxorz
