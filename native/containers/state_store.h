// The nodes of a search: packed states in chunks, and for each the way it was reached.
//
// A node is a number of 32 bits, given in the order of creation. It takes
//     packed_bytes + 10 bytes:   the state, its parent (4), the action (2), the cost so far (4),
// which is 18 bytes for a Bloxorz stage. A Python `Node` takes 64, and its state 72 at the least.
// A store may also keep states alone, without the 10 bytes.
//
// Chunks hold 4096 nodes (72 KiB for Bloxorz) and never move, so growing copies nothing, and a
// small search touches one chunk. What belongs to a node lies side by side, because a search that
// takes nodes out of order waits for every line of the cache that it touches. As in Python, a node
// is never changed: a cheaper way to a known state is a new node, and the dearer one only loses its
// cost, which is never asked for again. At 2^32 - 1 nodes the store is full, which ends the search
// like any lack of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "containers/chunks.h"
#include "core/domain.h"

namespace unriddle {

using NodeId = std::uint32_t;
constexpr NodeId no_node = 0xFFFFFFFF;

// What a store keeps: states and the ways to them, or only states.
enum class Keeps : bool { ways, states };

template <Domain D>
class StateStore {
  public:
    using State = typename D::State;

    StateStore(const D& domain, Control& control, Keeps keeps = Keeps::ways)
        : domain_(domain),
          stride_(keeps == Keeps::states ? domain.packed_bytes() : node_bytes(domain)),
          chunks_(chunk_bytes(), control) {}
    static std::size_t node_bytes(const D& domain) {
        return domain.packed_bytes() + sizeof(NodeId) + sizeof(Cost) + sizeof(Action);
    }

    // For a store that keeps nothing but states.
    NodeId add(const State& state) {
        domain_.pack(state, room());
        return size_++;
    }

    NodeId add(const State& state, NodeId parent, Action action, Cost cost) {
        std::byte* const place = room();
        std::byte* const way = place + domain_.packed_bytes();
        domain_.pack(state, place);
        put(parent, way + parent_at);
        put(cost, way + cost_at);
        put(action, way + action_at);
        return size_++;
    }

    State state(NodeId node) const { return domain_.unpack(packed(node)); }
    const std::byte* packed(NodeId node) const { return at(node); }
    NodeId parent(NodeId node) const { return get<NodeId>(way_to(node) + parent_at); }
    Cost cost(NodeId node) const { return get<Cost>(way_to(node) + cost_at); }
    Action action(NodeId node) const { return get<Action>(way_to(node) + action_at); }
    std::size_t size() const { return size_; }

    // A cheaper way to the state of `node` was found.
    void outdo(NodeId node) { put(no_cost, way_to(node) + cost_at); }
    bool is_outdone(NodeId node) const { return cost(node) == no_cost; }

    // The actions from the root to `node`.
    std::vector<Action> plan(NodeId node) const {
        std::vector<Action> actions;
        for (; parent(node) != no_node; node = parent(node)) actions.push_back(action(node));
        std::reverse(actions.begin(), actions.end());
        return actions;
    }

    // Forgets the nodes from `size` on and keeps the memory.
    void truncate(std::size_t size) {
        size_ = static_cast<NodeId>(size);
        next_ = end_ = nullptr;
    }

  private:
    static constexpr unsigned chunk_bits = 12;
    static constexpr std::size_t chunk_nodes = std::size_t{1} << chunk_bits;

    static constexpr Cost no_cost = 0xFFFFFFFF;

    // A node is its state, and then the way to it: parent, cost, action.
    static constexpr std::size_t parent_at = 0;
    static constexpr std::size_t cost_at = parent_at + sizeof(NodeId);
    static constexpr std::size_t action_at = cost_at + sizeof(Cost);

    std::size_t chunk_bytes() const { return stride_ * chunk_nodes; }

    std::byte* at(NodeId node) const {
        return chunks_[node >> chunk_bits] + (node & (chunk_nodes - 1)) * stride_;
    }
    std::byte* way_to(NodeId node) const { return at(node) + domain_.packed_bytes(); }

    template <class T>
    static T get(const std::byte* from) {
        T value;
        std::memcpy(&value, from, sizeof value);
        return value;
    }
    template <class T>
    static void put(T value, std::byte* to) {
        std::memcpy(to, &value, sizeof value);
    }

    // Where the next node goes.
    [[gnu::always_inline]] std::byte* room() {
        if (next_ == end_) open_chunk();
        std::byte* const place = next_;
        next_ += stride_;
        return place;
    }

    [[gnu::noinline]] void open_chunk() {
        if (size_ == chunks_.count() << chunk_bits) add_chunk();
        next_ = at(size_);
        end_ = chunks_[size_ >> chunk_bits] + chunk_bytes();
    }

    void add_chunk() {
        if (chunks_.count() == std::size_t{no_node} >> chunk_bits) {
            throw Interruption{Status::out_of_memory};
        }
        chunks_.add();
    }

    const D& domain_;
    const std::size_t stride_;
    Chunks<std::byte> chunks_;
    NodeId size_ = 0;
    std::byte *next_ = nullptr, *end_ = nullptr;  // what is left of the last chunk
};

}  // namespace unriddle
