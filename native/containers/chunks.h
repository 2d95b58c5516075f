// Chunks of memory of one size, which never move: what a long list is made of, so that growing
// copies nothing. What is in them is not destroyed.
#pragma once

#include <cstddef>
#include <type_traits>

#include "containers/metered.h"

namespace unriddle {

template <class T>
class Chunks {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    // `size` entries each.
    Chunks(std::size_t size, Control& control) : size_(size), entries_(control), chunks_(control) {}
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;
    ~Chunks() {
        while (!chunks_.empty()) drop();
    }

    std::size_t count() const { return chunks_.size(); }
    T* operator[](std::size_t chunk) const { return chunks_[chunk]; }

    void add() {
        chunks_.push_back(nullptr);
        try {
            chunks_.back() = entries_.allocate(size_);
        } catch (...) {
            chunks_.pop_back();
            throw;
        }
    }
    // The last one.
    void drop() {
        entries_.deallocate(chunks_.back(), size_);
        chunks_.pop_back();
    }

  private:
    const std::size_t size_;
    Metered<T> entries_;
    MeteredVector<T*> chunks_;
};

}  // namespace unriddle
