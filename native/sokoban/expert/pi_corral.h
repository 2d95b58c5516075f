// PI-corrals: regions that must be opened some day, and can only be opened by pushes that are all
// possible now. Then these pushes may as well come first, and no other box need be moved.
//
// Why nothing is lost: look at the boxes around the region alone. If each push they allow goes
// inwards from a place where the player stands or can walk to now, then the first of them that a
// solution pushes is pushed that way; doing it at once only adds floor for the player and disturbs
// no other box.
#pragma once

#include <span>

#include "sokoban/expert/toolbox.h"

namespace unriddle::sokoban::expert {

class PiCorral {
  public:
    explicit PiCorral(Toolbox& tools);

    enum class Answer { none, restricted, dead };
    // `restricted`: only the boxes that `may_move` names need be considered. `dead`: not even those.
    Answer find(std::span<const Cell> boxes, Cell player, const Mask& full);
    bool may_move(Cell box) const { return chosen_[box] != 0; }

  private:
    enum class Try { fails, works, grows };
    Try attempt(std::span<const Cell> boxes, const Mask& full);
    void gather(std::span<const Cell> boxes);
    bool touches(Cell box) const;

    Toolbox& tools_;
    const Arena& arena_;
    const bool spare_goals_;
    std::vector<std::uint16_t> label_;
    std::uint16_t ours_ = 0;
    std::vector<std::uint8_t> joined_;  // by region: part of the corral
    Mask inside_, board_, movable_, chosen_;
    Cells border_;
};

}  // namespace unriddle::sokoban::expert
