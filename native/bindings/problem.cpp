#include "bindings/problem.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>

#include "bindings/bindings.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using Given = nb::typed<nb::dict, std::string, nb::object>;

template <class... Types>
Settings::Value first_that_fits(const std::string& name, nb::handle value) {
    Settings::Value found;
    const auto fits = [&]<class Type>(Type) {
        Type converted;
        if (!nb::try_cast(value, converted, false)) return false;
        found = std::move(converted);
        return true;
    };
    if ((fits(Types{}) || ...)) return found;
    throw std::invalid_argument("the setting " + name +
                                " is of a kind that the engine does not know");
}

Settings settings_of(const Given& given) {
    Settings settings;
    for (const auto& [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        settings.set(
            name,
            first_that_fits<bool, std::uint64_t, double, std::string, std::vector<std::uint64_t>,
                            std::vector<double>, std::vector<std::string>>(name, value));
    }
    return settings;
}

// The one place where a run is made of what it has to do.
std::unique_ptr<Run> run_of(Run::Work work, const Limits* limits) {
    return std::make_unique<Run>(std::move(work), limits ? *limits : Limits());
}

nb::bytes to_python(const Packed& state) { return nb::bytes(state.data(), state.size()); }

Packed from_python(const nb::bytes& state) {
    const auto* first = reinterpret_cast<const std::byte*>(state.c_str());
    return Packed(first, first + state.size());
}

void bind_engine(nb::module_& module) {
    nb::class_<AnyEngine>(module, "Engine")
        .def(
            "search",
            [](const AnyEngine& engine, const std::string& name, const Given& settings,
               const Limits* limits) {
                return run_of(engine.search(name, settings_of(settings)), limits);
            },
            "name"_a, "settings"_a = nb::dict(), "limits"_a = nb::none())
        .def("initial", [](const AnyEngine& engine) { return to_python(engine.initial()); })
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
            nb::sig("def successors(self, state: bytes) -> list[tuple[int, bytes, int]]"))
        .def(
            "is_goal",
            [](const AnyEngine& engine, const nb::bytes& state) {
                return engine.is_goal(from_python(state));
            },
            "state"_a)
        .def(
            "same",
            [](const AnyEngine& engine, const nb::bytes& one, const nb::bytes& other) {
                return engine.same(from_python(one), from_python(other));
            },
            "one"_a, "other"_a)
        .def(
            "events",
            [](const AnyEngine& engine, const nb::bytes& before, const nb::bytes& after) {
                return engine.events(from_python(before), from_python(after));
            },
            "before"_a, "after"_a)
        .def(
            "estimate",
            [](const AnyEngine& engine, const std::string& heuristic, const nb::bytes& state) {
                return engine.estimate(heuristic, from_python(state));
            },
            "heuristic"_a, "state"_a)
        .def(
            "describe",
            [](const AnyEngine& engine, const nb::bytes& state) {
                return engine.describe(from_python(state));
            },
            "state"_a)
        .def("layers", &AnyEngine::layers, "depth"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("bytes_per_node", &AnyEngine::bytes_per_node);
}

}  // namespace

void offer(nb::module_& module, const char* puzzle, const std::vector<std::string>& searches,
           const std::vector<std::string>& heuristics, const std::vector<std::string>& solvers) {
    module.attr("SEARCHES")[puzzle] = nb::tuple(nb::cast(searches));
    module.attr("HEURISTICS")[puzzle] = nb::tuple(nb::cast(heuristics));
    module.attr("SOLVERS")[puzzle] = nb::tuple(nb::cast(solvers));
}

void bind_problem(nb::module_& module) {
    for (const char* table : {"SEARCHES", "HEURISTICS", "SOLVERS"}) module.attr(table) = nb::dict();
    bind_engine(module);
    nb::class_<Problem>(module, "Problem")
        .def("engine", &Problem::engine)
        .def(
            "solve",
            [](const Problem& problem, const std::string& name, const Given& settings,
               const Limits* limits) {
                return run_of(problem.solver(name, settings_of(settings)), limits);
            },
            "name"_a, "settings"_a = nb::dict(), "limits"_a = nb::none());
}

}  // namespace unriddle
