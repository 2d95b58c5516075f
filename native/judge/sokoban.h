// The judge of a proof that a Sokoban position has no solution.
//
// The certificate is a set of positions, told as a tree of pushes, and a list of claims. It is
// accepted if no position of the set is solved, and every push of a box in one of them leads to
// a position that is in the set or covered by a claim, the start is in the set or covered, and
// every claim that was used holds. Positions are compared by their boxes and the region of the
// player.
#pragma once

#include <vector>

#include "judge/judgement.h"

namespace unriddle::judge {

// A square is row * width + column.
struct SokobanStart {
    int width = 0;
    std::vector<int> floor;  // every square that is no wall
    std::vector<int> goals;
    std::vector<int> boxes;
    int player = 0;
};

// A claim says that a position is lost which has these boxes (and the frozen ones), and whose
// player is somewhere in the region of `player` when no other box is on the board. The frozen boxes
// stand on goals and hold each other for good; so they are taken for walls, and their goals for
// floor. Then either
// - the boxes cannot all be brought onto goals, even if no other box is there; or,
// - `by_goals`, there are fewer goals that one of them, alone on the board, can be brought to than
//   there are boxes.
//
// A move is a push, 4 * square of the box + direction (up, down, left, right). Throws
// std::invalid_argument if `start` is no level.
Judgement judge_sokoban(const SokobanStart& start, const Proof& proof, Work& work);

// Throws std::invalid_argument if it is no level.
void check(const SokobanStart& start);

}  // namespace unriddle::judge
