// From the key of a state to a node: open addressing over the ids of a `StateStore`.
//
// A slot is 8 bytes: the node, and 32 bits of the hash of its key (the tag). The low bits of the
// tag are the slot where probing starts (linear, so a probe mostly stays in one cache line), hence
// the table grows without looking at a state. Where the tags agree the whole keys are compared in
// the store: the table never takes a hash for a state. It doubles when it is half full, so it costs
// 16 to 32 bytes a node, and 48 while it grows; at three quarters it would save a quarter of that,
// and breadth-first search would be slower by a tenth.
//
// A caller that meets a state more than once, or in two tables, keeps its tag (successors.h). The
// look-up is inlined by force, which makes searches in the cache faster by 5 to 10 %.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/domain.h"
#include "search/metered.h"
#include "search/state_store.h"

namespace unriddle {

// 32 bits of the hash of a key.
using Tag = std::uint32_t;

template <Domain D>
class HashTable {
  public:
    using State = typename D::State;

    HashTable(const D& domain, const StateStore<D>& store, Control& control)
        : domain_(domain),
          store_(store),
          control_(control),
          slots_(first_slots, Slot{}, Metered<Slot>(control)) {}

    // The tag of the key of `state`, for all tables of one domain.
    static Tag tag_of(const D& domain, const State& state) {
        return static_cast<Tag>(domain.hash(state) >> 32);
    }

    // Fetches the slot where the search for a key with this tag will start.
    void prefetch([[maybe_unused]] Tag tag) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[tag & (slots_.size() - 1)]);
#endif
    }

    // The node of the key of `state`. It is `no_node` where the key is new: the caller then sets it
    // to the node it adds. The reference holds until the next call.
    NodeId& operator[](const State& state) { return at(state, tag_of(state)); }
    [[gnu::always_inline]] NodeId& at(const State& state, Tag tag) {
        if (used_ >= slots_.size() / 2) grow();
        Slot& slot = slots_[find(state, tag)];
        if (slot.node == no_node) {
            slot.tag = tag;
            ++used_;
        }
        return slot.node;
    }

    bool contains(const State& state) const { return contains(state, tag_of(state)); }
    bool contains(const State& state, Tag tag) const {
        return slots_[find(state, tag)].node != no_node;
    }

    Tag tag_of(const State& state) const { return tag_of(domain_, state); }

    // Forgets `state`, which must be in the table, and closes the gap, so that no tombstones stay.
    void erase(const State& state) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t gap = find(state, tag_of(state));
        for (std::size_t i = (gap + 1) & mask; slots_[i].node != no_node; i = (i + 1) & mask) {
            const std::size_t home = slots_[i].tag & mask;
            if (((i - home) & mask) >= ((i - gap) & mask)) {
                slots_[gap] = slots_[i];
                gap = i;
            }
        }
        slots_[gap] = Slot{};
        --used_;
    }

    std::size_t size() const { return used_; }

    // Forgets every key and keeps the memory.
    void clear() {
        slots_.assign(slots_.size(), Slot{});
        used_ = 0;
    }

  private:
    static constexpr std::size_t first_slots = 256;

    struct Slot {
        Tag tag = 0;
        NodeId node = no_node;
    };

    // The slot of `state`, or the empty one where it belongs.
    [[gnu::always_inline]] std::size_t find(const State& state, Tag tag) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = tag & mask;
        while (slots_[i].node != no_node &&
               !(slots_[i].tag == tag && domain_.same(state, store_.packed(slots_[i].node)))) {
            i = (i + 1) & mask;
        }
        return i;
    }

    void grow() {
        MeteredVector<Slot> larger(slots_.size() * 2, Slot{}, slots_.get_allocator());
        const std::size_t mask = larger.size() - 1;
        std::size_t moved = 0;
        for (const Slot& slot : slots_) {
            if (++moved % 65536 == 0) control_.look();
            if (slot.node == no_node) continue;
            std::size_t i = slot.tag & mask;
            while (larger[i].node != no_node) i = (i + 1) & mask;
            larger[i] = slot;
        }
        slots_ = std::move(larger);
    }

    const D& domain_;
    const StateStore<D>& store_;
    Control& control_;
    MeteredVector<Slot> slots_;
    std::size_t used_ = 0;
};

}  // namespace unriddle
