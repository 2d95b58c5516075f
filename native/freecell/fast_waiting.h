// The moves that a fast search has judged and not yet made.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "containers/growing_list.h"
#include "freecell/cards.h"

namespace unriddle::freecell::fast {

// Waiting moves by their value, the smallest first, of equals the last: a stack for every value.
class MoveQueue {
  public:
    struct Entry {
        std::uint32_t below;  // in its stack
        std::uint32_t parent;
        Card lowest;
        std::uint8_t source, target, count;
    };

    explicit MoveQueue(Control& control) : entries_(control) { top_.fill(none); }

    bool empty() const { return groups_ == 0; }
    std::size_t size() const { return size_; }

    void push(int value, Entry entry) {
        const auto place = static_cast<std::size_t>(std::clamp(value, 0, int{values} - 1));
        const std::uint64_t bit = std::uint64_t{1} << place % 64;
        entry.below = top_[place];
        top_[place] = pushed_++;
        used_[place / 64] |= bit;
        groups_ |= std::uint64_t{1} << place / 64;
        entries_.emplace_back(entry);
        ++size_;
    }

    Entry pop() {
        const auto group = static_cast<std::size_t>(std::countr_zero(groups_));
        const auto bit = static_cast<std::size_t>(std::countr_zero(used_[group]));
        const std::size_t place = group * 64 + bit;
        const Entry entry = entries_[top_[place]];
        top_[place] = entry.below;
        if (entry.below == none) {
            used_[group] &= used_[group] - 1;
            if (used_[group] == 0) groups_ &= groups_ - 1;
        }
        --size_;
        return entry;
    }

  private:
    static constexpr std::size_t values = 2048;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    GrowingList<Entry, 1024> entries_;
    std::size_t size_ = 0;
    std::uint32_t pushed_ = 0;
    std::uint64_t groups_ = 0;
    std::array<std::uint64_t, values / 64> used_{};
    std::array<std::uint32_t, values> top_;
};

}  // namespace unriddle::freecell::fast
