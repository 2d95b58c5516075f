// Goal rooms: parts of the board with goals behind a single entrance, and how they can be filled.
//
// A room is what one square, the entrance, cuts off from the rest, with the entrance itself. Where
// every goal is needed, a solution ends with a box on each goal of the room and on no other square
// of it. From there all positions of the room (area.h) are found that can be completed, by pulling,
// with boxes arriving from outside and leaving as they like. A position whose room looks otherwise
// is lost: nothing that happens elsewhere can fill the room.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/deadlock/area.h"

namespace unriddle::sokoban {

class GoalRooms {
  public:
    // Finds no rooms where there are goals to spare. A room with more than `most_positions` that
    // can be completed is left out.
    GoalRooms(const Board& board, std::size_t boxes, const Mask& is_dead,
              std::size_t most_positions, Control& control);

    // Can a room with `moved` in it no longer be filled, by a player on this square? `is_box` is by
    // square and has all boxes.
    bool lost(const std::uint8_t* is_box, Square moved, Square player) const {
        const std::uint8_t room = room_of_[moved];
        return room != no_room && rooms_[room].lost(is_box, player);
    }

    // The boxes of a room that can no longer be filled, if there is one with boxes in it.
    Squares guilty(const std::uint8_t* is_box, Square player) const;

  private:
    static constexpr std::uint8_t no_room = 0xFF;

    struct Room {
        Room(Area&& where, Control& control) : area(std::move(where)), completable(control) {}

        // False if there are too many positions.
        bool complete(std::size_t most_positions, Control& control);
        bool lost(const std::uint8_t* is_box, Square player) const {
            const Area::Boxes boxes = area.boxes(is_box);
            return (completable[boxes] >> Area::name(area.region(boxes, player)) & 1) == 0;
        }

        Area area;
        MeteredVector<std::uint32_t> completable;  // by boxes: bit n for the region with name n
    };

    MeteredVector<std::uint8_t> room_of_;  // by square
    std::vector<Room> rooms_;
};

}  // namespace unriddle::sokoban
