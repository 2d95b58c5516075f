// Positions that a search has seen, each with its cost and where it came from.
//
// A node is 28 bytes: the key of the position, 156 bits (the open cards follow from it), its parent
// and its costs. From the key to the node leads an open-addressing table of 8 bytes a slot, in 256
// parts that grow one at a time by a half, so that growing never takes much memory at once: at 60
// to 90 % full that is 9 to 13 bytes, and a node costs about 40 in all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "containers/chunks.h"
#include "freecell/layout.h"

namespace unriddle::freecell {

using NodeNumber = std::uint32_t;
constexpr NodeNumber no_number = 0xFFFFFFFF;

struct LayoutNode {
    std::array<std::uint32_t, 5> key;
    NodeNumber parent;
    std::uint16_t cost;     // of the best known way to it
    std::uint8_t estimate;  // what it costs from here at least

    static std::array<std::uint32_t, 5> key_of(const Layout& layout) {
        const auto& [first, second, third] = layout.lies;
        const auto low = [](Cards cards) { return static_cast<std::uint32_t>(cards); };
        return {low(first), low(second), low(third),
                low(first >> 32 & 0xFFFFF) | low(third >> 32 & 0xFFF) << 20,
                low(second >> 32 & 0xFFFFF) | low(third >> 44 & 0xFF) << 20};
    }

    std::array<Cards, 3> lies() const {
        const auto wide = [](std::uint32_t bits) { return Cards{bits}; };
        return {wide(key[0]) | wide(key[3] & 0xFFFFF) << 32,
                wide(key[1]) | wide(key[4] & 0xFFFFF) << 32,
                wide(key[2]) | wide(key[3] >> 20) << 32 | wide(key[4] >> 20) << 44};
    }
};
static_assert(sizeof(LayoutNode) == 28);

class LayoutStore {
  public:
    // Sized for `expected` positions; it grows beyond them.
    explicit LayoutStore(Control& control, std::size_t expected = 0)
        : control_(control), chunks_(chunk_size, control) {
        const std::size_t slots = std::max(first_slots, expected / part_count * 3 / 2);
        parts_.reserve(part_count);
        for (std::size_t i = 0; i < part_count; ++i) {
            parts_.push_back({MeteredVector<Slot>(slots, Slot{}, control), 0});
        }
    }

    NodeNumber size() const { return size_; }
    LayoutNode& operator[](NodeNumber node) {
        return chunks_[node / chunk_size][node % chunk_size];
    }

    void prefetch([[maybe_unused]] std::uint64_t hash) const {
#if defined(__GNUC__)
        const Part& part = parts_[hash % part_count];
        __builtin_prefetch(&part.slots[place(part, tag_of(hash))]);
#endif
    }

    // The node of a position, or `no_number`.
    NodeNumber find(const Layout& layout, std::uint64_t hash) {
        const Part& part = parts_[hash % part_count];
        const auto key = LayoutNode::key_of(layout);
        const std::uint32_t tag = tag_of(hash);
        for (std::size_t i = place(part, tag); part.slots[i].node != no_number; i = next(part, i)) {
            if (part.slots[i].tag != tag) continue;
            if ((*this)[part.slots[i].node].key == key) return part.slots[i].node;
        }
        return no_number;
    }

    // Adds a position that is not there yet.
    NodeNumber add(const Layout& layout, std::uint64_t hash, NodeNumber parent, int cost,
                   int estimate) {
        if (size_ % chunk_size == 0) chunks_.add();
        Part& part = parts_[hash % part_count];
        if (part.used >= part.slots.size() / 10 * 9) grow(part);
        insert(part, {tag_of(hash), size_});
        (*this)[size_] = {LayoutNode::key_of(layout), parent, static_cast<std::uint16_t>(cost),
                          static_cast<std::uint8_t>(estimate)};
        return size_++;
    }

    // The layouts on the way to a node, from the first one on.
    std::vector<Layout> route(const Table& table, NodeNumber node) {
        std::vector<Layout> route;
        for (; node != no_number; node = (*this)[node].parent) {
            route.emplace_back(table, (*this)[node].lies());
        }
        std::reverse(route.begin(), route.end());
        return route;
    }

  private:
    static constexpr std::size_t part_count = 256, first_slots = 32;
    static constexpr std::size_t chunk_size = std::size_t{1} << 12;

    struct Slot {
        std::uint32_t tag = 0;
        NodeNumber node = no_number;
    };
    struct Part {
        MeteredVector<Slot> slots;
        std::size_t used;
    };

    static std::uint32_t tag_of(std::uint64_t hash) {
        return static_cast<std::uint32_t>(hash >> 32);
    }
    static std::size_t place(const Part& part, std::uint32_t tag) {
        return static_cast<std::size_t>(std::uint64_t{tag} * part.slots.size() >> 32);
    }
    static std::size_t next(const Part& part, std::size_t i) {
        return i + 1 == part.slots.size() ? 0 : i + 1;
    }

    static void insert(Part& part, Slot slot) {
        std::size_t i = place(part, slot.tag);
        while (part.slots[i].node != no_number) i = next(part, i);
        part.slots[i] = slot;
        ++part.used;
    }

    void grow(Part& part) {
        Part larger{MeteredVector<Slot>(part.slots.size() + part.slots.size() / 2, Slot{},
                                        part.slots.get_allocator()),
                    0};
        for (const Slot& slot : part.slots) {
            if (slot.node != no_number) insert(larger, slot);
        }
        part = std::move(larger);
        control_.check_limits();
    }

    Control& control_;
    Chunks<LayoutNode> chunks_;
    std::vector<Part> parts_;
    NodeNumber size_ = 0;
};

}  // namespace unriddle::freecell
