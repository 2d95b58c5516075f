// How FreeCell is played: the twin of `Rules` in puzzles/freecell/rules.py, without the columns and
// cells, which a position shows.
#pragma once

#include <cstdint>

#include "freecell/board.h"
#include "freecell/cards.h"

namespace unriddle::freecell {

// What is counted: all moves, automatic ones included; single cards; or player moves only.
enum class Counted : std::uint8_t { moves, cards, player };

struct Rules {
    Autoplay autoplay = Autoplay::raymond;
    Counted counted = Counted::moves;
};

// What there is to solve.
struct Game {
    Position start;
    Rules rules;

    void check() const { start.check(); }
};

}  // namespace unriddle::freecell
