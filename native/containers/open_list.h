// The open list of the best-first searches: smallest f first, of equal f the smallest h, of equal
// h the node that came first, which is Python's order of the tuples (f, h, turn).
//
// In our puzzles thousands of nodes share a few dozen pairs (f, h), so the nodes of one pair are a
// bucket, and only buckets are kept in order (buckets.h); a node costs 4 bytes. A binary heap of
// nodes, at 24 bytes an entry, made all of A* slower by half (stages 15, 20 and 23 of Bloxorz).
// Where every bucket was in a map, A* on stage 20 spent a sixth of its instructions here, on making
// and removing buckets; a heap of buckets that are used again spared half of these and was no
// faster, because the processor cannot foresee its comparisons.
#pragma once

#include <algorithm>
#include <cstddef>

#include "containers/buckets.h"
#include "containers/metered.h"

namespace unriddle {

class OpenList {
  public:
    explicit OpenList(Control& control) : small_(control), others_(control), next_(control) {}

    // A node may be pushed once.
    [[gnu::always_inline]] void push(double f, double h, NodeId node) {
        if (node >= next_.size()) make_room(node);
        const SmallPairs::Key key = SmallPairs::key_of(f, h);
        if (key != SmallPairs::no_key) {
            small_.push(key, node, next_.data());
        } else {
            push_other({f, h}, node);
        }
        ++size_;
    }

    // A node and its h.
    struct Entry {
        NodeId node;
        double h;
    };

    // The first of all; there must be one.
    [[gnu::always_inline]] Entry pop() {
        --size_;
        if (others_in_use_ && other_is_first()) return pop_other();
        const double h = SmallPairs::pair_of(small_.first()).h;
        return {small_.pop(next_.data()), h};
    }

    // The node that `pop` would return.
    [[gnu::always_inline]] NodeId front() {
        if (others_in_use_ && other_is_first()) return others_.front();
        return small_.front();
    }

    void clear() {
        small_.clear();
        others_.clear();
        others_in_use_ = false;
        size_ = 0;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

  private:
    [[gnu::noinline]] bool other_is_first() {
        if (others_.empty()) return false;
        return small_.empty() || others_.first() < SmallPairs::pair_of(small_.first());
    }
    [[gnu::noinline]] Entry pop_other() {
        const double h = others_.first().h;
        return {others_.pop(next_.data()), h};
    }
    [[gnu::noinline]] void push_other(const Pair& pair, NodeId node) {
        others_.push(pair, node, next_.data());
        others_in_use_ = true;
    }

    // Nodes come nearly in order, so what is cleared here will be wanted. It is little at a time,
    // so that a search can be stopped soon.
    [[gnu::noinline]] void make_room(NodeId node) {
        const std::size_t step = std::clamp<std::size_t>(next_.size(), 1 << 10, 1 << 16);
        next_.resize(std::max<std::size_t>(node + std::size_t{1}, next_.size() + step));
    }

    SmallPairs small_;
    AnyPairs others_;
    bool others_in_use_ = false;  // has there ever been one?
    MeteredVector<NodeId> next_;  // in the bucket, by node
    std::size_t size_ = 0;
};

}  // namespace unriddle
