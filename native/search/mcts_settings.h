// The settings of search/mcts.py, by the same names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unriddle {

struct MctsSettings {
    bool mean = false;  // selection by the mean of the rewards, and not by the maximum
    bool threshold = true;
    bool unique = false;
    std::size_t previous = 2;
    std::vector<double> points = {};  // one for each of Python's event_names, or none
    std::size_t depth = 30;
    double c = 1.4;
    std::uint64_t seed = 0;
};

}  // namespace unriddle
