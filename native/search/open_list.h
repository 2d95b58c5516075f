// The open list of the best-first searches: smallest f first, of equal f the smallest h, of equal
// h the node that came first, which is Python's order of the tuples (f, h, turn).
//
// In our puzzles thousands of nodes share a few dozen pairs (f, h), so the nodes of one pair are a
// bucket, and only buckets are kept in order. Buckets are linked lists through one array with an
// entry for every node: 4 bytes a node, and about 80 a bucket. A binary heap, at 24 bytes an entry,
// made all of A* slower by half (stages 15, 20 and 23 of Bloxorz). Which bucket a pair has is
// remembered for 64 pairs (512 bytes), so that a push seldom has to search for it.
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

    NodeId pop() {
        const NodeId node = front();
        buckets_.begin()->second.first = next_[node];
        --size_;
        return node;
    }

    // The node that `pop` would return; there must be one.
    NodeId front() {
        while (buckets_.begin()->second.first == no_node) {
            known_[place_of(buckets_.begin()->first)] = nullptr;
            buckets_.erase(buckets_.begin());
        }
        return buckets_.begin()->second.first;
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

    static std::size_t place_of(const Key& key) {
        const auto bits = std::bit_cast<std::uint64_t>(key.first) * 0x9E3779B97F4A7C15u ^
                          std::bit_cast<std::uint64_t>(key.second) * 0xD6E8FEB86659FD93u;
        return bits >> 58;
    }

    Buckets buckets_;
    std::array<Buckets::value_type*, 64> known_{};  // buckets by `place_of`, or null
    MeteredVector<NodeId> next_;
    std::size_t size_ = 0;
};

}  // namespace unriddle
