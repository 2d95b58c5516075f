// unriddle.native._core: what Python sees of the engine.
//
// Errors of the caller (an unknown search, data that make no sense) are ValueError. What each thing
// is stands in the stub beside it, src/unriddle/native/_core.pyi, and only there; a test compares
// them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "bindings/bindings.h"
#include "bindings/endings.h"
#include "bindings/signals.h"
#include "core/control.h"
#include "search/rng.h"
#include "search/run.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

// In slices, so that signals are heard as well while another thread searches.
bool wait(Run& run, std::optional<double> seconds) {
    constexpr double slice = 0.05;
    double left = seconds.value_or(std::numeric_limits<double>::infinity());
    for (;; left -= slice) {
        bool done;
        {
            const nb::gil_scoped_release release;
            done = run.wait(std::min(left, slice), hear_signals);
        }
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nb::python_error();
        if (done || left <= slice) return done;
    }
}

nb::tuple poll(const Run& run) {
    const bool done = run.done();  // before the counters: of a run that is done they are final
    const Progress progress = run.progress();
    return nb::make_tuple(progress.expanded, progress.generated, progress.frontier, progress.memory,
                          done);
}

nb::tuple bounds(const Run& run) {
    const Progress progress = run.progress();
    nb::object lower = nb::none();
    nb::object upper = nb::none();
    if (progress.lower > 0) lower = nb::cast(progress.lower);
    if (progress.upper != Progress::unbounded) upper = nb::cast(progress.upper);
    return nb::make_tuple(lower, upper);
}

nb::tuple result(const Run& run) {
    const Outcome& outcome = run.outcome();
    if (outcome.status != Status::solved) {
        return nb::make_tuple(name_of(outcome.status), nb::none(), nb::none());
    }
    return nb::make_tuple(name_of(outcome.status), outcome.plan, outcome.cost);
}

void bind_limits(nb::module_& module) {
    nb::class_<Limits>(module, "Limits")
        .def(
            "__init__",
            [](Limits* self, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
               std::optional<std::uint64_t> bytes) {
                new (self) Limits();
                if (seconds) self->seconds = *seconds;
                if (nodes) self->nodes = *nodes;
                if (bytes) self->bytes = *bytes;
            },
            nb::kw_only(), "seconds"_a = nb::none(), "nodes"_a = nb::none(),
            "bytes"_a = nb::none());
}

void bind_run(nb::module_& module) {
    nb::class_<Run>(module, "Run")
        .def("start", &Run::start)
        .def("wait", &wait, "seconds"_a = nb::none())
        .def("poll", &poll, nb::sig("def poll(self) -> tuple[int, int, int, int, bool]"))
        .def("bounds", &bounds, nb::sig("def bounds(self) -> tuple[int | None, int | None]"))
        .def("stop", &Run::stop)
        .def("result", &result,
             nb::sig("def result(self) -> tuple[str, list[int] | None, int | None]"))
        .def_prop_ro("proved", [](const Run& run) { return run.outcome().proved; })
        .def_prop_ro("seconds", &Run::seconds);
}

}  // namespace

}  // namespace unriddle

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine of unriddle.";
    unriddle::bind_limits(module);
    unriddle::bind_run(module);
    unriddle::bind_problem(module);
    unriddle::bind_bloxorz(module);
    unriddle::bind_bloxorz_analysis(module);
    unriddle::bind_freecell(module);
    unriddle::bind_judge(module);
    unriddle::bind_proving(module);
    unriddle::bind_sokoban(module);
    module.def(
        "splitmix64",
        [](std::uint64_t seed, std::size_t count) {
            unriddle::SplitMix64 rng(seed);
            std::vector<std::uint64_t> thrown(count);
            for (auto& one : thrown) one = rng.next();
            return thrown;
        },
        "seed"_a, "count"_a);
}
