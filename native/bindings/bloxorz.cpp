#include "bindings/bloxorz.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bloxorz/estimates.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using bloxorz::Index;
using Indices = std::vector<Index>;
using PlainSwitch = std::tuple<bool, Indices, Indices, Indices>;  // heavy, toggle, open, close
using PlainState = std::tuple<Index, Index, bool, Indices>;       // first, second, split, on

void make(BloxorzStage* self, Index width, const Indices& squares, Indices bridge_at,
          Indices switch_at, Indices split_at, Index bridges, std::vector<PlainSwitch> switches,
          const std::vector<std::pair<Index, Index>>& splits, Index goal, PlainState start,
          bool space_counts, bool split_on_contact, bool parked_falls) {
    bloxorz::Stage stage;
    stage.width = width;
    for (const Index square : squares) {
        if (square < 0 || square > 2) throw std::invalid_argument("a square is 0, 1 or 2");
        stage.squares.push_back(static_cast<bloxorz::Square>(square));
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
    stage.rules = {space_counts, split_on_contact, parked_falls};
    new (self) BloxorzStage(std::move(stage));
}

}  // namespace

void bind_bloxorz(nb::module_& module) {
    offer(module, "bloxorz", bloxorz::searches(), names_of(bloxorz::heuristics),
          names_of(bloxorz::solvers));
    nb::class_<BloxorzStage, Problem>(module, "BloxorzStage")
        .def("__init__", &make, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a, "switch_at"_a,
             "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a, "start"_a,
             "space_counts"_a, "split_on_contact"_a, "parked_falls"_a);
}

}  // namespace unriddle
