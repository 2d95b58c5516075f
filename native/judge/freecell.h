// The judge of a proof that a FreeCell position has no solution.
//
// The certificate is a set of positions, told as a tree of single-card moves. It is accepted if the
// set has the start in it and no solved position, and whatever single card is moved in one of its
// positions, the position after it is in the set as well. After every move, and at the start, safe
// cards go home at once: a card is safe if nothing is left that could be laid on it, or nothing but
// aces, which go home themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "judge/judgement.h"

namespace unriddle::judge {

// A card is 4 * (rank - 1) + suit, suits in the order clubs, diamonds, hearts, spades.
struct FreeCellStart {
    std::vector<std::vector<int>> columns;  // from the bottom to the open card
    std::vector<int> cells;                 // one entry a cell, -1 where it is empty
};

// State 0 is the start; state i + 1 comes from state parents[i] by moves[i], which is 64 * card +
// destination. That is a card to lie on, or 52, a cell, or 53, an empty column, or 54, home.
struct FreeCellProof {
    std::vector<std::int64_t> parents;
    std::vector<std::int64_t> moves;
};

// Throws std::invalid_argument if it is not a position of one deck.
void check(const FreeCellStart& start);

// Throws std::invalid_argument if the start is none, or the lists of `proof` are not equally long.
Judgement judge_freecell(const FreeCellStart& start, const FreeCellProof& proof, Work& work);

}  // namespace unriddle::judge
