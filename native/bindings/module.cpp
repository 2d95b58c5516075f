// unriddle.native._core: what Python sees of the engine.
//
// Errors of the caller (an unknown search, data that make no sense) are ValueError. What each thing
// is stands in the stub beside it, src/unriddle/native/_core.pyi, and only there; a test compares
// them.
#include <algorithm>
#include <limits>

#include "bindings/bindings.h"
#include "interface/runs.h"
#include "search/rng.h"

namespace unriddle {

namespace {

using Pulse = std::optional<nb::typed<nb::callable, bool()>>;

// In slices, so that signals are heard as well while another thread searches.
bool wait(Run& run, std::optional<double> seconds, const Pulse& pulse) {
    constexpr double slice = 0.05;
    double left = seconds.value_or(std::numeric_limits<double>::infinity());
    for (;; left -= slice) {
        bool done;
        {
            const Unlocked unlocked;
            done = run.wait(std::min(left, slice), [&] {
                return is_interrupted([&] { return pulse && nb::cast<bool>((*pulse)()); });
            });
            if (Unlocked::is_over()) {
                run.stop();
                run.wait(std::numeric_limits<double>::infinity());
            }
        }
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nb::python_error();
        if (done || left <= slice) return done;
    }
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
        .def("wait", &wait, "seconds"_a = nb::none(), "pulse"_a = nb::none())
        .def("poll", &poll)
        .def("bounds", &bounds)
        .def("latest", &Run::latest)
        .def("stop", &Run::stop)
        .def("result", &result)
        .def("proof", &proof)
        .def_prop_ro("proved", [](const Run& run) { return run.outcome().proved; })
        .def_prop_ro("seconds", &Run::seconds);
}

// When Python ends. It never clears what other threads that are still there hold; nanobind would
// call that a leak of ours.
void leave() {
    Unlocked::end();
    if (nb::cast<int>(nb::module_::import_("threading").attr("active_count")()) > 1) {
        nb::set_leak_warnings(false);
    }
}

}  // namespace

}  // namespace unriddle

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine of unriddle.";
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&unriddle::leave));
    unriddle::bind_limits(module);
    unriddle::bind_run(module);
    unriddle::bind_problem(module);
    unriddle::bind_envs(module);
    unriddle::bind_bloxorz(module);
    unriddle::bind_freecell(module);
    unriddle::bind_judge(module);
    unriddle::bind_sokoban(module);
    module.def("splitmix64", &unriddle::splitmix64, "seed"_a, "count"_a);
}
