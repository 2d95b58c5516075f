// Remembers estimates that depend on the boxes alone: most steps only walk, and find theirs here.
//
// A hash table of 8 bytes an entry and the boxes, which is 16 bytes for lanes. An entry is in one
// of the four slots from its home on, and boxes are compared in full. The table doubles while more
// than half of it is used, up to 32 MiB; from then on a new entry may take the place of an old one,
// which is worked out again when it is wanted.
#pragma once

#include <cstddef>

#include "containers/metered.h"
#include "sokoban/textbook/boxes.h"

namespace unriddle::sokoban {

template <BoxSet Boxes>
class Memo {
  public:
    explicit Memo(Control& control) : entries_(512, Entry{}, control) {}

    // The estimate of `boxes`, which `work_out` finds if it is not known.
    double operator()(const Boxes& boxes, auto&& work_out) {
        Entry* entry = &slot(entries_, boxes);
        if (entry->value == unknown || entry->boxes != boxes) {
            const double value = work_out();
            if (entry->value == unknown && ++used_ > entries_.size() / 2 && grow()) {
                entry = &slot(entries_, boxes);
            }
            *entry = {boxes, value};
        }
        return entry->value;
    }

  private:
    static constexpr double unknown = -1;  // estimates are never negative
    static constexpr std::size_t window = 4;

    struct Entry {
        Boxes boxes;
        double value = unknown;
    };
    using Entries = MeteredVector<Entry>;

    static constexpr std::size_t most_bytes = std::size_t{1} << 25;

    // Where `boxes` are, or should be put.
    static Entry& slot(Entries& entries, const Boxes& boxes) {
        const std::size_t mask = entries.size() - 1;
        const auto home = static_cast<std::size_t>(boxes.hash());
        for (std::size_t i = home; i < home + window; ++i) {
            Entry& entry = entries[i & mask];
            if (entry.value == unknown || entry.boxes == boxes) return entry;
        }
        return entries[home & mask];
    }

    bool grow() {
        if (entries_.size() * 2 * sizeof(Entry) > most_bytes) return false;
        Entries larger(entries_.size() * 2, Entry{}, entries_.get_allocator());
        used_ = 1;  // the one that is about to enter
        for (const Entry& entry : entries_) {
            if (entry.value == unknown) continue;
            Entry& place = slot(larger, entry.boxes);
            used_ += place.value == unknown;
            place = entry;
        }
        entries_ = std::move(larger);
        return true;
    }

    Entries entries_;
    std::size_t used_ = 0;
};

}  // namespace unriddle::sokoban
