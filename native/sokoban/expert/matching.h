// Can every box have a place of its own? Augmenting paths over "this box can reach that place".
#pragma once

#include <vector>

#include "sokoban/expert/arena.h"

namespace unriddle::sokoban::expert {

class Assignment {
  public:
    // `fits(i, j)`: may the i-th of `boxes` go to the j-th of `places`?
    bool exists(std::size_t boxes, std::size_t places, auto&& fits) {
        owner_.assign(places, -1);
        for (std::size_t box = 0; box < boxes; ++box) {
            seen_.assign(places, 0);
            if (!place(box, places, fits)) return false;
        }
        return true;
    }

    // The box that was given place j by the last call that succeeded, or -1.
    int owner(std::size_t j) const { return owner_[j]; }

  private:
    bool place(std::size_t box, std::size_t places, auto&& fits) {
        for (std::size_t j = 0; j < places; ++j) {
            if (seen_[j] || !fits(box, j)) continue;
            seen_[j] = 1;
            if (owner_[j] < 0 || place(static_cast<std::size_t>(owner_[j]), places, fits)) {
                owner_[j] = static_cast<int>(box);
                return true;
            }
        }
        return false;
    }

    std::vector<int> owner_;
    std::vector<std::uint8_t> seen_;
};

}  // namespace unriddle::sokoban::expert
