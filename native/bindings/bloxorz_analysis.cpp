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
#include "bindings/bloxorz_stage.h"
#include "bindings/limits.h"
#include "bloxorz/analysis.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using bloxorz::Analysis;
using bloxorz::Findings;
using bloxorz::Index;
using bloxorz::Indices;
using bloxorz::Known;

std::unique_ptr<Analysis> make(Index width, const Indices& squares, Indices bridge_at,
                               Indices switch_at, Indices split_at, Index bridges,
                               std::vector<bloxorz::PlainSwitch> switches,
                               const std::vector<std::pair<Index, Index>>& splits, Index goal,
                               bloxorz::PlainState start, bool space_counts, bool split_on_contact,
                               bool parked_falls, std::optional<double> seconds,
                               std::optional<std::uint64_t> nodes,
                               std::optional<std::uint64_t> bytes) {
    return bloxorz::make_analysis(
        bloxorz::plain_stage(width, squares, std::move(bridge_at), std::move(switch_at),
                             std::move(split_at), bridges, std::move(switches), splits, goal,
                             std::move(start), {space_counts, split_on_contact, parked_falls}),
        limits_of(seconds, nodes, bytes));
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
                      const Indices& on) {
    const auto [known, distance] = analysis.look_up(first, second, split, on);
    if (known == Known::solvable) return distance;
    return known == Known::dead ? -1 : -2;
}

}  // namespace

void bind_bloxorz_analysis(nb::module_& module) {
    nb::class_<Analysis>(module, "BloxorzAnalysis", "Everything about a Bloxorz stage.")
        .def_prop_ro("run", &Analysis::run, nb::rv_policy::reference_internal,
                     "The exploration; all the rest is known when it has ended and seen all.")
        .def_prop_ro("states", [](const Analysis& one) { return one.findings().states; },
                     "How many states can be reached.")
        .def_prop_ro("dead", [](const Analysis& one) { return one.findings().dead; },
                     "How many states cannot be solved any more.")
        .def_prop_ro("goals", [](const Analysis& one) { return one.findings().goals; },
                     "How many states are solved.")
        .def_prop_ro("arrows", [](const Analysis& one) { return cheapest(one.findings().arrows); },
                     nb::sig("def arrows(self) -> tuple[int, int] | None"),
                     "(least arrow moves, how many plans have so many)")
        .def_prop_ro("with_space",
                     [](const Analysis& one) { return cheapest(one.findings().with_space); },
                     nb::sig("def with_space(self) -> tuple[int, int] | None"),
                     "(least moves with Space counted, how many plans have so many)")
        .def("footprint", &footprint, "of"_a,
             nb::sig("def footprint(self, of: str) -> tuple[list[int], list[int], list[int]]"),
             "(squares, switches, split switches) that are touched by anything (`reached`), by a "
             "solution (`solving`) or by an optimal one (`optimal`).")
        .def_prop_ro("ever_on", [](const Analysis& one) { return one.findings().ever_on; },
                     "The bridges that are on in some state.")
        .def_prop_ro("ever_off", [](const Analysis& one) { return one.findings().ever_off; },
                     "The bridges that are off in some state.")
        .def("distance", &distance, "first"_a, "second"_a, "split"_a, "on"_a,
             "What it costs to solve a state; -1 if it is dead, -2 if it cannot be reached.");

    module.def("bloxorz_analysis", &make, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a,
               "switch_at"_a, "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a,
               "start"_a, "space_counts"_a = false, "split_on_contact"_a = false,
               "parked_falls"_a = false, "seconds"_a = nb::none(), "nodes"_a = nb::none(),
               "bytes"_a = nb::none(),
               "The analysis of a stage, given as to `bloxorz`, within limits; nothing happens "
               "before its run is awaited.");
}

}  // namespace unriddle
