// The board once some boxes are frozen: they are walls, their goals are taken, and what the other
// boxes can still reach is known. Kept by the set of frozen boxes, of which few kinds occur.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>

#include "sokoban/board/flood.h"
#include "sokoban/board/freeze.h"
#include "sokoban/board/matching.h"
#include "sokoban/board/push_graph.h"
#include "sokoban/deadlock/rules.h"

namespace unriddle::sokoban {

struct FrozenBoard {
    // The frozen boxes are all on goals.
    FrozenBoard(const Board& board, std::span<const Square> frozen);

    // Bits: the free goals that a box can be brought to with the player on one of these sides of
    // it. A box that stands on a goal has that one, even where the player cannot reach it.
    void add_goals(Square box, unsigned sides, std::span<Matching::Word> bits) const;

    const Squares frozen;
    const PushGraph graph;               // the frozen boxes are walls
    Squares goals;                       // the free ones
    const std::size_t words;             // for a bit a free goal
    std::vector<Matching::Word> reach;   // [(square * 4 + side) * words]: the free goals in reach
    std::vector<std::uint16_t> goal_at;  // by square: its place in `goals`, or `none`
    Mask alive;  // by square: the sides (bit d) from which a free goal is in reach

    static constexpr std::uint16_t none = 0xFFFF;
};

class FrozenBoards {
  public:
    // `is_dead` must live on.
    FrozenBoards(const Board& board, const Mask& is_dead, DeadlockRules rules, Flood& flood);

    // The board with these boxes, valid until the next question; null if one of them is frozen and
    // not on a goal.
    const FrozenBoard* find(std::span<const Square> boxes);

    // Can the boxes that are not frozen have a free goal each?
    bool goals_suffice(const FrozenBoard& frozen, std::span<const Square> boxes, Square player);

  private:
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;  // kept at a time

    const Board& board_;
    const DeadlockRules rules_;
    const std::size_t most_kept_;
    Freeze freeze_;
    Flood& flood_;
    Matching matching_;
    std::unordered_map<std::uint64_t, std::unique_ptr<FrozenBoard>> kept_;
    Mask alone_;
    std::vector<Matching::Word> wants_;
};

}  // namespace unriddle::sokoban
