// What the files of this folder share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/unlocked.h"
#include "search/any_engine.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

// `Problem` and `Engine` first, and what steps environments; then each puzzle adds its own problem,
// and what else it has.
void bind_problem(nb::module_& module);
void bind_envs(nb::module_& module);
void bind_bloxorz(nb::module_& module);
void bind_freecell(nb::module_& module);
void bind_judge(nb::module_& module);
void bind_sokoban(nb::module_& module);

// A class with an `__init__` by what makes its data of plain values, which have these names.
template <class Kind, class... Bases, class Data, class... Values>
auto bind_made_by(nb::module_& module, const char* name, Data (*make)(Values...),
                  const std::array<const char*, sizeof...(Values)>& names) {
    const auto init = [make](Kind* self, Values... values) {
        const Unlocked unlocked;
        new (self) Kind(make(std::forward<Values>(values)...));
    };
    nb::class_<Kind, Bases...> bound(module, name);
    std::apply([&](auto... each) { bound.def("__init__", init, nb::kw_only(), nb::arg(each)...); },
               names);
    return bound;
}

// Work without the lock of the interpreter asks this now and then, with a question to Python: is
// that the answer, or has it raised something, or a signal handler, or does Python end? The caller
// raises it again.
bool is_interrupted(auto&& ask) {
    if (Unlocked::is_over()) return true;
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) return true;
    try {
        return ask();
    } catch (nb::python_error& error) {
        error.restore();
        return true;
    }
}

}  // namespace unriddle

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
