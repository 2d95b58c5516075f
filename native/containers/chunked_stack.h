// A stack of any height that grows without moving what is on it.
//
// The depth-first searches stack up tens of millions of entries. A vector would copy gigabytes each
// time it doubles, and could not be stopped while it does; here growing is one chunk of 4096
// entries. One emptied chunk is kept, so that a search that goes up and down at its edge does not
// allocate each time.
#pragma once

#include <cstddef>
#include <type_traits>

#include "containers/chunks.h"

namespace unriddle {

template <class T>
class ChunkedStack {
    static_assert(std::is_copy_constructible_v<T>);

  public:
    explicit ChunkedStack(Control& control) : chunks_(chunk_size, control) {}

    bool empty() const { return size() == 0; }
    std::size_t size() const { return below_ + static_cast<std::size_t>(top_ - begin_); }

    const T& back() const { return top_[-1]; }

    void push_back(const T& entry) {
        if (top_ == end_) climb();
        new (top_) T(entry);
        ++top_;
    }

    void pop_back() {
        if (--top_ == begin_ && below_ > 0) descend();
    }

  private:
    static constexpr std::size_t chunk_size = 4096;

    // On to the next chunk, which may have been kept.
    void climb() {
        const std::size_t next = end_ == nullptr ? 0 : below_ / chunk_size + 1;
        if (next == chunks_.count()) chunks_.add();
        stand_in(next);
        top_ = begin_;
    }

    // Back to the chunk below, of which the top is the end.
    void descend() {
        const std::size_t here = below_ / chunk_size;
        if (here + 1 < chunks_.count()) chunks_.drop();
        stand_in(here - 1);
        top_ = end_;
    }

    void stand_in(std::size_t chunk) {
        begin_ = chunks_[chunk];
        end_ = begin_ + chunk_size;
        below_ = chunk * chunk_size;
    }

    Chunks<T> chunks_;
    // The chunk with the top: it holds an entry unless the stack is empty.
    T *begin_ = nullptr, *end_ = nullptr, *top_ = nullptr;
    std::size_t below_ = 0;  // entries in the chunks below
};

}  // namespace unriddle
