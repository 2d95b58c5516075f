// The settings of search/mcts.py, by the same names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/named.h"
#include "search/settings.h"

namespace unriddle {

struct MctsSettings {
    explicit MctsSettings(const Settings& settings)
        : mean(named("selection", settings.get<std::string>("selection"), selections)),
          threshold(settings.get<bool>("threshold")),
          unique(settings.get<bool>("unique")),
          previous(settings.size("previous")),
          points(settings.get<std::vector<double>>("points")),
          depth(settings.size("depth")),
          c(settings.get<double>("c")),
          seed(settings.get<std::uint64_t>("seed")) {}

    bool mean;  // selection by the mean of the rewards, and not by the maximum
    bool threshold;
    bool unique;
    std::size_t previous;
    std::vector<double> points;  // one for each of Python's event_names, or none
    std::size_t depth;
    double c;
    std::uint64_t seed;

  private:
    static constexpr std::array<Named<bool>, 2> selections = {{{"max", false}, {"mean", true}}};
};

}  // namespace unriddle
