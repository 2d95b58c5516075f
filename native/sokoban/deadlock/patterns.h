// Small patterns: the boxes within two squares of the one just pushed, proved lost by themselves.
//
// The window of 5 by 5 squares around a square is an area (area.h). Its boxes are lost if no pushes
// bring each of them to a goal of the window or out of it. What is asked is searched, exhaustively
// but within an allowance, and the answers are kept in a table, for all positions of the window
// that the search has been through: so the table of a level grows only where it is needed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "containers/key_map.h"
#include "sokoban/deadlock/area.h"

namespace unriddle::sokoban {

class Patterns {
  public:
    // `is_dead` must live on.
    Patterns(const Board& board, const Mask& is_dead, Control& control);

    // Are boxes near `moved` lost, for a player on this square? `is_box` is by square.
    bool lost(const std::uint8_t* is_box, Square moved, Square player);

    // As few boxes as suffice for it; only after `lost` has said so.
    Squares guilty(const std::uint8_t* is_box, Square moved, Square player);

  private:
    enum Answer : std::uint32_t { alive, dead };
    struct State {
        Area::Boxes boxes;
        Area::Region region;
        std::uint32_t before;  // its place in `states_`
    };

    Area& window(Square centre);
    bool lost(const Area& area, Square centre, Area::Boxes boxes, Area::Region region);
    Answer search(const Area& area, Square centre, Area::Boxes boxes, Area::Region region);
    static std::uint64_t key(Square centre, Area::Boxes boxes, Area::Region region) {
        return std::uint64_t{centre} << 40 | std::uint64_t{Area::name(region)} << 32 | boxes;
    }

    const Board& board_;
    const Mask& is_dead_;
    Control& control_;
    std::vector<std::unique_ptr<Area>> windows_;  // by square, made when first needed
    KeyMap known_;
    std::vector<State> states_;
    std::vector<std::vector<std::uint32_t>> open_;  // by number of boxes
};

}  // namespace unriddle::sokoban
