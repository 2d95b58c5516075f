// A set of bridges as bits: which are on, and what a switch makes of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace unriddle::bloxorz {

template <std::size_t Words>
struct BridgeSet {
    std::array<std::uint64_t, Words> words{};

    static constexpr std::size_t capacity = 64 * Words;

    bool test(std::size_t bridge) const { return words[bridge / 64] >> bridge % 64 & 1; }
    void set(std::size_t bridge) { words[bridge / 64] |= std::uint64_t{1} << bridge % 64; }

    bool empty() const { return *this == BridgeSet{}; }
    bool holds(const BridgeSet& other) const { return (other & ~*this).empty(); }

    bool operator==(const BridgeSet& other) const {  // the default would call memcmp
        std::uint64_t difference = 0;
        for (std::size_t i = 0; i < Words; ++i) difference |= words[i] ^ other.words[i];
        return difference == 0;
    }
    BridgeSet operator~() const {
        BridgeSet result;
        for (std::size_t i = 0; i < Words; ++i) result.words[i] = ~words[i];
        return result;
    }
    BridgeSet operator&(const BridgeSet& other) const {
        BridgeSet result;
        for (std::size_t i = 0; i < Words; ++i) result.words[i] = words[i] & other.words[i];
        return result;
    }
    BridgeSet operator^(const BridgeSet& other) const {
        BridgeSet result;
        for (std::size_t i = 0; i < Words; ++i) result.words[i] = words[i] ^ other.words[i];
        return result;
    }
    BridgeSet operator|(const BridgeSet& other) const {
        BridgeSet result;
        for (std::size_t i = 0; i < Words; ++i) result.words[i] = words[i] | other.words[i];
        return result;
    }
};

// What one or several switches do. Each bridge stays, toggles, opens or closes, and these four are
//     on -> (on & keep) ^ flip
// with one bit each of keep and flip; so is any sequence of them, hence a landing has one Effect.
template <std::size_t Words>
struct Effect {
    BridgeSet<Words> keep = ~BridgeSet<Words>{};
    BridgeSet<Words> flip;

    bool operator==(const Effect&) const = default;
    BridgeSet<Words> operator()(const BridgeSet<Words>& on) const { return (on & keep) ^ flip; }

    // First this one, then `next`.
    Effect then(const Effect& next) const {
        return {keep & next.keep, (flip & next.keep) ^ next.flip};
    }
};

}  // namespace unriddle::bloxorz
