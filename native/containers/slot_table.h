// Open addressing: a table from tags, 32 bits that are not all 0, to values of one kind.
//
// Slots are in groups of eight (tag_group.h), with their values beside the tags. The tag says in
// which group it belongs; where that is full, it goes into the next one with a free slot. What a
// tag stands for is the business of the caller, who is asked where tags agree. So the table grows
// without looking at anything but tags, and as a group goes into two or four groups side by side,
// it grows at the speed of memory.
//
// It grows when it is half full, to four times its size up to `many_groups` and then to twice. At
// three quarters it would take less memory, but every fourth look-up would meet a full group.
//
// The look-up is inlined by force, which makes searches in the cache faster by 5 to 10 %.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "containers/metered.h"
#include "containers/tag_group.h"
#include "core/domain.h"

namespace unriddle {

template <class Value>
class SlotTable {
  public:
    // `groups` is a power of two, or 0: then the table must not be asked anything.
    SlotTable(Control& control, std::size_t groups) : control_(control), memory_(groups, control) {
        settle_in();
    }

    // Fetches the group where the search for a tag will start. GCC takes a function that only
    // fetches for one that does nothing, and leaves out its calls: hence the empty statement.
    [[gnu::always_inline]] void prefetch([[maybe_unused]] Tag tag) const {
#if defined(__GNUC__)
        asm volatile("");
        const Group& group = groups_[home(tag, shift_)];
        __builtin_prefetch(&group);
        if constexpr (sizeof(Group) > 64) __builtin_prefetch(&group.of[TagGroup::size / 2]);
#endif
    }

    // The value of a slot with this tag of which `is_it(value)` holds, or null.
    [[gnu::always_inline]] Value* find(Tag tag, auto&& is_it) const {
        const auto [group, slot, found] = place_of(tag, is_it);
        return found ? &groups_[group].of[slot] : nullptr;
    }

    struct Entry {
        Value& value;  // until the next call; of no meaning yet where it is new
        bool is_new;
    };

    // The same, but where there is no such slot, a new one has the tag.
    [[gnu::always_inline]] Entry enter(Tag tag, auto&& is_it) {
        if (used_ >= most_) grow();
        const auto [group, slot, found] = place_of(tag, is_it);
        if (!found) {
            groups_[group].tags.tags[slot] = tag;
            ++used_;
        }
        return {groups_[group].of[slot], !found};
    }

    // Erases a slot that is there, of all in the table the last one that has come: any other could
    // have made a later one go to the next group.
    void erase_last(Tag tag, auto&& is_it) {
        const Place place = place_of(tag, is_it);
        groups_[place.group].tags.tags[place.slot] = 0;
        --used_;
    }

    // Erases all slots and keeps the memory.
    void clear() {
        for (Group& group : memory_) group.tags = {};
        used_ = 0;
    }

  private:
    static constexpr std::size_t many_groups = std::size_t{1} << 14;

    struct alignas(sizeof(TagGroup)) Group {
        TagGroup tags;
        Value of[TagGroup::size];
        Group() noexcept {}  // does not clear the values
    };

    struct Place {
        std::size_t group;
        std::size_t slot;
        bool found;  // if not, the slot is free, and the tag belongs there
    };

    // The group where a tag belongs. Tags may be numbers with any pattern: they are mixed by the
    // finisher of MurmurHash3. One multiplication is not enough: the states of Sokoban then crowd
    // in some groups, and uniform cost takes half as long again.
    static std::size_t home(Tag tag, unsigned shift) {
        tag = (tag ^ tag >> 16) * 0x85EBCA6Bu;
        return (tag ^ tag >> 13) * 0xC2B2AE35u >> shift;
    }

    [[gnu::always_inline]] Place place_of(Tag tag, auto&& is_it) const {
        for (std::size_t i = home(tag, shift_);; i = (i + 1) & mask_) {
            const TagGroup::Seen seen = groups_[i].tags.look_for(tag);
            for (std::uint32_t equal = seen.equal; equal != 0; equal &= equal - 1) {
                const std::size_t slot = first(equal);
                if (is_it(groups_[i].of[slot])) return {i, slot, true};
            }
            if (seen.free != 0) return {i, first(seen.free), false};
        }
    }

    static std::size_t first(std::uint32_t bits) {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    void grow() {
        const std::size_t factor = memory_.size() < many_groups ? 4 : 2;
        MeteredVector<Group> larger(memory_.size() * factor, memory_.get_allocator());
        const std::size_t mask = larger.size() - 1;
        const unsigned shift = shift_of(larger.size());
        std::size_t moved = 0;
        for (const Group& group : memory_) {
            if (++moved % 8192 == 0) control_.check_limits();
            for (std::size_t slot = 0; slot < TagGroup::size; ++slot) {
                const Tag tag = group.tags.tags[slot];
                if (tag == 0) break;
                // Slot by slot: a look at all eight would wait until what was just written there
                // has left the processor, and most of these groups hold one or two.
                std::size_t i = home(tag, shift), free = 0;
                while (larger[i].tags.tags[free] != 0) {
                    if (++free == TagGroup::size) free = 0, i = (i + 1) & mask;
                }
                larger[i].tags.tags[free] = tag;
                larger[i].of[free] = group.of[slot];
            }
        }
        memory_ = std::move(larger);
        settle_in();
    }

    // How far the product of `home` is shifted to be the number of a group.
    static unsigned shift_of(std::size_t groups) {
        return static_cast<unsigned>(33 - std::bit_width(groups));
    }

    void settle_in() {
        groups_ = memory_.data();
        mask_ = memory_.size() - 1;
        shift_ = shift_of(memory_.size());
        most_ = memory_.size() * TagGroup::size / 2;
    }

    Control& control_;
    MeteredVector<Group> memory_;
    Group* groups_;     // in `memory_`
    std::size_t mask_;  // their number - 1
    unsigned shift_;
    std::size_t used_ = 0, most_;  // slots: with `most_` the table grows
};

}  // namespace unriddle
