// unriddle.native._core: what Python sees of the engine.
//
// Errors of the caller (an unknown search, data that make no sense) are ValueError. What each thing
// is stands in the stub beside it, src/unriddle/native/_core.pyi, and only there; a test compares
// them.
#include <algorithm>
#include <limits>

#include "bindings/bindings.h"
#include "search/rng.h"
#include "search/run.h"

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
            done = run.wait(std::min(left, slice),
                            [] { return is_interrupted([] { return false; }); });
        }
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nb::python_error();
        if (done || left <= slice) return done;
    }
}

auto poll(const Run& run) {
    const bool done = run.done();  // before the counters: of a run that is done they are final
    const Progress now = run.progress();
    return std::tuple(now.expanded, now.generated, now.frontier, now.memory, done);
}

using Known = std::optional<std::uint64_t>;

std::pair<Known, Known> bounds(const Run& run) {
    const Progress now = run.progress();
    return {now.lower > 0 ? Known(now.lower) : std::nullopt,
            now.upper != Progress::unbounded ? Known(now.upper) : std::nullopt};
}

std::tuple<const char*, std::optional<std::vector<Action>>, Known> result(const Run& run) {
    const Outcome& outcome = run.outcome();
    if (outcome.status != Status::solved) return {name_of(outcome.status), {}, {}};
    return {name_of(outcome.status), outcome.plan, outcome.cost};
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
        .def("poll", &poll)
        .def("bounds", &bounds)
        .def("latest", &Run::latest)
        .def("stop", &Run::stop)
        .def("result", &result)
        .def_prop_ro("proved", [](const Run& run) { return run.outcome().proved; })
        .def_prop_ro("seconds", &Run::seconds);
}

}  // namespace

const char* name_of(Status status) {
    constexpr const char* names[] = {"solved",       "exhausted",     "stuck",  "out of time",
                                     "out of nodes", "out of memory", "stopped"};
    return names[static_cast<std::size_t>(status)];
}

}  // namespace unriddle

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine of unriddle.";
    unriddle::bind_limits(module);
    unriddle::bind_run(module);
    unriddle::bind_problem(module);
    unriddle::bind_envs(module);
    unriddle::bind_bloxorz(module);
    unriddle::bind_freecell(module);
    unriddle::bind_judge(module);
    unriddle::bind_sokoban(module);
    module.def(
        "splitmix64",
        [](std::uint64_t seed, std::size_t count) {
            std::vector<std::uint64_t> draws(count);
            std::ranges::generate(
                draws, [rng = unriddle::SplitMix64(seed)]() mutable { return rng.next(); });
            return draws;
        },
        "seed"_a, "count"_a);
}
