// The judge of a proof that a stage of Bloxorz has no solution.
//
// The certificate is a set of states, told as a tree of moves. It is accepted if the set has the
// start in it and no state that is solved, and every move that can be made in one of its states
// without losing leads to a state of the set.
#pragma once

#include <utility>
#include <vector>

#include "judge/judgement.h"

namespace unriddle::judge {

struct BloxorzSwitch {
    bool heavy;                            // is it pressed by the upright block only?
    std::vector<int> toggle, open, close;  // bridges
};

// A square is row * width + column; one entry a square in the four maps.
struct BloxorzStart {
    int width = 0;
    std::vector<int> squares;  // 0 void, 1 what bears, 2 what bears no upright block
    std::vector<int> bridge_at, switch_at, split_at;  // -1 where there is none
    int bridges = 0;
    std::vector<BloxorzSwitch> switches;
    std::vector<std::pair<int, int>> splits;  // where the cubes appear, the controlled one first
    int goal = 0;
    // The cells of the block in reading order, or the controlled cube and the other one.
    int first = 0, second = 0;
    bool is_split = false;
    std::vector<int> on;            // the bridges that are on
    bool split_on_contact = false;  // does a lying block fire a split switch?
    bool parked_falls = false;      // does a part fall if its bridge goes off under it?
};

// A move is the number, from 0, of a move among those that do not lose, in the order left, right,
// up, down, swap. Throws std::invalid_argument if `start` makes no sense.
Judgement judge_bloxorz(const BloxorzStart& start, const Proof& proof, Work& work);

// Throws std::invalid_argument if it makes no sense.
void check(const BloxorzStart& start);

}  // namespace unriddle::judge
