// Rooms, the corridors between them, and how many links between rooms the boxes cut.
//
// Blocks of two by two floor squares that touch side by side make a room; all other squares are
// corridor. Two rooms are linked if one can walk from one to the other through corridor only. With
// boxes on the board a link counts as cut unless every part of the room still has it.
#pragma once

#include "sokoban/fess/prepared_level.h"

namespace unriddle::sokoban::fess {

class Rooms {
  public:
    explicit Rooms(const PreparedLevel& prepared);

    // The room of a square, counted from 1; 0 is corridor (and wall).
    unsigned of(Square cell) const { return room_of_[cell]; }
    // Links of the empty board that are gone. Prepares for the next question, too.
    int cuts(const Mask& full);
    // The same for many boards that differ from `full` by one box: first this ...
    void prepare(const Mask& full);
    // ... then this, with the box gone from one square to another, or off the board (`wall()`).
    int cuts_after(const Mask& full, Square from, Square to);

  private:
    std::uint64_t links_of(unsigned room, const Mask& full);

    const PreparedLevel& prepared_;
    std::vector<std::uint16_t> room_of_;
    std::vector<Squares> cells_;        // by room; those of corridor are not kept
    std::vector<std::uint64_t> links_;  // by room: a bit for each linked room (the first 64)
    std::vector<Mask> near_;            // by room: squares that its links can depend on
    std::vector<std::uint64_t> now_;    // by room: the links of the board that was prepared
    std::vector<std::uint32_t> mark_;
    std::uint32_t stamp_ = 0;
    Squares queue_;
};

}  // namespace unriddle::sokoban::fess
