// The deck as numbers and as sets of bits: the twin of puzzles/freecell/cards.py.
//
// A card is 4 * (rank - 1) + suit, its place in Python's DECK: AC AD AH AS 2C ... KS. A set of
// cards is one word with a bit a card, so a rank is four neighbouring bits: clubs, diamonds,
// hearts, spades. Of those the outer two are black and the inner two red, and one rank up is a
// shift by four. A question about all cards at once (which may go home?) is then a handful of
// operations.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace unriddle::freecell {

using Card = std::uint8_t;
using Cards = std::uint64_t;

constexpr std::size_t deck_size = 52;
constexpr Cards deck = (Cards{1} << deck_size) - 1;
constexpr Card no_card = 63;  // six bits; as a set, it is outside of the deck
constexpr std::size_t card_codes = 64;
constexpr int king = 13;

constexpr int rank_of(Card card) { return card / 4 + 1; }
constexpr int suit_of(Card card) { return card % 4; }
constexpr Cards set_of(Card card) { return Cards{1} << card; }
constexpr bool holds(Cards cards, Card card) { return cards >> card & 1; }

// Of a set that is not empty: the lowest rank, and of that the first suit; and the other end.
constexpr Card first_of(Cards cards) { return static_cast<Card>(std::countr_zero(cards)); }
constexpr Card last_of(Cards cards) { return static_cast<Card>(63 - std::countl_zero(cards)); }
constexpr int count_of(Cards cards) { return std::popcount(cards); }

// The same suits, one bit each, of every rank.
constexpr Cards of_every_rank(unsigned suits) { return (deck / 15) * suits; }
constexpr unsigned black = 0b1001, red = 0b0110;

constexpr Cards kings = Cards{15} << (deck_size - 4);

// The suits of the other colour.
constexpr unsigned other_colour(Card card) { return red >> suit_of(card) & 1 ? black : red; }

namespace tables {

constexpr auto carries = [] {
    std::array<Cards, card_codes> cards{};
    for (Card card = 4; card < deck_size; ++card) {
        cards[card] = Cards{other_colour(card)} << (card / 4 * 4 - 4);
    }
    return cards;
}();

constexpr auto higher = [] {
    std::array<Cards, card_codes> cards{};
    for (Card card = 0; card < deck_size; ++card) {
        cards[card] = (of_every_rank(1) << (card + 4)) & deck;
    }
    return cards;
}();

}  // namespace tables

// The cards that may be laid on this one: one rank lower and of the other colour.
constexpr Cards carries(Card card) { return tables::carries[card]; }
// Every card of a rank of which a card of the other colour is in the set.
constexpr Cards any_other(Cards cards) {
    const Cards any_black = (cards | cards >> 3) & of_every_rank(1);
    const Cards any_red = (cards >> 1 | cards >> 2) & of_every_rank(1);
    return any_black * red | any_red * black;
}
// The cards on which one of these may be laid, and those that may be laid on one of them.
constexpr Cards carriers(Cards cards) { return any_other(cards << 4 & deck); }
constexpr Cards fitting(Cards cards) { return any_other(cards >> 4); }
// The cards of the same suit and of higher rank.
constexpr Cards higher(Card card) { return tables::higher[card]; }

// The next card of every suit that is not complete; `home` holds the suits up to some rank each.
constexpr Cards next_cards(Cards home) { return deck & ~home & (home << 4 | 0xF); }

// Which cards go home by themselves; see puzzles/freecell/rules.py.
enum class Autoplay : std::uint8_t { none, horne, raymond, greedy };

// The cards that go home by themselves as soon as they lie open.
constexpr Cards ready_cards(Autoplay autoplay, Cards home) {
    const Cards next = next_cards(home);
    if (autoplay == Autoplay::none) return 0;
    if (autoplay == Autoplay::greedy) return next;

    // Every card of a rank of which both cards of the other colour are in the set.
    const auto both_others = [](Cards cards) {
        const Cards both_black = cards & cards >> 3 & of_every_rank(1);
        const Cards both_red = cards >> 1 & cards >> 2 & of_every_rank(1);
        return both_black * red | both_red * black;
    };
    // Every card of which the card of the same rank and colour is in the set.
    const auto twin = [](Cards cards) {
        return (cards & of_every_rank(1)) << 3 | (cards & of_every_rank(2)) << 1 |
               (cards >> 1 & of_every_rank(2)) | (cards >> 3 & of_every_rank(1));
    };
    constexpr Cards aces_and_twos = 0xFF;
    Cards safe = aces_and_twos | both_others(home << 4);
    if (autoplay == Autoplay::raymond) safe |= both_others(home << 8) & twin(home << 12 | 0xFFF);
    return next & safe;
}

}  // namespace unriddle::freecell
