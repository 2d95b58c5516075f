#include "envs/bloxorz.h"

#include <nanobind/stl/unique_ptr.h>

#include <memory>

#include "bindings/problem.h"
#include "bloxorz/analysis.h"
#include "bloxorz/engine.h"
#include "bloxorz/estimates.h"

namespace unriddle {

namespace {

using BloxorzStage =
    ProblemOf<bloxorz::Stage, bloxorz::make_engine, bloxorz::prove, bloxorz::solvers>;
using bloxorz::Analysis;
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

std::unique_ptr<Analysis> analyse(const BloxorzStage& stage, const Limits* limits) {
    return bloxorz::make_analysis(stage.data, limits ? *limits : Limits());
}

nb::int_ to_python(const bloxorz::Natural& number) {
    nb::object sum = nb::int_(0);
    for (std::size_t i = number.size(); i-- > 0;) sum = (sum << nb::int_(64)) | nb::int_(number[i]);
    return nb::borrow<nb::int_>(sum);
}

std::optional<std::pair<std::uint64_t, nb::int_>> cheapest(
    const std::optional<bloxorz::Cheapest>& found) {
    if (!found) return {};
    return {{found->cost, to_python(found->plans)}};
}

std::tuple<Indices, Indices, Indices> touched(const Analysis& analysis, const std::string& of) {
    const bloxorz::Findings& found = analysis.findings();
    const bloxorz::Touched& one = of == "reached"   ? found.reached
                                  : of == "solving" ? found.solving
                                                    : found.optimal;
    return {one.squares, one.switches, one.splits};
}

std::int64_t distance(const Analysis& analysis, Index first, Index second, bool split,
                      const Indices& on) {
    const auto [known, distance] = analysis.look_up(first, second, split, on);
    if (known == bloxorz::Known::solvable) return distance;
    return known == bloxorz::Known::dead ? -1 : -2;
}

}  // namespace

void bind_bloxorz(nb::module_& module) {
    offer(module, "bloxorz", bloxorz::searches(), names_of(bloxorz::heuristics),
          names_of(bloxorz::solvers));
    nb::class_<BloxorzStage, Problem>(module, "BloxorzStage")
        .def("__init__", &make, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a, "switch_at"_a,
             "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a, "start"_a,
             "space_counts"_a, "split_on_contact"_a, "parked_falls"_a);

    nb::class_<Analysis>(module, "BloxorzAnalysis")
        .def_prop_ro("run", &Analysis::run, nb::rv_policy::reference_internal)
        .def_prop_ro("states", [](const Analysis& one) { return one.findings().states; })
        .def_prop_ro("dead", [](const Analysis& one) { return one.findings().dead; })
        .def_prop_ro("goals", [](const Analysis& one) { return one.findings().goals; })
        .def_prop_ro("arrows", [](const Analysis& one) { return cheapest(one.findings().arrows); })
        .def_prop_ro("with_space",
                     [](const Analysis& one) { return cheapest(one.findings().with_space); })
        .def("touched", &touched, "of"_a)
        .def_prop_ro("ever_on", [](const Analysis& one) { return one.findings().ever_on; })
        .def_prop_ro("ever_off", [](const Analysis& one) { return one.findings().ever_off; })
        .def("distance", &distance, "first"_a, "second"_a, "split"_a, "on"_a);

    module.def("bloxorz_analysis", &analyse, "stage"_a, "limits"_a = nb::none());
    nb::class_<envs::BloxorzGames, envs::Games>(module, "BloxorzGames")
        .def(nb::init<std::size_t, std::size_t>(), "rows"_a, "columns"_a)
        .def(
            "add",
            [](envs::BloxorzGames& games, const BloxorzStage& stage, nb::bytes squares) {
                games.add(stage.data, static_cast<const std::uint8_t*>(squares.data()),
                          squares.size());
            },
            "stage"_a, "squares"_a);
}

}  // namespace unriddle
