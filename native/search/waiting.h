// What waits in a depth-first search, and where it goes next.
//
// Python pushes the children of a node in reverse, and takes the first of them from the stack at
// once. Here that one never goes there, and the others go in the right order, so that nothing is
// reversed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "containers/metered.h"
#include "core/domain.h"

namespace unriddle {

// Which steps of a node lead to its children, in their order. In bytes: with whole words iterative
// deepening takes one in seventy more instructions.
template <Domain D>
    requires(D::most_steps <= std::numeric_limits<std::uint8_t>::max())
using Children = InplaceVector<std::uint8_t, D::most_steps>;

template <class Node>
class WaitingNodes {
  public:
    explicit WaitingNodes(Control& control) : stack_(control) {}

    std::size_t size() const { return stack_.size(); }

    // Makes `node` its first child, whose siblings wait, or where it has none, what waits last.
    // False if nothing waits. `child(i)` is the i-th child.
    [[gnu::always_inline]] bool go_on(Node& node, std::size_t children, auto&& child) {
        if (children > 0) {
            for (std::size_t i = children; i-- > 1;) stack_.push_back(child(i));
            node = child(0);
            return true;
        }
        if (stack_.empty()) return false;
        node = stack_.back();
        stack_.pop_back();
        return true;
    }

  private:
    MeteredVector<Node> stack_;
};

}  // namespace unriddle
