// The keys of the fast search, by which it knows a position again, and those that it has seen.
//
// A key is the XOR of a random number for every card and the way it lies, one of six; so the order
// of columns and cells does not matter, and a move changes two or three terms. 64 bits serve where
// a mistake would only hide a state from a search that leaves out much more. For a proof there are
// 128: for two of a billion positions to have the same, by chance, the odds are 1 to 10^20.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "containers/metered.h"
#include "freecell/board.h"
#include "search/rng.h"

namespace unriddle::freecell::fast {

using Key64 = std::uint64_t;

struct Key128 {
    std::uint64_t first = 0, second = 0;

    Key128& operator^=(const Key128& other) {
        first ^= other.first;
        second ^= other.second;
        return *this;
    }
    friend Key128 operator^(Key128 one, const Key128& other) { return one ^= other; }
    bool operator==(const Key128&) const = default;
};

template <class Key>
using LieNumbers = std::array<std::array<Key, lie_codes>, card_codes>;

template <class Key>
inline const LieNumbers<Key> lie_numbers = [] {
    LieNumbers<Key> numbers{};
    SplitMix64 rng(52);
    for (Card card = 0; card < deck_size; ++card) {
        for (std::size_t lie = in_cell; lie <= on_second; ++lie) {
            if constexpr (std::is_same_v<Key, Key128>) {
                numbers[card][lie] = {rng.next(), rng.next()};
            } else {
                numbers[card][lie] = rng.next();
            }
        }
    }
    return numbers;
}();

// The keys that were seen: an open-addressing table that is at most half full.
template <class Key>
class KeySet {
  public:
    // With room for this many keys before it grows.
    KeySet(std::size_t expected, Control& control)
        : slots_(std::bit_ceil(2 * expected), Key{}, control) {
        measure();
    }

    // Is it new? Then it is remembered.
    bool add(Key key) {
        mark(key);
        std::size_t slot = slot_of(key);
        while (slots_[slot] != Key{}) {
            if (slots_[slot] == key) return false;
            slot = (slot + 1) & (slots_.size() - 1);
        }
        slots_[slot] = key;
        if (--left_ == 0) grow();
        return true;
    }

  private:
    // No key is that of an empty slot.
    static void mark(Key64& key) { key |= 1; }
    static void mark(Key128& key) { key.first |= 1; }
    std::size_t slot_of(Key64 key) const { return static_cast<std::size_t>(key >> shift_); }
    std::size_t slot_of(const Key128& key) const { return slot_of(key.first); }

    void measure() {
        shift_ = std::countl_zero(std::uint64_t{slots_.size()}) + 1;
        left_ += slots_.size() / 2;
    }

    void grow() {
        MeteredVector<Key> before(4 * slots_.size(), Key{}, slots_.get_allocator());
        before.swap(slots_);
        left_ -= before.size() / 2;
        measure();
        for (const Key& key : before) {
            if (key == Key{}) continue;
            std::size_t slot = slot_of(key);
            while (slots_[slot] != Key{}) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = key;
        }
    }

    MeteredVector<Key> slots_;
    std::size_t left_ = 0;  // keys that can come until it grows
    int shift_ = 0;
};

}  // namespace unriddle::freecell::fast
