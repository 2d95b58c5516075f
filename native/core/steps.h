// The ways out of a state, in a list that is used again for every expansion.
//
// A domain that finds illegal steps as often as legal ones writes every step, and lets the list
// count only the legal ones: a processor that cannot foresee the next roll of a Bloxorz block loses
// more time on the wrong guess than on the step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace unriddle {

// An action as a number; the domain chooses the code, and Python gets it back.
using Action = std::uint16_t;

// What one step costs, and what a whole path costs.
using Cost = std::uint32_t;

// Has a type no unused bytes at its end? Only then an assignment copies whole words. Otherwise it
// may copy parts that overlap, and a processor that has just written those bytes one number after
// the other waits for them. Therefore small states are filled up, and all that holds a state has it
// at its end: with the state in front, iterative deepening took a seventh longer.
template <class T>
constexpr bool is_copied_whole = [] {
    struct Longer : T {
        char more;
    };
    return sizeof(Longer) > sizeof(T);
}();

// One way out of a state.
template <class State>
struct Step {
    Action action;
    Cost cost;
    State state;
};

// At most `most` things, in place; there is room for one more, which `push_back_if` writes and does
// not count.
template <class T, std::size_t most>
class InplaceVector {
  public:
    static constexpr std::size_t capacity = most;

    void clear() { size_ = 0; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    const T& operator[](std::size_t i) const { return things_[i]; }
    const T* begin() const { return things_.data(); }
    const T* end() const { return begin() + size_; }

    void push_back(const T& thing) { things_[size_++] = thing; }
    void push_back_if(bool counts, const T& thing) {
        things_[size_] = thing;
        size_ += counts;
    }

  private:
    std::array<T, most + 1> things_;
    std::size_t size_ = 0;
};

template <class D>
using StepsOf = InplaceVector<Step<typename D::State>, D::most_steps>;

}  // namespace unriddle
