// The open list of the best-first searches: smallest f first, of equal f the smallest h, of equal
// h the node that came first, which is Python's order of the tuples (f, h, turn).
//
// In our puzzles thousands of nodes share a few dozen pairs (f, h), so the nodes of one pair are a
// bucket, and only buckets are kept in order. Buckets are linked lists through one array with an
// entry for every node: 4 bytes a node, and about 80 a bucket. A binary heap, at 24 bytes an entry,
// made all of A* slower by half (stages 15, 20 and 23 of Bloxorz).
#pragma once

#include <cstddef>
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
        const auto [place, is_new] = buckets_.try_emplace({f, h}, Bucket{node, node});
        if (!is_new) {
            Bucket& bucket = place->second;
            next_[bucket.last] = node;
            bucket.last = node;
        }
        ++size_;
    }

    NodeId pop() {
        const auto best = buckets_.begin();
        Bucket& bucket = best->second;
        const NodeId node = bucket.first;
        if (node == bucket.last) {
            buckets_.erase(best);
        } else {
            bucket.first = next_[node];
        }
        --size_;
        return node;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

  private:
    using Key = std::pair<double, double>;
    struct Bucket {
        NodeId first, last;
    };

    std::map<Key, Bucket, std::less<>, Metered<std::pair<const Key, Bucket>>> buckets_;
    MeteredVector<NodeId> next_;
    std::size_t size_ = 0;
};

}  // namespace unriddle
