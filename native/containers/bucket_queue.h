// The open list: nodes by f, a whole number, and of equal f the one that came last.
//
// A bucket is a chain of blocks of 62 nodes, taken from one pool and given back to it: 4.1 bytes an
// entry, and 256 for a bucket with a single node. What came last tends to be deepest, so the last
// bucket is dived through and not flooded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "containers/chunks.h"

namespace unriddle {

class BucketQueue {
  public:
    explicit BucketQueue(Control& control) : tops_(control), chunks_(chunk_blocks, control) {}

    void push(std::size_t f, std::uint32_t node) {
        if (f >= tops_.size()) tops_.resize(f + 1, none);
        if (f < least_) least_ = f;
        std::uint32_t top = tops_[f];
        if (top == none || at(top).used == at(top).nodes.size()) {
            const std::uint32_t fresh = take();
            at(fresh).below = top;
            at(fresh).used = 0;
            top = tops_[f] = fresh;
        }
        Block& block = at(top);
        block.nodes[block.used++] = node;
        ++size_;
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    // The least f; there must be a node.
    std::size_t least() {
        while (tops_[least_] == none) ++least_;
        return least_;
    }

    // A node with the least f.
    std::uint32_t pop() {
        std::uint32_t& top = tops_[least()];
        Block& block = at(top);
        const std::uint32_t node = block.nodes[--block.used];
        if (block.used == 0) {
            const std::uint32_t empty = top;
            top = block.below;
            block.below = spare_;
            spare_ = empty;
        }
        --size_;
        return node;
    }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    static constexpr std::size_t chunk_blocks = 256;

    struct Block {
        std::uint32_t below, used;
        std::array<std::uint32_t, 62> nodes;
    };

    Block& at(std::uint32_t block) const {
        return chunks_[block / chunk_blocks][block % chunk_blocks];
    }

    std::uint32_t take() {
        if (spare_ != none) {
            const std::uint32_t block = spare_;
            spare_ = at(block).below;
            return block;
        }
        if (made_ % chunk_blocks == 0) chunks_.add();
        return made_++;
    }

    MeteredVector<std::uint32_t> tops_;  // by f
    Chunks<Block> chunks_;
    std::uint32_t spare_ = none, made_ = 0;
    std::size_t least_ = 0, size_ = 0;
};

}  // namespace unriddle
