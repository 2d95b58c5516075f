// The sets of bridges that are on in some state, each stored once and numbered as they come.
//
// Bytes: 8 a set, and 16 to 64 for its place in the hash
// table (slot_table.h). A layer refers to its set by number, so a state costs
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bloxorz/bridges.h"
#include "containers/metered.h"
#include "containers/slot_table.h"

namespace unriddle::bloxorz {

class BridgeSets {
    struct Same {
        const MeteredVector<Bridges>& sets;
        Bridges set;
        bool operator()(std::uint32_t number) const { return sets[number] == set; }
    };

  public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    explicit BridgeSets(Control& control) : sets_(control), numbers_(control, 2) {}

    Bridges operator[](std::uint32_t number) const { return sets_[number]; }
    std::size_t size() const { return sets_.size(); }

    std::uint32_t find(Bridges set) const {
        const std::uint32_t* const number = numbers_.find(tag(set), Same{sets_, set});
        return number == nullptr ? none : *number;
    }

    std::uint32_t add(Bridges set) {
        const auto [number, is_new] = numbers_.enter(tag(set), Same{sets_, set});
        if (is_new) {
            number = static_cast<std::uint32_t>(sets_.size());
            sets_.push_back(set);
        }
        return number;
    }

  private:
    static Tag tag(Bridges set) { return tag_of(mixed(set)); }

    MeteredVector<Bridges> sets_;
    SlotTable<std::uint32_t> numbers_;
};

}  // namespace unriddle::bloxorz
