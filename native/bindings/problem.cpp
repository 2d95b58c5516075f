#include "bindings/problem.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <new>

// A packed state is `bytes` in Python.
template <>
struct nb::detail::type_caster<unriddle::Packed> {
    NB_TYPE_CASTER(unriddle::Packed, const_name("bytes"))

    bool from_python(handle from, std::uint32_t, cleanup_list*) {
        if (!PyBytes_Check(from.ptr())) return false;
        const auto* first = reinterpret_cast<const std::byte*>(PyBytes_AsString(from.ptr()));
        value.assign(first, first + PyBytes_Size(from.ptr()));
        return true;
    }
    static handle from_cpp(const unriddle::Packed& state, rv_policy, cleanup_list*) {
        return nb::bytes(state.data(), state.size()).release();
    }
};

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

using Watch = std::optional<nb::typed<nb::callable, bool(int)>>;
using PlainProof = std::tuple<const char*, std::vector<std::uint32_t>, std::vector<std::int64_t>,
                              std::vector<PlainClaim>>;

// Proves without the lock of the interpreter.
PlainProof prove(const Problem& problem, const Limits& limits, const Watch& watch) {
    Control control(limits);
    const auto is_over = [&] {
        return watch && !nb::cast<bool>((*watch)(control.progress().expanded));
    };
    Proof proof;
    const char* ending = nullptr;
    {
        const nb::gil_scoped_release release;
        try {
            control.begin([&] { return is_interrupted(is_over); });
            proof = problem.prove(control);
            ending = proof.is_solvable ? "solvable" : "proved";
        } catch (const Interruption& interruption) {
            ending = name_of(interruption.status);
        } catch (const std::bad_alloc&) {
            ending = name_of(Status::out_of_memory);
        }
    }
    if (PyErr_Occurred()) throw nb::python_error();
    is_over();  // to tell the last number
    std::vector<PlainClaim> claims;
    for (const auto& [by_goals, boxes, player, frozen] : proof.claims) {
        claims.emplace_back(by_goals, boxes, player, frozen);
    }
    return {ending, std::move(proof.parents), std::move(proof.moves), std::move(claims)};
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
            "name"_a, "settings"_a = nb::dict(), "limits"_a = nb::none())
        .def("prove", &prove, "limits"_a, "watch"_a = nb::none());
}

}  // namespace unriddle
