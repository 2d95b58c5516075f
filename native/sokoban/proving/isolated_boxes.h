// Positions in the normal form of certificates, pushes between them, and searches that leave
// nothing out, as the judge's own do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "containers/metered.h"
#include "containers/slot_table.h"
#include "sokoban/board/flood.h"
#include "sokoban/board/pushes.h"

namespace unriddle::sokoban {

// The boxes in ascending order, and then the first square of the player's region.
using Position = Squares;
using PositionView = std::span<const Square>;

inline PositionView boxes_of(PositionView position) { return position.first(position.size() - 1); }

// Positions with equally many boxes, each once, numbered from 0 in the order in which they came:
// 2 bytes a box and 2 for the player, and about 20 to find them again.
class PositionSet {
  public:
    explicit PositionSet(Control& control);

    // Forgets all positions; the next ones have this number of boxes.
    void restart(std::size_t boxes);

    struct Entry {
        std::uint32_t number;
        bool is_new;
    };
    Entry insert(PositionView position);
    std::size_t size() const { return size_; }
    PositionView operator[](std::size_t number) const {
        return {squares_.data() + number * length_, length_};
    }

  private:
    MeteredVector<Square> squares_;
    SlotTable<std::uint32_t> numbers_;
    std::size_t length_ = 1, size_ = 0;
};

// Makes positions, and the pushes of one.
class Pusher {
  public:
    explicit Pusher(const Board& board) : board_(board), flood_(board), full_(board.walls) {}

    // `boxes` in any order.
    Position position(PositionView boxes, Square player);
    // Every push, in the order of the boxes and directions.
    std::vector<Push> pushes(PositionView position);
    Position after(PositionView position, Push push);

    // The squares where the player can walk, by square.
    std::vector<bool> region(PositionView boxes, Square player);
    bool is_solved(PositionView position) const;

  private:
    Square walk(PositionView boxes, Square player);

    const Board& board_;
    Flood flood_;
    Mask full_;  // only the wall, between two questions
};

// What some boxes can do if no other box is on the board.
class IsolatedBoxes {
  public:
    enum class Answer : std::uint8_t { lost, not_lost, unknown };
    struct Finding {
        Answer answer;
        std::size_t positions;  // that were met
    };

    IsolatedBoxes(const Board& board, Pusher& pusher, Control& control);

    // Can the boxes of a position not all be brought to goals? Unknown if more than `most`
    // positions would have to be looked at. Like the judge it goes no further where a box can never
    // be pushed to a goal, wherever the player were.
    Finding lost(PositionView position, std::size_t most);

    // How many goals, besides those under `frozen`, at least one of the boxes can reach while only
    // it and the frozen ones are on the board. These must hold each other.
    std::size_t goals_within_reach(PositionView boxes, PositionView frozen, Square player);

    // By square: could a box be pushed from here to a goal, wherever the player were?
    const Mask& is_live() const { return is_live_; }

  private:
    void expand(std::size_t number);

    const Board& board_;
    Pusher& pusher_;
    Control& control_;
    PositionSet seen_;
    Mask is_live_;
};

}  // namespace unriddle::sokoban
