// A run in plain values, as Python hears of it.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "search/run.h"

namespace unriddle {

using KnownCost = std::optional<std::uint64_t>;

// Expanded, generated, frontier, bytes of memory, done.
std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, bool> poll(const Run& run);

// No plan costs less, and the cheapest plan so far.
std::pair<KnownCost, KnownCost> bounds(const Run& run);

// How it ended, the plan and its cost.
std::tuple<const char*, std::optional<std::vector<Action>>, KnownCost> result(const Run& run);

// The certificate that a prover has made: parents, moves, claims.
std::tuple<std::vector<std::uint32_t>, std::vector<std::int64_t>, std::vector<Claim>> proof(
    const Run& run);

}  // namespace unriddle
