// How a search or a proof ended, as Python hears of it.
#pragma once

#include "core/control.h"

namespace unriddle {

inline const char* name_of(Status status) {
    switch (status) {
        case Status::solved:
            return "solved";
        case Status::exhausted:
            return "exhausted";
        case Status::stuck:
            return "stuck";
        case Status::out_of_time:
            return "out of time";
        case Status::out_of_nodes:
            return "out of nodes";
        case Status::out_of_memory:
            return "out of memory";
        case Status::stopped:
            return "stopped";
    }
    return "";
}

}  // namespace unriddle
