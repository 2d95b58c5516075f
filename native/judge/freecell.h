// The judge of a proof that a FreeCell position has no solution.
//
// The certificate is a set of positions, told as a tree of single-card moves. It is accepted if the
// set has the start in it and no solved position, and every move of a single card in one of its
// positions leads to a position of the set. After every move, and at the start, safe
// cards go home at once: a card is safe if nothing is left that could be laid on it, or nothing but
// aces, which go home themselves.
#pragma once

#include <vector>

#include "judge/judgement.h"

namespace unriddle::judge {

// A card is 4 * (rank - 1) + suit, suits in the order clubs, diamonds, hearts, spades.
struct FreeCellStart {
    std::vector<std::vector<int>> columns;  // from the bottom to the open card
    std::vector<int> cells;                 // one entry a cell, -1 where it is empty
};

// A move is 64 * card + destination: a card to lie on, or 52, a cell, or 53, an empty column, or
// 54, home. Throws std::invalid_argument if `start` is not a position of one deck.
Judgement judge_freecell(const FreeCellStart& start, const Proof& proof, Work& work);

// Throws std::invalid_argument if it is not a position of one deck.
void check(const FreeCellStart& start);

}  // namespace unriddle::judge
