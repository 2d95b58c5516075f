// A set of bridges as bits of a word: which are on, and what a switch makes of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace unriddle::bloxorz {

using Bridges = std::uint64_t;

constexpr Bridges only(std::size_t bridge) { return Bridges{1} << bridge; }
constexpr bool holds(Bridges all, Bridges some) { return (some & ~all) == 0; }

// What one or several switches do. Each bridge stays, toggles, opens or closes, and these four are
//     on -> (on & keep) ^ flip
// with one bit each of keep and flip; so is any sequence of them, hence a landing has one Effect.
struct Effect {
    Bridges keep = ~Bridges{0};
    Bridges flip = 0;

    bool operator==(const Effect&) const = default;
    Bridges operator()(Bridges on) const { return (on & keep) ^ flip; }

    // First this one, then `next`.
    Effect then(const Effect& next) const {
        return {keep & next.keep, (flip & next.keep) ^ next.flip};
    }
};

}  // namespace unriddle::bloxorz
