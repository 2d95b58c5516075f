// A stack of any height that grows without moving what is on it.
//
// The depth-first searches pile up tens of millions of entries. A vector would copy gigabytes each
// time it doubles, and nobody could stop the search meanwhile; here growing is one chunk of 4096
// entries. One emptied chunk is kept, so that a search that goes up and down at its edge does not
// allocate each time.
#pragma once

#include <cstddef>
#include <type_traits>

#include "search/metered.h"

namespace unriddle {

template <class T>
class Pile {
    static_assert(std::is_trivially_destructible_v<T> && std::is_copy_constructible_v<T>);

  public:
    explicit Pile(Control& control) : entries_(control), chunks_(Metered<T*>(control)) {}
    Pile(const Pile&) = delete;
    Pile& operator=(const Pile&) = delete;

    ~Pile() {
        for (T* chunk : chunks_) entries_.deallocate(chunk, chunk_size);
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    const T& back() const { return *at(size_ - 1); }

    void push_back(const T& entry) {
        if (size_ == chunks_.size() * chunk_size) add_chunk();
        new (at(size_)) T(entry);
        ++size_;
    }

    void pop_back() {
        --size_;
        if (chunks_.size() * chunk_size - size_ >= 2 * chunk_size) {
            entries_.deallocate(chunks_.back(), chunk_size);
            chunks_.pop_back();
        }
    }

  private:
    static constexpr std::size_t chunk_size = 4096;

    T* at(std::size_t index) const { return chunks_[index / chunk_size] + index % chunk_size; }

    void add_chunk() {
        chunks_.push_back(nullptr);
        try {
            chunks_.back() = entries_.allocate(chunk_size);
        } catch (...) {
            chunks_.pop_back();
            throw;
        }
    }

    Metered<T> entries_;
    MeteredVector<T*> chunks_;
    std::size_t size_ = 0;
};

}  // namespace unriddle
