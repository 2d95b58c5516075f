// From the key of a state to a node: open addressing over the ids of a `StateStore`.
//
// A slot is 8 bytes: the node, and 32 bits of the hash of its key (the tag). Slots are in groups of
// eight (tag_group.h). The low bits of a tag say in which group it belongs; where that is full, it
// goes into the next one with a free slot. Hence the table grows without looking at a state. Where
// the tags agree the whole keys are compared in the store, which is one more miss of the cache: the
// table never takes a hash for a state. Only where the domain says that its tags are exact
// (domain.h), which is so for all 33 stages of Bloxorz and 17 of the 18 course maps of Sokoban, tags
// are keys, and nothing else is looked at.
//
// The table grows when it is half full, to four times its size up to 1 MiB and then to twice: it
// costs 16 to 64 bytes a node while it is small, 16 to 32 later, and 48 while it grows.
//
// A caller that meets a state more than once, or in two tables, keeps its tag (successors.h). The
// look-up is inlined by force, which makes searches in the cache faster by 5 to 10 %.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "search/domain.h"
#include "search/metered.h"
#include "search/state_store.h"
#include "search/tag_group.h"

namespace unriddle {

template <Domain D>
class HashTable {
  public:
    using State = typename D::State;

    HashTable(const D& domain, const StateStore<D>& store, Control& control)
        : domain_(domain),
          store_(store),
          control_(control),
          exact_(domain.tags_are_exact()),
          memory_(first_groups, Metered<TagGroup>(control)) {
        settle_in();
    }

    // Fetches the group where the search for a key with this tag will start.
    void prefetch([[maybe_unused]] Tag tag) const {
#if defined(__GNUC__)
        __builtin_prefetch(&groups_[tag & mask_]);
#endif
    }

    // The node of the key of `state`. It is `no_node` where the key is new: the caller then sets it
    // to the node it adds. The reference holds until the next call.
    NodeId& operator[](const State& state) { return at(state, domain_.tag(state)); }
    [[gnu::always_inline]] NodeId& at(const State& state, Tag tag) {
        if (used_ >= most_) grow();
        const auto [group, slot, found] = find(state, tag);
        NodeId& node = groups_[group].nodes[slot];
        if (!found) {
            groups_[group].tags[slot] = tag;
            node = no_node;
            ++used_;
        }
        return node;
    }

    bool contains(const State& state) const { return contains(state, domain_.tag(state)); }
    [[gnu::always_inline]] bool contains(const State& state, Tag tag) const {
        return find(state, tag).found;
    }

    // Forgets `state`, of all states in the table the last one that has come: any other could have
    // made a later one go to the next group.
    void erase_last(const State& state) {
        const auto [group, slot, found] = find(state, domain_.tag(state));
        groups_[group].tags[slot] = 0;
        --used_;
    }

    std::size_t size() const { return used_; }

    // Forgets every key and keeps the memory.
    void clear() {
        for (TagGroup& group : memory_) std::fill_n(group.tags, TagGroup::size, Tag{0});
        used_ = 0;
    }

  private:
    static constexpr std::size_t first_groups = 128;  // 8 KiB
    static constexpr std::size_t many_groups = std::size_t{1} << 14;

    struct Place {
        std::size_t group;
        std::size_t slot;
        bool found;  // if not, the slot is free, and the key belongs there
    };

    [[gnu::always_inline]] Place find(const State& state, Tag tag) const {
        for (std::size_t i = tag & mask_;; i = (i + 1) & mask_) {
            const TagGroup& group = groups_[i];
            const TagGroup::Seen seen = group.look_for(tag);
            for (std::uint32_t equal = seen.equal; equal != 0; equal &= equal - 1) {
                const std::size_t slot = first(equal);
                if (exact_ || domain_.same(state, store_.packed(group.nodes[slot]))) {
                    return {i, slot, true};
                }
            }
            if (seen.free != 0) return {i, first(seen.free), false};
        }
    }

    static std::size_t first(std::uint32_t bits) {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    void grow() {
        const std::size_t factor = memory_.size() < many_groups ? 4 : 2;
        MeteredVector<TagGroup> larger(memory_.size() * factor, memory_.get_allocator());
        const std::size_t mask = larger.size() - 1;
        std::size_t moved = 0;
        for (const TagGroup& group : memory_) {
            if (++moved % 8192 == 0) control_.look();
            for (std::size_t slot = 0; slot < TagGroup::size; ++slot) {
                const Tag tag = group.tags[slot];
                if (tag == 0) continue;
                std::size_t i = tag & mask;
                std::uint32_t free;
                while ((free = larger[i].look_for(tag).free) == 0) i = (i + 1) & mask;
                larger[i].tags[first(free)] = tag;
                larger[i].nodes[first(free)] = group.nodes[slot];
            }
        }
        memory_ = std::move(larger);
        settle_in();
    }

    void settle_in() {
        groups_ = memory_.data();
        mask_ = memory_.size() - 1;
        most_ = memory_.size() * TagGroup::size / 2;
    }

    const D& domain_;
    const StateStore<D>& store_;
    Control& control_;
    const bool exact_;
    MeteredVector<TagGroup> memory_;
    TagGroup* groups_;        // in `memory_`
    std::size_t mask_;        // their number - 1
    std::size_t used_ = 0, most_;  // slots: with `most_` the table grows
};

}  // namespace unriddle
