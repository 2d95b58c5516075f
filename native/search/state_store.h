// The nodes of a search: packed states in chunks, and for each the way it was reached.
//
// A node is a number of 32 bits, given in the order of creation. It takes
//     packed_bytes + 10 bytes:   the state, its parent (4), the action (2), the cost so far (4),
// which is 18 bytes for a Bloxorz stage. A Python `Node` takes 64, and its state 72 at the least.
// A store may also keep states alone, without the 10 bytes.
//
// Chunks hold 4096 nodes (72 KiB for Bloxorz) and never move, so growing copies nothing, and a
// small search touches one chunk. As in Python, a node is never changed: a cheaper way to a known
// state is a new node. At 2^32 - 1 nodes the store is full, which ends the search like any lack of
// memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "search/domain.h"
#include "search/metered.h"

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
        : domain_(domain), keeps_(keeps), bytes_(control), chunks_(Metered<std::byte*>(control)) {}
    static std::size_t node_bytes(const D& domain) {
        return domain.packed_bytes() + sizeof(NodeId) + sizeof(Cost) + sizeof(Action);
    }

    StateStore(const StateStore&) = delete;
    StateStore& operator=(const StateStore&) = delete;

    ~StateStore() {
        for (std::byte* chunk : chunks_) bytes_.deallocate(chunk, chunk_bytes());
    }

    // For a store that keeps nothing but states.
    NodeId add(const State& state) {
        if (size_ == chunks_.size() << chunk_bits) add_chunk();
        const NodeId node = size_++;
        domain_.pack(state, at(node, 0, domain_.packed_bytes()));
        return node;
    }

    NodeId add(const State& state, NodeId parent, Action action, Cost cost) {
        const NodeId node = add(state);
        put(parent, at(node, parents(), sizeof parent));
        put(cost, at(node, costs(), sizeof cost));
        put(action, at(node, actions(), sizeof action));
        return node;
    }

    State state(NodeId node) const { return domain_.unpack(packed(node)); }
    const std::byte* packed(NodeId node) const { return at(node, 0, domain_.packed_bytes()); }
    NodeId parent(NodeId node) const { return get<NodeId>(at(node, parents(), sizeof(NodeId))); }
    Cost cost(NodeId node) const { return get<Cost>(at(node, costs(), sizeof(Cost))); }
    Action action(NodeId node) const { return get<Action>(at(node, actions(), sizeof(Action))); }
    std::size_t size() const { return size_; }

    // The actions from the root to `node`.
    std::vector<Action> plan(NodeId node) const {
        std::vector<Action> actions;
        for (; parent(node) != no_node; node = parent(node)) actions.push_back(action(node));
        std::reverse(actions.begin(), actions.end());
        return actions;
    }

    // Forgets the nodes from `size` on and keeps the memory.
    void truncate(std::size_t size) { size_ = static_cast<NodeId>(size); }

  private:
    static constexpr unsigned chunk_bits = 12;
    static constexpr std::size_t chunk_nodes = std::size_t{1} << chunk_bits;

    // A chunk is four arrays: states, parents, costs, actions.
    std::size_t parents() const { return domain_.packed_bytes() * chunk_nodes; }
    std::size_t costs() const { return parents() + sizeof(NodeId) * chunk_nodes; }
    std::size_t actions() const { return costs() + sizeof(Cost) * chunk_nodes; }
    std::size_t chunk_bytes() const {
        return keeps_ == Keeps::states ? parents() : actions() + sizeof(Action) * chunk_nodes;
    }

    std::byte* at(NodeId node, std::size_t array, std::size_t stride) const {
        return chunks_[node >> chunk_bits] + array + (node & (chunk_nodes - 1)) * stride;
    }

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

    void add_chunk() {
        if (chunks_.size() == std::size_t{no_node} >> chunk_bits) {
            throw Interruption{Status::out_of_memory};
        }
        chunks_.push_back(nullptr);
        try {
            chunks_.back() = bytes_.allocate(chunk_bytes());
        } catch (...) {
            chunks_.pop_back();
            throw;
        }
    }

    const D& domain_;
    const Keeps keeps_;
    Metered<std::byte> bytes_;
    MeteredVector<std::byte*> chunks_;
    NodeId size_ = 0;
};

}  // namespace unriddle
