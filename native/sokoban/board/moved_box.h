// A box that stands elsewhere for as long as this lives, and then back where it was.
#pragma once

#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class MovedBox {
  public:
    // `to` may be `from`, for a macro push that ends where it began, or `nowhere`, off the board.
    MovedBox(Mask& full, Square from, Square to) : full_(full), from_(from), to_(to) {
        full_[from_] = 0;
        if (to_ != nowhere) full_[to_] = 1;
    }
    MovedBox(const MovedBox&) = delete;
    MovedBox& operator=(const MovedBox&) = delete;
    ~MovedBox() {
        if (to_ != nowhere) full_[to_] = 0;
        full_[from_] = 1;
    }

  private:
    Mask& full_;
    const Square from_, to_;
};

}  // namespace unriddle::sokoban
