// The open list of the best-first searches: smallest f first, of equal f the smallest h, of equal
// h the node that came first, which is Python's order of the tuples (f, h, turn).
//
// In our puzzles thousands of nodes share a few dozen pairs (f, h), so the nodes of one pair are a
// bucket, and only buckets are kept in order. Buckets are linked lists through one array with an
// entry for every node: 4 bytes a node, and about 80 a bucket. A binary heap, at 24 bytes an entry,
// made all of A* slower by half (stages 15, 20 and 23 of Bloxorz). Which bucket a pair has is
// remembered for 256 pairs (2 KiB), so that a push seldom has to search for it; and a bucket that
// has just been emptied stays until the next pop, because the successors often go into it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "search/metered.h"
#include "search/state_store.h"

namespace unriddle {

class OpenList {
  public:
    explicit OpenList(Control& control)
        : buckets_(Metered<std::pair<const Key, Bucket>>(control)),
          next_(Metered<NodeId>(control)) {}

    // A node may be pushed once.
    void push(double f, double h, NodeId node) {
        if (node >= next_.size()) next_.resize(node + 1);
        next_[node] = no_node;
        Bucket& bucket = bucket_of({f, h});
        if (bucket.first == no_node) {
            bucket.first = node;
        } else {
            next_[bucket.last] = node;
        }
        bucket.last = node;
        ++size_;
    }

    // A node and its h.
    struct Entry {
        NodeId node;
        double h;
    };

    // The first of all; there must be one.
    Entry pop() {
        while (buckets_.begin()->second.first == no_node) erase(buckets_.begin());
        auto& [key, bucket] = *buckets_.begin();
        const NodeId node = bucket.first;
        bucket.first = next_[node];
        --size_;
        return {node, key.second};
    }

    // The node that `pop` would return.
    NodeId front() {
        auto bucket = buckets_.begin();
        if (bucket->second.first == no_node) {
            for (++bucket; bucket->second.first == no_node;) bucket = erase(bucket);
        }
        return bucket->second.first;
    }

    void clear() {
        buckets_.clear();
        known_.fill(nullptr);
        size_ = 0;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

  private:
    using Key = std::pair<double, double>;
    struct Bucket {
        NodeId first = no_node, last = no_node;
    };
    using Buckets = std::map<Key, Bucket, std::less<>, Metered<std::pair<const Key, Bucket>>>;

    Bucket& bucket_of(Key key) {
        key = {key.first + 0.0, key.second + 0.0};  // -0.0 is equal to 0.0 and has other bits
        Buckets::value_type*& known = known_[place_of(key)];
        if (known == nullptr || known->first != key) known = &*buckets_.try_emplace(key).first;
        return known->second;
    }

    Buckets::iterator erase(Buckets::iterator bucket) {
        Buckets::value_type*& known = known_[place_of(bucket->first)];
        if (known == &*bucket) known = nullptr;
        return buckets_.erase(bucket);
    }

    static std::size_t place_of(const Key& key) {
        const auto bits = std::bit_cast<std::uint64_t>(key.first) * 0x9E3779B97F4A7C15u ^
                          std::bit_cast<std::uint64_t>(key.second) * 0xD6E8FEB86659FD93u;
        return bits >> 56;
    }

    Buckets buckets_;
    std::array<Buckets::value_type*, 256> known_{};  // buckets by `place_of`, or null
    MeteredVector<NodeId> next_;
    std::size_t size_ = 0;
};

}  // namespace unriddle
