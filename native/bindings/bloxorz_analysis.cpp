#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/bloxorz.h"
#include "bloxorz/analysis.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using bloxorz::Analysis;
using bloxorz::Findings;
using bloxorz::Index;
using bloxorz::Known;

std::unique_ptr<Analysis> analyse(const BloxorzStage& stage, const Limits* limits) {
    return bloxorz::make_analysis(stage.data, limits ? *limits : Limits());
}

nb::int_ to_python(const bloxorz::Natural& number) {
    nb::object sum = nb::int_(0);
    for (std::size_t i = number.size(); i-- > 0;) sum = (sum << nb::int_(64)) | nb::int_(number[i]);
    return nb::borrow<nb::int_>(sum);
}

nb::object cheapest(const std::optional<bloxorz::Cheapest>& found) {
    if (!found) return nb::none();
    return nb::make_tuple(found->cost, to_python(found->plans));
}

nb::tuple footprint(const Analysis& analysis, const std::string& of) {
    const Findings& found = analysis.findings();
    const bloxorz::Footprint& one = of == "reached"   ? found.reached
                                    : of == "solving" ? found.solving
                                                      : found.optimal;
    return nb::make_tuple(one.squares, one.switches, one.splits);
}

std::int64_t distance(const Analysis& analysis, Index first, Index second, bool split,
                      const std::vector<Index>& on) {
    const auto [known, distance] = analysis.look_up(first, second, split, on);
    if (known == Known::solvable) return distance;
    return known == Known::dead ? -1 : -2;
}

}  // namespace

void bind_bloxorz_analysis(nb::module_& module) {
    nb::class_<Analysis>(module, "BloxorzAnalysis")
        .def_prop_ro("run", &Analysis::run, nb::rv_policy::reference_internal)
        .def_prop_ro("states", [](const Analysis& one) { return one.findings().states; })
        .def_prop_ro("dead", [](const Analysis& one) { return one.findings().dead; })
        .def_prop_ro("goals", [](const Analysis& one) { return one.findings().goals; })
        .def_prop_ro(
            "arrows", [](const Analysis& one) { return cheapest(one.findings().arrows); },
            nb::sig("def arrows(self) -> tuple[int, int] | None"))
        .def_prop_ro(
            "with_space", [](const Analysis& one) { return cheapest(one.findings().with_space); },
            nb::sig("def with_space(self) -> tuple[int, int] | None"))
        .def("footprint", &footprint, "of"_a,
             nb::sig("def footprint(self, of: str) -> tuple[list[int], list[int], list[int]]"))
        .def_prop_ro("ever_on", [](const Analysis& one) { return one.findings().ever_on; })
        .def_prop_ro("ever_off", [](const Analysis& one) { return one.findings().ever_off; })
        .def("distance", &distance, "first"_a, "second"_a, "split"_a, "on"_a);

    module.def("bloxorz_analysis", &analyse, "stage"_a, "limits"_a = nb::none());
}

}  // namespace unriddle
