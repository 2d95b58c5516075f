// Cards for the judges of FreeCell: 4 * (rank - 1) + suit, suits in the order clubs, diamonds,
// hearts, spades.
#pragma once

namespace unriddle::judge {

constexpr int deck_size = 52, suits = 4;

inline int rank_of(int card) { return card / suits + 1; }
inline int suit_of(int card) { return card % suits; }
inline bool is_red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }
inline bool fits_on(int card, int below) {
    return rank_of(below) == rank_of(card) + 1 && is_red(below) != is_red(card);
}

}  // namespace unriddle::judge
