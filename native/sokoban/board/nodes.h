// The positions a search has seen, with the way to each, and a table that finds them again.
//
// A node is its key, 4 bytes for the node before it and 4 for its cost. The key is the player and
// the boxes: a byte each (two where the board has more than 256 squares), or a bit for each live
// square where that is shorter. The table adds 8 bytes a slot and is at most 2/3 full. Course map
// 18 (10 boxes on 70 squares, 55 of them live): 8 bytes of key, 16 a node, and 12 to 24 in the
// table.
//
// Keys are compared in full: nothing here takes a hash for a position.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "containers/chunks.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// How a position is written into bytes.
class Packing {
  public:
    // Boxes are never on dead squares.
    Packing(const Mask& is_dead, std::size_t boxes, Control& control)
        : wide_(is_dead.size() > 257), bit_(is_dead.size(), 0, control), square_(control) {
        for (std::size_t square = 0; square < is_dead.size(); ++square) {
            if (is_dead[square]) continue;
            bit_[square] = static_cast<std::uint16_t>(square_.size());
            square_.push_back(static_cast<Square>(square));
        }
        const std::size_t listed = boxes * (wide_ ? 2 : 1), bits = (square_.size() + 7) / 8;
        as_bits_ = bits < listed;
        box_bytes_ = as_bits_ ? bits : listed;
    }

    std::size_t bytes() const { return box_bytes_ + (wide_ ? 2 : 1); }

    // `boxes` are in ascending order.
    void pack(std::span<const Square> boxes, Square player, std::byte* to) const {
        to = put(player, to);
        if (!as_bits_) {
            for (const Square box : boxes) to = put(box, to);
            return;
        }
        std::memset(to, 0, box_bytes_);
        for (const Square box : boxes) to[bit_[box] / 8] |= std::byte{1} << bit_[box] % 8;
    }

    // Fills `boxes` in ascending order and returns the player.
    Square unpack(const std::byte* from, std::span<Square> boxes) const {
        const Square player = get(from);
        if (!as_bits_) {
            for (Square& box : boxes) box = get(from);
            return player;
        }
        std::size_t found = 0;
        for (std::size_t i = 0; i < box_bytes_; ++i) {
            for (unsigned rest = std::to_integer<unsigned>(from[i]); rest != 0; rest &= rest - 1) {
                boxes[found++] = square_[i * 8 + static_cast<std::size_t>(std::countr_zero(rest))];
            }
        }
        return player;
    }

  private:
    std::byte* put(Square square, std::byte* to) const {
        *to++ = static_cast<std::byte>(square & 0xFF);
        if (wide_) *to++ = static_cast<std::byte>(square >> 8);
        return to;
    }

    Square get(const std::byte*& from) const {
        unsigned square = std::to_integer<unsigned>(*from++);
        if (wide_) square |= std::to_integer<unsigned>(*from++) << 8;
        return static_cast<Square>(square);
    }

    bool wide_, as_bits_ = false;
    std::size_t box_bytes_ = 0;
    MeteredVector<std::uint16_t> bit_;  // by square
    MeteredVector<Square> square_;      // by bit
};

class Nodes {
  public:
    using Id = std::uint32_t;
    static constexpr Id none = 0xFFFFFFFF;

    Nodes(std::size_t key_bytes, Control& control)
        : control_(control),
          key_bytes_(key_bytes),
          node_bytes_(key_bytes + sizeof(Link)),
          chunks_(chunk_nodes * node_bytes_, control),
          slots_(first_slots, Slot{}, control) {}

    // The node with this key, or `none`.
    Id find(const std::byte* key, std::uint64_t hash) const {
        return slots_[slot_of(key, static_cast<std::uint32_t>(hash >> 32))].node;
    }

    void prefetch([[maybe_unused]] std::uint64_t hash) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[static_cast<std::uint32_t>(hash >> 32) & (slots_.size() - 1)]);
#endif
    }

    // A new node; its key must not be there yet.
    Id add(const std::byte* key, std::uint64_t hash, Id parent, std::uint32_t cost) {
        if (size_ == none) throw Interruption{Status::out_of_memory};
        if (size_ % chunk_nodes == 0) chunks_.add();
        if (size_ >= slots_.size() / 3 * 2) grow();
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        const Id node = size_++;
        slots_[slot_of(key, tag)] = {tag, node};
        std::memcpy(at(node), key, key_bytes_);
        set(node, {parent, cost});
        return node;
    }

    const std::byte* key(Id node) const { return at(node); }
    Id parent(Id node) const { return link(node).parent; }
    std::uint32_t cost(Id node) const { return link(node).cost & ~closed; }
    bool is_closed(Id node) const { return (link(node).cost & closed) != 0; }

    void close(Id node) {
        const Link link = this->link(node);
        set(node, {link.parent, link.cost | closed});
    }
    // A cheaper way to a known node, which opens it again.
    void improve(Id node, Id parent, std::uint32_t cost) { set(node, {parent, cost}); }

    Id size() const { return size_; }

  private:
    static constexpr std::size_t chunk_nodes = 1 << 12;
    static constexpr std::size_t first_slots = 1 << 10;
    static constexpr std::uint32_t closed = std::uint32_t{1} << 31;

    struct Link {
        Id parent;
        std::uint32_t cost;  // with `closed`
    };
    struct Slot {
        std::uint32_t tag = 0;
        Id node = none;
    };

    std::byte* at(Id node) const {
        return chunks_[node / chunk_nodes] + node % chunk_nodes * node_bytes_;
    }
    Link link(Id node) const {
        Link link;
        std::memcpy(&link, at(node) + key_bytes_, sizeof link);
        return link;
    }
    void set(Id node, Link link) { std::memcpy(at(node) + key_bytes_, &link, sizeof link); }

    std::size_t slot_of(const std::byte* key, std::uint32_t tag) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = tag & mask;
        while (slots_[i].node != none &&
               !(slots_[i].tag == tag && std::memcmp(at(slots_[i].node), key, key_bytes_) == 0)) {
            i = (i + 1) & mask;
        }
        return i;
    }

    void grow() {
        MeteredVector<Slot> larger(slots_.size() * 2, Slot{}, slots_.get_allocator());
        const std::size_t mask = larger.size() - 1;
        std::size_t moved = 0;
        for (const Slot& slot : slots_) {
            if (++moved % 65536 == 0) control_.check_limits();
            if (slot.node == none) continue;
            std::size_t i = slot.tag & mask;
            while (larger[i].node != none) i = (i + 1) & mask;
            larger[i] = slot;
        }
        slots_ = std::move(larger);
    }

    Control& control_;
    std::size_t key_bytes_, node_bytes_;
    Chunks<std::byte> chunks_;
    MeteredVector<Slot> slots_;
    Id size_ = 0;
};

}  // namespace unriddle::sokoban
