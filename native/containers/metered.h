// An allocator that asks the control block first: what a search holds is counted to the byte, and a
// limit on memory is noticed before the memory is taken.
#pragma once

#include <cstddef>
#include <vector>

#include "containers/large_pages.h"
#include "core/control.h"

namespace unriddle {

template <class T>
class Metered {
  public:
    using value_type = T;

    Metered(Control& control) noexcept : control_(&control) {}
    template <class U>
    Metered(const Metered<U>& other) noexcept : control_(&other.control()) {}

    T* allocate(std::size_t count) {
        control_->reserve(count * sizeof(T));
        try {
            return static_cast<T*>(large_pages::allocate(count * sizeof(T)));
        } catch (...) {
            control_->release(count * sizeof(T));
            throw;
        }
    }

    void deallocate(T* memory, std::size_t count) noexcept {
        large_pages::deallocate(memory, count * sizeof(T));
        control_->release(count * sizeof(T));
    }

    Control& control() const noexcept { return *control_; }

    template <class U>
    bool operator==(const Metered<U>& other) const noexcept {
        return control_ == &other.control();
    }

  private:
    Control* control_;
};

// A std::vector whose memory is counted: MeteredVector<int> v(control).
template <class T>
using MeteredVector = std::vector<T, Metered<T>>;

}  // namespace unriddle
