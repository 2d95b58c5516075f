#include "envs/bloxorz.h"

#include <nanobind/stl/unique_ptr.h>

#include <memory>

#include "bindings/bindings.h"
#include "door/puzzles.h"

namespace unriddle {

namespace {

using bloxorz::Analysis;

void make(BloxorzStage* self, bloxorz::Index width, const Indices& squares, Indices bridge_at,
          Indices switch_at, Indices split_at, bloxorz::Index bridges,
          std::vector<PlainSwitch> switches,
          const std::vector<std::pair<bloxorz::Index, bloxorz::Index>>& splits, bloxorz::Index goal,
          PlainState start, bool space_counts, bool split_on_contact, bool parked_falls) {
    new (self)
        BloxorzStage(bloxorz_stage(width, squares, std::move(bridge_at), std::move(switch_at),
                                   std::move(split_at), bridges, std::move(switches), splits, goal,
                                   std::move(start), space_counts, split_on_contact, parked_falls));
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

}  // namespace

void bind_bloxorz(nb::module_& module) {
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
