// A FreeCell position without the order of its columns and cells, for searches through millions.
//
// The three sets of cards that tell how every card lies (board.h) are the whole key of a position;
// the open cards of the columns follow from them, and are kept beside them as one more set. Moves
// change some bits and look at no column, and nothing ever has to be sorted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "freecell/board.h"

namespace unriddle::freecell {

struct Layout : Lies {
    Cards tops = 0;  // the open card of every column; follows from `lies`

    Layout() = default;
    Layout(const Table& table, const std::array<Cards, 3>& how) : Lies{how} {
        tops = in_columns() & ~covered(table);
    }

    // With the columns and cells in some order.
    operator Board() const {
        Board board{*this, {}, {}};
        std::size_t place = 0;
        for (Cards rest = tops; rest != 0; rest &= rest - 1) board.top.set(place++, first_of(rest));
        place = 0;
        for (Cards rest = held(); rest != 0; rest &= rest - 1) {
            board.cell.set(place++, first_of(rest));
        }
        return board;
    }

    bool operator==(const Layout& other) const { return lies == other.lies; }

  private:
    // Every card that another one lies on.
    Cards covered(const Table& table) const {
        constexpr Cards clubs = of_every_rank(1);
        // One bit a rank, at the place of the clubs: is a red (black) card of it in the set?
        const auto any_red = [](Cards cards) { return (cards >> 1 | cards >> 2) & clubs; };
        const auto any_black = [](Cards cards) { return (cards | cards >> 3) & clubs; };
        const Cards first = lies[2] & ~lies[0], second = lies[2] & lies[0];
        Cards cards = any_red(first) << 4 | any_black(first) << 5 | any_black(second) << 6 |
                      any_red(second) << 7;
        for (Cards rest = buried(); rest != 0; rest &= rest - 1) {
            cards |= set_of(table.below(first_of(rest), is_buried));
        }
        return cards;
    }
};

// A move of the cards from `lowest` up to the open card `top`.
struct Shift {
    enum class To : std::uint8_t { home, cell, empty_column, card };

    To to;
    std::uint8_t count;
    Card lowest, top;
    Card onto = no_card;  // only if `to` is a card
};

// Carries out a legal move; nothing goes home by itself.
inline void carry(const Table& table, Layout& layout, const Shift& shift) {
    if (!holds(layout.held(), shift.lowest)) {
        layout.tops &= ~set_of(shift.top);
        const Card below = table.below(layout, shift.lowest);
        if (below != no_card) layout.tops |= set_of(below);
    }
    switch (shift.to) {
        case Shift::To::home:
            layout.lay(shift.lowest, is_home);
            break;
        case Shift::To::cell:
            layout.lay(shift.lowest, in_cell);
            break;
        case Shift::To::empty_column:
            layout.lay(shift.lowest, at_bottom);
            layout.tops |= set_of(shift.top);
            break;
        case Shift::To::card:
            layout.lay_on(shift.lowest, shift.onto);
            layout.tops = (layout.tops & ~set_of(shift.onto)) | set_of(shift.top);
            break;
    }
}

// Lets go home what goes by itself; says how many cards went. In any order that they go, the same
// ones do: a card that is ready stays so until it has gone.
inline int settle(const Table& table, Layout& layout, Autoplay autoplay) {
    int gone = 0;
    while (true) {
        Cards ready = ready_cards(autoplay, layout.home()) & (layout.tops | layout.held());
        if (ready == 0) return gone;
        for (; ready != 0; ready &= ready - 1, ++gone) {
            const Card card = first_of(ready);
            carry(table, layout, {Shift::To::home, 1, card, card});
        }
    }
}

// Is there a card that would go home by itself after any move?
inline bool unsettled(const Layout& layout, Cards ready) {
    return (ready & (layout.tops | layout.held())) != 0;
}

// Calls `visit(shift)` for every legal move that differs from the others by more than the choice
// among empty columns or cells. With `singly`, only for moves of one card.
template <class Visit>
void each_shift(const Table& table, const Layout& layout, bool singly, Visit&& visit) {
    using To = Shift::To;
    const Cards tops = layout.tops, held = layout.held();
    const int free_cells = table.empty_cells(layout);
    const int free_columns = table.empty_columns(layout);
    const int limit = singly ? 1 : std::min(int{king}, supermove_limit(free_cells, free_columns));
    const int into_empty = free_columns == 0 ? 0
                           : singly          ? 1
                                             : supermove_limit(free_cells, free_columns - 1);

    for (Cards rest = next_cards(layout.home()) & (tops | held); rest != 0; rest &= rest - 1) {
        const Card card = first_of(rest);
        visit(Shift{To::home, 1, card, card});
    }
    const auto lay_on_tops = [&](const Sequence& run) {
        for (Cards rest = tops & carriers(run.cards); rest != 0; rest &= rest - 1) {
            const Card onto = first_of(rest);
            const Cards fits = run.cards & carries(onto);
            const int count = rank_of(onto) - rank_of(run.top);
            visit(Shift{To::card, static_cast<std::uint8_t>(count), first_of(fits), run.top, onto});
        }
    };
    for (Cards rest = held; rest != 0; rest &= rest - 1) {
        const Card card = first_of(rest);
        lay_on_tops({set_of(card), card, card});
        if (into_empty != 0) visit(Shift{To::empty_column, 1, card, card});
    }
    for (Cards rest = tops; rest != 0; rest &= rest - 1) {
        const Card top = first_of(rest);
        const Sequence run = table.sequence(layout, top, limit);
        lay_on_tops(run);
        if (into_empty != 0) {
            const int whole = holds(layout.bottoms(), run.lowest);
            const int longest = std::min(into_empty, run.length() - whole);
            Card lowest = top;
            for (int count = 1; count <= longest; ++count) {
                visit(Shift{To::empty_column, static_cast<std::uint8_t>(count), lowest, top});
                lowest = table.below(layout, lowest);
            }
        }
        if (free_cells != 0) visit(Shift{To::cell, 1, top, top});
    }
}

}  // namespace unriddle::freecell
