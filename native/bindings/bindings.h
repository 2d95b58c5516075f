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
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/control.h"

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

// A claim of a certificate: is it about goals, boxes, player, frozen boxes.
using PlainClaim = std::tuple<bool, std::vector<int>, int, std::vector<int>>;

// How a search or a proof ended, as Python hears of it.
const char* name_of(Status status);

// Work without the lock of the interpreter asks this now and then, with a question to Python: is
// that the answer, or has it raised something, or a signal handler? The caller raises it again.
bool is_interrupted(auto&& ask) {
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
