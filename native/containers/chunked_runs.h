// A list that grows by runs of entries, without moving what is in it once it is long.
//
// Entries lie in chunks of the same size. A run lies within one chunk, so it can be used through a
// pointer until the next one is added; where it does not fit, the rest of the chunk stays empty.
// The first chunk grows like a vector, so a short list takes little memory; a long one takes at
// most a chunk more than it holds, and growing copies nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <type_traits>

#include "containers/metered.h"

namespace unriddle {

template <class T>
class ChunkedRuns {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    // No run may be longer than `longest`.
    ChunkedRuns(std::size_t longest, Control& control)
        : shift_(std::max(17, static_cast<int>(std::bit_width(longest)))),
          entries_(control),
          chunks_(control) {}
    ChunkedRuns(const ChunkedRuns&) = delete;
    ChunkedRuns& operator=(const ChunkedRuns&) = delete;

    ~ChunkedRuns() {
        for (T* chunk : chunks_) {
            entries_.deallocate(chunk, chunk == chunks_.front() ? first_size_ : chunk_size());
        }
    }

    // With the entries that stay empty.
    std::size_t size() const { return size_; }

    T& operator[](std::size_t index) { return *at(index); }
    const T& operator[](std::size_t index) const { return *at(index); }

    // The index of the first of some new entries, which lie side by side.
    std::size_t add(std::size_t count) {
        if (size_ + count <= chunk_size()) {
            if (size_ + count > first_size_) grow(size_ + count);
        } else if (size_ + count > chunks_.size() << shift_) {
            if (first_size_ < chunk_size()) grow(chunk_size());
            while (size_ < chunks_.size() << shift_) (*this)[size_++] = T{};
            chunks_.reserve(chunks_.size() + 1);
            chunks_.push_back(entries_.allocate(chunk_size()));
        }
        const std::size_t first = size_;
        std::fill_n(&(*this)[first], count, T{});
        size_ += count;
        return first;
    }

  private:
    std::size_t chunk_size() const { return std::size_t{1} << shift_; }

    // A short list is all in the first chunk, whose address is at hand.
    T* at(std::size_t index) const {
        if (index < first_size_) [[likely]]
            return first_ + index;
        return chunks_[index >> shift_] + (index & (chunk_size() - 1));
    }

    void grow(std::size_t least) {
        const std::size_t larger =
            std::min(chunk_size(), std::max({least, 2 * first_size_, std::size_t{64}}));
        chunks_.reserve(1);
        T* const chunk = entries_.allocate(larger);
        if (chunks_.empty()) {
            chunks_.push_back(chunk);
        } else {
            std::copy_n(first_, size_, chunk);
            entries_.deallocate(first_, first_size_);
            chunks_[0] = chunk;
        }
        first_ = chunk;
        first_size_ = larger;
    }

    int shift_;
    Metered<T> entries_;
    MeteredVector<T*> chunks_;
    T* first_ = nullptr;  // the first chunk
    std::size_t first_size_ = 0;
    std::size_t size_ = 0;
};

}  // namespace unriddle
