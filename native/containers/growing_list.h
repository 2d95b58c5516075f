// A list that grows at its end without moving what is in it.
//
// Its blocks double in size. So a short list takes little memory, a long one lies in large pages,
// and a place is found by the highest bit of its index.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "containers/metered.h"

namespace unriddle {

// `First` is the size of the first block, a power of two.
template <class T, std::size_t First>
class GrowingList {
    static_assert(std::is_trivially_destructible_v<T> && std::has_single_bit(First));

  public:
    explicit GrowingList(Control& control) : allocator_(control) {}
    GrowingList(const GrowingList&) = delete;
    GrowingList& operator=(const GrowingList&) = delete;

    ~GrowingList() {
        for (std::size_t i = 0; i < count_; ++i) allocator_.deallocate(blocks_[i], First << i);
    }

    std::size_t size() const { return count_ == 0 ? 0 : place_of_block(count_) - room(); }

    T& operator[](std::size_t index) const {
        const std::size_t block = static_cast<std::size_t>(std::bit_width(index + First)) - width;
        return blocks_[block][index - place_of_block(block)];
    }

    template <class... Arguments>
    T& emplace_back(Arguments&&... arguments) {
        return *new (&append()) T(std::forward<Arguments>(arguments)...);
    }
    // A place at the end, for something to be made there.
    T& append() {
        if (next_ == end_) add_block();
        return *next_++;
    }

  private:
    static constexpr std::size_t width = static_cast<std::size_t>(std::bit_width(First));

    // The index of the first entry of a block.
    static std::size_t place_of_block(std::size_t block) { return (First << block) - First; }
    std::size_t room() const { return static_cast<std::size_t>(end_ - next_); }

    void add_block() {
        next_ = blocks_[count_] = allocator_.allocate(First << count_);
        end_ = next_ + (First << count_);
        ++count_;
    }

    Metered<T> allocator_;
    std::array<T*, 40> blocks_;
    std::size_t count_ = 0;
    T* next_ = nullptr;
    T* end_ = nullptr;
};

}  // namespace unriddle
