// The estimates of puzzles/bloxorz/heuristics.py, as one table for blocks and one for cubes.
#pragma once

#include <algorithm>
#include <string_view>

#include "bloxorz/stage.h"
#include "search/metered.h"

namespace unriddle::bloxorz {

class Estimates {
  public:
    // `halves` or `rolls`; throws std::invalid_argument for any other name.
    Estimates(std::string_view name, const Board& board, const Stage& stage, Control& control);

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
