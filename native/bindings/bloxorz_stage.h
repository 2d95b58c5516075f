// A Bloxorz stage from plain Python data, as `_core.bloxorz` explains them.
#pragma once

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bloxorz/stage.h"

namespace unriddle::bloxorz {

using Indices = std::vector<Index>;
using PlainSwitch = std::tuple<bool, Indices, Indices, Indices>;  // heavy, toggle, open, close
using PlainState = std::tuple<Index, Index, bool, Indices>;       // first, second, split, on

inline Stage plain_stage(Index width, const Indices& squares, Indices bridge_at, Indices switch_at,
                         Indices split_at, Index bridges, std::vector<PlainSwitch> switches,
                         const std::vector<std::pair<Index, Index>>& splits, Index goal,
                         PlainState start, Rules rules) {
    Stage stage;
    stage.width = width;
    for (const Index square : squares) {
        if (square < 0 || square > 2) throw std::invalid_argument("a square is 0, 1 or 2");
        stage.squares.push_back(static_cast<Square>(square));
    }
    stage.bridge_at = std::move(bridge_at);
    stage.switch_at = std::move(switch_at);
    stage.split_at = std::move(split_at);
    stage.bridges = bridges;
    for (auto& [heavy, toggle, open, close] : switches) {
        stage.switches.push_back({heavy, std::move(toggle), std::move(open), std::move(close)});
    }
    for (const auto& [first, second] : splits) stage.splits.push_back({first, second});
    stage.goal = goal;
    std::tie(stage.first, stage.second, stage.split, stage.on) = std::move(start);
    stage.rules = rules;
    return stage;
}

}  // namespace unriddle::bloxorz
