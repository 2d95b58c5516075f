// SplitMix64 (Steele, Lea and Flood 2014): the one generator of all random searches, the same as in
// search/rng.py, so that a seed gives the same run in both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/domain.h"

namespace unriddle {

class SplitMix64 {
  public:
    explicit SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t next() noexcept { return mixed(state_ += 0x9E3779B97F4A7C15u); }

    // A number from 0 to n - 1, for n up to 2^32.
    std::uint64_t below(std::uint64_t n) noexcept { return ((next() >> 32) * n) >> 32; }

  private:
    std::uint64_t state_;
};

// The first draws, to be compared with those of Python.
inline std::vector<std::uint64_t> splitmix64(std::uint64_t seed, std::size_t count) {
    SplitMix64 rng(seed);
    std::vector<std::uint64_t> draws(count);
    for (std::uint64_t& draw : draws) draw = rng.next();
    return draws;
}

}  // namespace unriddle
