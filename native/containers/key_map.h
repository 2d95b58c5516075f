// From 64-bit keys to 32-bit numbers: open addressing, memory counted.
#pragma once

#include <cstdint>

#include "containers/metered.h"

namespace unriddle {

class KeyMap {
  public:
    static constexpr std::uint32_t absent = 0xFFFFFFFF;

    explicit KeyMap(Control& control) : slots_(control) { slots_.assign(1024, Slot{}); }

    // The number of a key, which is put there (as `absent`) if it is new.
    std::uint32_t& operator[](std::uint64_t key) {
        if ((used_ + 1) * 10 > slots_.size() * 7) grow();
        Slot& slot = find(key);
        if (!slot.taken) {
            slot = {key, absent, true};
            ++used_;
        }
        return slot.number;
    }

    std::uint32_t get(std::uint64_t key) const {
        const Slot& slot = slots_[place(key)];
        return slot.taken ? slot.number : absent;
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = absent;
        bool taken = false;
    };

    Slot& find(std::uint64_t key) { return slots_[place(key)]; }
    std::size_t place(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 20) & mask;
        while (slots_[at].taken && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        MeteredVector<Slot> old(slots_.size() * 2, Slot{}, slots_.get_allocator());
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.taken) find(slot.key) = slot;
        }
    }

    MeteredVector<Slot> slots_;
    std::size_t used_ = 0;
};

}  // namespace unriddle
