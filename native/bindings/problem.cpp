#include "interface/problem.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <stdexcept>

#include "bindings/bindings.h"
#include "interface/puzzles.h"

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

void bind_engine(nb::module_& module) {
    nb::class_<AnyEngine>(module, "Engine")
        .def(
            "search",
            [](const AnyEngine& engine, const std::string& name, const Given& settings,
               const Limits* limits) {
                return run_of(engine.search(name, settings_of(settings)), limits);
            },
            "name"_a, "settings"_a = nb::dict(), "limits"_a = nb::none())
        .def("initial", &AnyEngine::initial)
        .def("successors", &AnyEngine::successors, "state"_a)
        .def("is_goal", &AnyEngine::is_goal, "state"_a)
        .def("same", &AnyEngine::same, "one"_a, "other"_a)
        .def("events", &AnyEngine::events, "before"_a, "after"_a)
        .def("estimate", &AnyEngine::estimate, "heuristic"_a, "state"_a)
        .def("describe", &AnyEngine::describe, "state"_a)
        .def("layers", &AnyEngine::layers, "depth"_a, nb::call_guard<Unlocked>())
        .def_prop_ro("bytes_per_node", &AnyEngine::bytes_per_node);
}

}  // namespace

void bind_problem(nb::module_& module) {
    nb::dict searches, heuristics, solvers;
    for (const auto& [puzzle, some_searches, some_heuristics, some_solvers] : offers()) {
        searches[puzzle.c_str()] = nb::tuple(nb::cast(some_searches));
        heuristics[puzzle.c_str()] = nb::tuple(nb::cast(some_heuristics));
        solvers[puzzle.c_str()] = nb::tuple(nb::cast(some_solvers));
    }
    module.attr("SEARCHES") = searches;
    module.attr("HEURISTICS") = heuristics;
    module.attr("SOLVERS") = solvers;
    bind_engine(module);
    nb::class_<Problem>(module, "Problem")
        .def("engine", &Problem::engine)
        .def(
            "solve",
            [](const Problem& problem, const std::string& name, const Given& settings,
               const Limits* limits) {
                return run_of(problem.solver(name, settings_of(settings)), limits);
            },
            "name"_a, "settings"_a = nb::dict(), "limits"_a = nb::none())
        .def(
            "prove",
            [](const Problem& problem, const Limits* limits) {
                return run_of(problem.prover(), limits);
            },
            "limits"_a = nb::none());
}

}  // namespace unriddle
