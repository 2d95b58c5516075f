// The open list of A* with small whole costs: by f, and of equal f the largest cost first, of
// equal costs the last that came. Four bytes an entry, and nothing is ever moved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "containers/chunked_stack.h"

namespace unriddle::freecell {

template <class Entry>
class LayeredQueue {
  public:
    explicit LayeredQueue(Control& control) : control_(control) {}

    void push(int f, int cost, Entry entry) {
        const auto place = static_cast<std::size_t>(f), depth = static_cast<std::size_t>(cost);
        if (place >= layers_.size()) layers_.resize(place + 1);
        Layer& layer = layers_[place];
        if (depth >= layer.stacks.size()) layer.stacks.resize(depth + 1);
        if (!layer.stacks[depth])
            layer.stacks[depth] = std::make_unique<ChunkedStack<Entry>>(control_);
        layer.stacks[depth]->push_back(entry);
        layer.deepest = std::max(layer.deepest, depth);
        first_ = std::min(first_, place);
        ++size_;
    }

    std::size_t size() const { return size_; }

    // The smallest f; there must be an entry.
    int least() {
        while (!layers_[first_].any()) ++first_;
        return static_cast<int>(first_);
    }

    struct Popped {
        Entry entry;
        int cost;
    };
    // An entry of the smallest f; there must be one.
    Popped pop() {
        Layer& layer = layers_[static_cast<std::size_t>(least())];
        ChunkedStack<Entry>& stack = *layer.stacks[layer.deepest];
        const Popped popped{stack.back(), static_cast<int>(layer.deepest)};
        stack.pop_back();
        --size_;
        return popped;
    }

  private:
    struct Layer {
        std::vector<std::unique_ptr<ChunkedStack<Entry>>> stacks;  // by cost
        std::size_t deepest = 0;                                   // those above are empty

        // Is there an entry? If so, `deepest` is where.
        bool any() {
            const auto filled = [this] {
                return deepest < stacks.size() && stacks[deepest] && !stacks[deepest]->empty();
            };
            while (deepest > 0 && !filled()) --deepest;
            return filled();
        }
    };

    Control& control_;
    std::vector<Layer> layers_;
    std::size_t first_ = 0;  // no entry has a smaller f
    std::size_t size_ = 0;
};

}  // namespace unriddle::freecell
