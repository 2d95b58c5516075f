// Ctrl-C and other signals, for whoever works without the lock of the interpreter.
#pragma once

#include <nanobind/nanobind.h>

namespace unriddle {

// Lets Python's signal handlers run while the main thread is busy here; true if one has raised.
inline bool hear_signals() {
    const nanobind::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

}  // namespace unriddle
