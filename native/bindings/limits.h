// Limits from plain Python data, as every solver takes them: None is no limit.
#pragma once

#include <cstdint>
#include <optional>

#include "search/control.h"

namespace unriddle {

inline Limits limits_of(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                        std::optional<std::uint64_t> bytes) {
    Limits limits;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes;
    if (bytes) limits.bytes = *bytes;
    return limits;
}

}  // namespace unriddle
