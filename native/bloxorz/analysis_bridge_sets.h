// The sets of bridges that are on in some state, each stored once and numbered as they come.
//
// Bytes: 8 a set (32 where there are more bridges than fit), and 8 to 16 for its place in the hash
// table, which is half empty at least. A layer refers to its set by number, so a state costs
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bloxorz/bridges.h"
#include "containers/metered.h"
#include "core/control.h"
#include "core/domain.h"

namespace unriddle::bloxorz {

template <std::size_t Words>
class BridgeSets {
  public:
    using Bridges = BridgeSet<Words>;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    explicit BridgeSets(Control& control)
        : sets_(Metered<Bridges>(control)), slots_(16, none, Metered<std::uint32_t>(control)) {}

    const Bridges& operator[](std::uint32_t number) const { return sets_[number]; }
    std::size_t size() const { return sets_.size(); }

    std::uint32_t find(const Bridges& set) const { return slots_[slot_of(set)]; }

    std::uint32_t add(const Bridges& set) {
        std::size_t slot = slot_of(set);
        if (slots_[slot] != none) return slots_[slot];
        sets_.push_back(set);
        if (sets_.size() > slots_.size() / 2) {
            MeteredVector<std::uint32_t> larger(slots_.size() * 2, none, slots_.get_allocator());
            slots_.swap(larger);
            for (std::uint32_t i = 0; i < sets_.size(); ++i) slots_[slot_of(sets_[i])] = i;
        } else {
            slots_[slot] = static_cast<std::uint32_t>(sets_.size() - 1);
        }
        return static_cast<std::uint32_t>(sets_.size() - 1);
    }

  private:
    std::size_t slot_of(const Bridges& set) const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : set.words) hash = mixed(hash * 31 + word);
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        while (slots_[slot] != none && !(sets_[slots_[slot]] == set)) slot = (slot + 1) & mask;
        return slot;
    }

    MeteredVector<Bridges> sets_;
    MeteredVector<std::uint32_t> slots_;
};

}  // namespace unriddle::bloxorz
