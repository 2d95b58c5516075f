// unriddle.native._core: what Python sees of the engine.
//
// Errors of the caller (an unknown search, data that make no sense) are ValueError.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "bindings/bindings.h"
#include "bindings/endings.h"
#include "bindings/limits.h"
#include "bindings/signals.h"
#include "search/any_engine.h"
#include "search/dice.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

nb::bytes to_python(const Packed& state) { return nb::bytes(state.data(), state.size()); }

Packed from_python(const nb::bytes& state) {
    const auto* first = reinterpret_cast<const std::byte*>(state.c_str());
    return Packed(first, first + state.size());
}

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

std::unique_ptr<Run> search(const AnyEngine& engine, std::string name, std::string heuristic,
                            double weight, std::size_t width, std::size_t plies, std::size_t record,
                            const std::string& selection, bool threshold, bool unique,
                            std::size_t previous, std::vector<double> points, std::size_t depth,
                            double c, std::uint64_t seed, std::optional<double> seconds,
                            std::optional<std::uint64_t> nodes,
                            std::optional<std::uint64_t> bytes) {
    if (selection != "max" && selection != "mean") {
        throw std::invalid_argument("selection must be max or mean, not " + selection);
    }
    Request request{std::move(name), std::move(heuristic), weight, width, plies, record};
    request.mcts = {selection == "mean", threshold, unique, previous,
                    std::move(points),   depth,     c,      seed};
    request.limits = limits_of(seconds, nodes, bytes);
    return engine.begin(std::move(request));
}

void bind_run(nb::module_& module) {
    nb::class_<Run>(module, "Run", "A search on its way.")
        .def("start", &Run::start, "Begin to search in a thread of its own.")
        .def("wait", &wait, "seconds"_a = nb::none(),
             "Wait for the end and say whether it has come. Without `start` the search happens "
             "here and now, whatever `seconds` says; Ctrl-C and other threads get their turn.")
        .def("poll", &poll, nb::sig("def poll(self) -> tuple[int, int, int, int, bool]"),
             "(expanded, generated, frontier, bytes of memory, done) at this moment.")
        .def("bounds", &bounds, nb::sig("def bounds(self) -> tuple[int | None, int | None]"),
             "(no plan costs less, the cheapest plan so far) at this moment, as far as known.")
        .def("stop", &Run::stop, "Ask the search to end soon.")
        .def("result", &result,
             nb::sig("def result(self) -> tuple[str, list[int] | None, int | None]"),
             "(how it ended, action codes, cost) of a run that is done; without a plan the last "
             "two are None.")
        .def_prop_ro(
            "proved", [](const Run& run) { return run.outcome().proved; },
            "Has the run, which is done, proved that no plan costs less than its own?")
        .def_prop_ro("seconds", &Run::seconds, "How long the run took that is done.");
}

void bind_engine(nb::module_& module) {
    nb::class_<AnyEngine>(module, "Engine", "One instance of a puzzle, ready to be searched.")
        .def("search", &search, "name"_a, nb::kw_only(), "heuristic"_a = "", "weight"_a = 2.0,
             "width"_a = 100, "plies"_a = 6, "record"_a = 2'000'000, "selection"_a = "max",
             "threshold"_a = true, "unique"_a = false, "previous"_a = 2,
             "points"_a = std::vector<double>(), "depth"_a = 30, "c"_a = 1.4, "seed"_a = 0,
             "seconds"_a = nb::none(), "nodes"_a = nb::none(), "bytes"_a = nb::none(),
             "A run of the search with the name and the settings of its Python function, "
             "and the limits `seconds`, `nodes` and `bytes`.")
        .def(
            "initial", [](const AnyEngine& engine) { return to_python(engine.initial()); },
            "The packed initial state.")
        .def(
            "successors",
            [](const AnyEngine& engine, const nb::bytes& state) {
                nb::list steps;
                for (const auto& [action, next, cost] : engine.successors(from_python(state))) {
                    steps.append(nb::make_tuple(action, to_python(next), cost));
                }
                return steps;
            },
            "state"_a,
            nb::sig("def successors(self, state: bytes) -> list[tuple[int, bytes, int]]"),
            "Every (action code, packed state, cost), in the order of the Python rules.")
        .def(
            "is_goal",
            [](const AnyEngine& engine, const nb::bytes& state) {
                return engine.is_goal(from_python(state));
            },
            "state"_a, "Is the puzzle solved here?")
        .def(
            "same",
            [](const AnyEngine& engine, const nb::bytes& one, const nb::bytes& other) {
                return engine.same(from_python(one), from_python(other));
            },
            "one"_a, "other"_a, "Do the two states have the same key?")
        .def(
            "events",
            [](const AnyEngine& engine, const nb::bytes& before, const nb::bytes& after) {
                return engine.events(from_python(before), from_python(after));
            },
            "before"_a, "after"_a, "What happened between two states: bit i is event i.")
        .def(
            "estimate",
            [](const AnyEngine& engine, const std::string& heuristic, const nb::bytes& state) {
                return engine.estimate(heuristic, from_python(state));
            },
            "heuristic"_a, "state"_a, "The estimate of one state by the named heuristic.")
        .def(
            "describe",
            [](const AnyEngine& engine, const nb::bytes& state) {
                return engine.describe(from_python(state));
            },
            "state"_a, "The state as numbers; what they mean is the puzzle's own.")
        .def("layers", &AnyEngine::layers, "depth"_a, nb::call_guard<nb::gil_scoped_release>(),
             "How many states are exactly 0, 1, 2 ... `depth` steps away, as far as there are any.")
        .def_prop_ro("bytes_per_node", &AnyEngine::bytes_per_node,
                     "What a stored state costs, with its parent, action and cost.");
}

}  // namespace

}  // namespace unriddle

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine of unriddle.";
    unriddle::bind_run(module);
    unriddle::bind_engine(module);
    unriddle::bind_bloxorz(module);
    unriddle::bind_bloxorz_analysis(module);
    unriddle::bind_freecell(module);
    unriddle::bind_judge(module);
    unriddle::bind_proving(module);
    unriddle::bind_sokoban(module);
    module.def(
        "dice",
        [](std::uint64_t seed, std::size_t count) {
            unriddle::Dice dice(seed);
            std::vector<std::uint64_t> thrown(count);
            for (auto& one : thrown) one = dice.next();
            return thrown;
        },
        "seed"_a, "count"_a, "The first draws of the generator that all random searches use.");
}
