// Where an open list keeps its buckets: the nodes of one pair (f, h), in the order of their coming.
//
// A bucket is a linked list through an array `next` that has an entry for every node. There are two
// kinds of keeper. Pairs of small whole numbers, which is all that most searches meet, are bits of
// a tree whose nodes have 64 branches: the smallest is found by counting zeros three times, and
// nothing is compared. Any other pair is in a map, and a pair that has just been used is found
// without a search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

#include "containers/metered.h"
#include "containers/state_store.h"

namespace unriddle {

struct Pair {
    double f, h;
    bool operator==(const Pair&) const = default;
    bool operator<(const Pair& other) const { return f != other.f ? f < other.f : h < other.h; }
};

struct Bucket {
    NodeId first, last;
};

// Pairs of whole numbers, f below 2048 and h below 256. 520 bytes for 64 neighbouring pairs, of
// which one is in use, and 1 KiB.
class SmallPairs {
  public:
    explicit SmallPairs(Control& control) : allocator_(control), blocks_(control) {}
    SmallPairs(const SmallPairs&) = delete;
    SmallPairs& operator=(const SmallPairs&) = delete;
    ~SmallPairs() {
        for (Block* block : blocks_) {
            if (block != nullptr) allocator_.deallocate(block, 1);
        }
    }

    using Key = std::uint32_t;  // in the order of the pairs
    static constexpr Key no_key = 0xFFFFFFFF;

    static Key key_of(double f, double h) {
        if (!(f >= 0 && f < most_f && h >= 0 && h < most_h)) return no_key;
        const auto whole_f = static_cast<std::int32_t>(f), whole_h = static_cast<std::int32_t>(h);
        if (static_cast<double>(whole_f) != f || static_cast<double>(whole_h) != h) return no_key;
        return static_cast<Key>(whole_f * most_h + whole_h);
    }
    static Pair pair_of(Key key) {
        return {static_cast<double>(key / most_h), static_cast<double>(key % most_h)};
    }

    bool empty() const { return first_ == no_key; }

    // The smallest key of a bucket that holds something; there must be one.
    Key first() const { return first_; }
    NodeId front() const { return blocks_[first_ / 64]->buckets[first_ % 64].first; }

    [[gnu::always_inline]] void push(Key key, NodeId node, NodeId* next) {
        if (key / 64 >= blocks_.size() || blocks_[key / 64] == nullptr) add_block(key / 64);
        Block& block = *blocks_[key / 64];
        Bucket& bucket = block.buckets[key % 64];
        if ((block.used >> key % 64 & 1) != 0) {
            next[bucket.last] = node;
        } else {
            bucket.first = node;
            block.used |= bit(key);
            branches_[key / 4096] |= bit(key / 64);
            roots_[key / 262144] |= bit(key / 4096);
            first_ = std::min(first_, key);
        }
        bucket.last = node;
    }

    [[gnu::always_inline]] NodeId pop(const NodeId* next) {
        Bucket& bucket = blocks_[first_ / 64]->buckets[first_ % 64];
        const NodeId node = bucket.first;
        if (node != bucket.last) {
            bucket.first = next[node];
        } else {
            forget(bit(first_));
        }
        return node;
    }

    void clear() {
        while (!empty()) forget(~std::uint64_t{0});
    }

  private:
    static constexpr int most_f = 2048, most_h = 256;

    struct Block {
        std::uint64_t used;  // which of the buckets hold something
        std::array<Bucket, 64> buckets;
    };

    static std::size_t lowest(std::uint64_t bits) {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }
    static std::uint64_t bit(Key place) { return std::uint64_t{1} << place % 64; }

    // Forgets some buckets of the first block, and looks for the first one that is left.
    void forget(std::uint64_t buckets) {
        if ((blocks_[first_ / 64]->used &= ~buckets) == 0 &&
            (branches_[first_ / 4096] &= ~bit(first_ / 64)) == 0) {
            roots_[first_ / 262144] &= ~bit(first_ / 4096);
        }
        const std::size_t root = roots_[0] != 0 ? 0 : 1;
        if (roots_[root] == 0) {
            first_ = no_key;
            return;
        }
        const std::size_t branch = root * 64 + lowest(roots_[root]);
        const std::size_t block = branch * 64 + lowest(branches_[branch]);
        first_ = static_cast<Key>(block * 64 + lowest(blocks_[block]->used));
    }

    [[gnu::noinline]] void add_block(std::size_t at) {
        if (at >= blocks_.size()) blocks_.resize(at + 1);
        blocks_[at] = allocator_.allocate(1);
        blocks_[at]->used = 0;
    }

    Metered<Block> allocator_;
    MeteredVector<Block*> blocks_;  // made when they are needed
    std::array<std::uint64_t, most_f * most_h / 4096>
        branches_{};                        // of which blocks hold something
    std::array<std::uint64_t, 2> roots_{};  // and which branches
    Key first_ = no_key;                    // of one that holds something
};

// Any pairs: about 80 bytes each. A bucket that has just been emptied stays until the next look at
// the first one, because the successors often go into it.
class AnyPairs {
  public:
    explicit AnyPairs(Control& control) : buckets_(control) {}

    // Is there a bucket that holds something? Forgets empty ones that would be the first.
    bool empty() {
        while (!buckets_.empty() && buckets_.begin()->second.first == no_node) {
            Buckets::value_type*& known = known_[place_of(buckets_.begin()->first)];
            if (known == &*buckets_.begin()) known = nullptr;
            buckets_.erase(buckets_.begin());
        }
        return buckets_.empty();
    }

    // These ask for one that is not `empty`.
    const Pair& first() const { return buckets_.begin()->first; }
    NodeId front() const { return buckets_.begin()->second.first; }

    void push(Pair pair, NodeId node, NodeId* next) {
        pair = {pair.f + 0.0, pair.h + 0.0};  // -0.0 is equal to 0.0 and has other bits
        Buckets::value_type*& known = known_[place_of(pair)];
        if (known == nullptr || known->first != pair) {
            known = &*buckets_.try_emplace(pair, Bucket{no_node, no_node}).first;
        }
        Bucket& bucket = known->second;
        (bucket.first == no_node ? bucket.first : next[bucket.last]) = node;
        bucket.last = node;
    }

    NodeId pop(const NodeId* next) {
        Bucket& bucket = buckets_.begin()->second;
        const NodeId node = bucket.first;
        bucket.first = node == bucket.last ? no_node : next[node];
        return node;
    }

    void clear() {
        if (buckets_.empty()) return;
        buckets_.clear();
        known_.fill(nullptr);
    }

  private:
    using Buckets = std::map<Pair, Bucket, std::less<>, Metered<std::pair<const Pair, Bucket>>>;

    static std::size_t place_of(const Pair& pair) {
        std::array<std::uint64_t, 2> bits;
        static_assert(sizeof(bits) == sizeof(pair));
        std::memcpy(&bits, &pair, sizeof(pair));  // std::bit_cast is missing in some libraries
        return (bits[0] * 0x9E3779B97F4A7C15u ^ bits[1] * 0xD6E8FEB86659FD93u) >> 56;
    }

    Buckets buckets_;
    std::array<Buckets::value_type*, 256> known_{};  // buckets by `place_of`, or null
};

}  // namespace unriddle
