// The judge of a proof that a stage of Bloxorz has no solution.
//
// The certificate is a set of states, told as a tree of moves. It is accepted if the set has the
// start in it and no state that is solved, and every move that can be made in one of its states
// without losing leads to a state of the set.
#pragma once

#include <cstdint>
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
    int width;
    std::vector<int> squares;  // 0 void, 1 what bears, 2 what bears no upright block
    std::vector<int> bridge_at, switch_at, split_at;  // -1 where there is none
    int bridges;
    std::vector<BloxorzSwitch> switches;
    std::vector<std::pair<int, int>> splits;  // where the cubes appear, the controlled one first
    int goal;
    // The cells of the block in reading order, or the controlled cube and the other one.
    int first, second;
    bool is_split;
    std::vector<int> on;    // the bridges that are on
    bool split_on_contact;  // does a lying block fire a split switch?
    bool parked_falls;      // does a part fall if its bridge goes off under it?
};

// State 0 is the start; state i + 1 comes from state parents[i] by moves[i]: the number, from 0, of
// a move among those that do not lose, in the order left, right, up, down, swap.
struct BloxorzProof {
    std::vector<std::int64_t> parents;
    std::vector<std::int64_t> moves;
};

// Throws std::invalid_argument if it makes no sense.
void check(const BloxorzStart& start);

// Throws std::invalid_argument if the start makes none, or the lists of `proof` are not equally
// long.
Judgement judge_bloxorz(const BloxorzStart& start, const BloxorzProof& proof, Work& work);

}  // namespace unriddle::judge
