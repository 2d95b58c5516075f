#include "envs/bloxorz.h"

#include <nanobind/stl/unique_ptr.h>

#include <memory>

#include "bindings/bindings.h"
#include "interface/puzzles.h"

namespace unriddle {

namespace {

using bloxorz::Analysis;

std::unique_ptr<Analysis> analyse(const BloxorzStage& stage, const Limits* limits) {
    return bloxorz::make_analysis(stage.data, limits ? *limits : Limits());
}

}  // namespace

void bind_bloxorz(nb::module_& module) {
    bind_made_by<BloxorzStage, Problem>(module, "BloxorzStage", bloxorz_stage, bloxorz_stage_names);
    nb::class_<Analysis>(module, "BloxorzAnalysis")
        .def_prop_ro("run", &Analysis::run, nb::rv_policy::reference_internal)
        .def("findings", &findings)
        .def("touched", &touched, "of"_a)
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
