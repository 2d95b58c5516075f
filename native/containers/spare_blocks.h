// Memory that searches gave back and the next search of the same thread takes again.
//
// A search of a millisecond may otherwise spend a sixth of it on fresh pages: the allocator returns
// memory to the system when a search ends, and the system clears it for the next one. Searches ask
// for the same sizes again and again, so blocks are found by their exact size. A thread keeps up to
// 64 blocks and 4 MiB; with AddressSanitizer it keeps none, so that no mistake is hidden.
#pragma once

#include <array>
#include <cstddef>
#include <new>

namespace unriddle {

class SpareBlocks {
  public:
    static constexpr std::size_t smallest = std::size_t{1} << 13;
    static constexpr std::align_val_t alignment{64};  // a line of the cache
#if defined(__SANITIZE_ADDRESS__)
    static constexpr std::size_t most_bytes = 0;
#else
    static constexpr std::size_t most_bytes = std::size_t{1} << 22;
#endif

    SpareBlocks() = default;
    SpareBlocks(const SpareBlocks&) = delete;
    SpareBlocks& operator=(const SpareBlocks&) = delete;
    ~SpareBlocks() {
        for (std::size_t i = 0; i < count_; ++i) ::operator delete(blocks_[i].memory, alignment);
    }

    // A block of exactly this size, or null.
    void* take(std::size_t bytes) noexcept {
        for (std::size_t i = count_; i-- > 0;) {
            if (blocks_[i].bytes != bytes) continue;
            void* memory = blocks_[i].memory;
            blocks_[i] = blocks_[--count_];
            kept_ -= bytes;
            return memory;
        }
        return nullptr;
    }

    // Keeps a block if there is room for it.
    bool keep(void* memory, std::size_t bytes) noexcept {
        if (count_ == blocks_.size() || bytes > most_bytes - kept_) return false;
        blocks_[count_++] = {memory, bytes};
        kept_ += bytes;
        return true;
    }

  private:
    struct Block {
        void* memory;
        std::size_t bytes;
    };
    std::array<Block, 64> blocks_;
    std::size_t count_ = 0;
    std::size_t kept_ = 0;
};

}  // namespace unriddle
