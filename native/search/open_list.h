// The open list of the best-first searches: smallest f first, of equal f the smallest h, of equal
// h the node that came first, which is Python's order of the tuples (f, h, turn).
//
// In our puzzles thousands of nodes share a few dozen pairs (f, h), so the nodes of one pair are a
// bucket, and only buckets are kept in order. Buckets are linked lists through one array with an
// entry for every node: 4 bytes a node, and about 110 a bucket. A binary heap of nodes, at 24 bytes
// an entry, made all of A* slower by half (stages 15, 20 and 23 of Bloxorz).
//
// The buckets that hold something are in a heap. A bucket that runs empty leaves it and is used
// again, because the pair comes back: on course map 16 every ninth push of A* finds its bucket
// empty, and making a new one each time took a tenth of the search. Only where there are thousands
// of pairs, which then seldom come back, empty buckets are forgotten. Which bucket a pair has is
// remembered for 256 pairs (2 KiB), so that a push seldom has to search for it.
#pragma once

#include <algorithm>
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
          heap_(Metered<Buckets::value_type*>(control)),
          next_(Metered<NodeId>(control)) {}

    // A node may be pushed once.
    [[gnu::always_inline]] void push(double f, double h, NodeId node) {
        if (node >= next_.size()) make_room(node);
        next_[node] = no_node;
        Buckets::value_type& entry = entry_of({f + 0.0, h + 0.0});  // -0.0 has other bits than 0.0
        Bucket& bucket = entry.second;
        if (bucket.first == no_node) {
            bucket.first = node;
            if (!bucket.in_heap) enter(entry);
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
    [[gnu::always_inline]] Entry pop() {
        while (is_empty(heap_.front())) leave();
        auto& [key, bucket] = *heap_.front();
        const NodeId node = bucket.first;
        bucket.first = next_[node];
        --size_;
        return {node, key.h};
    }

    // The node that `pop` would return. A bucket that has just been emptied stays where it is,
    // because the successors often go into it: then the answer is in the better one below it.
    [[gnu::always_inline]] NodeId front() {
        while (is_empty(heap_.front())) {
            const std::size_t better = heap_.size() > 2 && comes_later(heap_[1], heap_[2]) ? 2 : 1;
            if (!is_empty(heap_[better])) return heap_[better]->second.first;
            leave();
        }
        return heap_.front()->second.first;
    }

    void clear() {
        for (Buckets::value_type* entry : heap_) entry->second = {};
        heap_.clear();
        size_ = 0;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

  private:
    static constexpr std::size_t many_buckets = 4096;

    struct Key {
        double f, h;
        bool operator==(const Key&) const = default;
        bool operator<(const Key& other) const { return f != other.f ? f < other.f : h < other.h; }
    };
    struct Bucket {
        NodeId first = no_node, last = no_node;
        bool in_heap = false;  // or else it is empty
    };
    using Buckets = std::map<Key, Bucket, std::less<>, Metered<std::pair<const Key, Bucket>>>;

    static bool is_empty(const Buckets::value_type* entry) {
        return entry->second.first == no_node;
    }
    static bool comes_later(const Buckets::value_type* one, const Buckets::value_type* other) {
        return other->first < one->first;
    }

    Buckets::value_type& entry_of(const Key& key) {
        Buckets::value_type*& known = known_[place_of(key)];
        if (known == nullptr || known->first != key) known = look_up(key);
        return *known;
    }

    [[gnu::noinline]] Buckets::value_type* look_up(const Key& key) {
        return &*buckets_.try_emplace(key).first;
    }

    [[gnu::noinline]] void enter(Buckets::value_type& entry) {
        heap_.push_back(&entry);
        std::push_heap(heap_.begin(), heap_.end(), comes_later);
        entry.second.in_heap = true;
    }

    // Takes the first bucket, which is empty, out of the heap.
    [[gnu::noinline]] void leave() {
        std::pop_heap(heap_.begin(), heap_.end(), comes_later);
        Buckets::value_type* const entry = heap_.back();
        heap_.pop_back();
        entry->second.in_heap = false;
        if (buckets_.size() <= many_buckets) return;
        Buckets::value_type*& known = known_[place_of(entry->first)];
        if (known == entry) known = nullptr;
        buckets_.erase(entry->first);
    }

    // Nodes come nearly in order, so all of what is reserved will be wanted.
    [[gnu::noinline]] void make_room(NodeId node) {
        next_.reserve(std::max<std::size_t>(node + std::size_t{1}, 2 * next_.size()));
        next_.resize(next_.capacity());
    }

    static std::size_t place_of(const Key& key) {
        const auto bits = std::bit_cast<std::uint64_t>(key.f) * 0x9E3779B97F4A7C15u ^
                          std::bit_cast<std::uint64_t>(key.h) * 0xD6E8FEB86659FD93u;
        return bits >> 56;
    }

    Buckets buckets_;  // all that are known
    MeteredVector<Buckets::value_type*> heap_;
    std::array<Buckets::value_type*, 256> known_{};  // buckets by `place_of`, or null
    MeteredVector<NodeId> next_;
    std::size_t size_ = 0;
};

}  // namespace unriddle
