#include "freecell/deadlock_bound.h"

#include <algorithm>

namespace unriddle::freecell {

DeadlockBound::DeadlockBound(const Table& table, bool as_one, int patience)
    : table_(&table), as_one_(as_one), patience_(patience) {
    const Board& board = table.start();
    for (std::size_t i = 0; i < table.columns(); ++i) {
        Pile pile;
        Cards sequence = 0;
        for (const Card card : table.column(board, i)) {
            if (holds(board.buried(), card)) {
                lay_on(pile, sequence, at_start_);
                below_[card] = pile;
                sequence = 0;
            }
            sequence |= set_of(card);
        }
        lay_on(pile, sequence, at_start_);
    }
}

// Within a sequence the lower ranks lie above, so a card can wait for itself only because of a card
// below the sequence.
void DeadlockBound::lay_on(Pile& pile, Cards sequence, Links& links) const {
    const Cards waiting_for_themselves = sequence & pile.blocked;
    if (as_one_) {
        if (waiting_for_themselves != 0) {
            ++pile.forced;
        } else {
            pile.free |= sequence;
        }
    } else {
        pile.forced += count_of(waiting_for_themselves);
        pile.free |= sequence & ~waiting_for_themselves;
    }
    for (Cards rest = sequence; rest != 0;) {
        const Card card = last_of(rest);  // from the lowest in the column upwards
        rest ^= set_of(card);
        links.blocked[card] = pile.blocked;
        links.unit[card] = as_one_ ? sequence : set_of(card);
        pile.blocked |= higher(card);
    }
}

int DeadlockBound::operator()(const Layout& layout, int least, int most) {
    static constexpr Pile nothing;
    links_ = at_start_;
    Cards free = 0;
    int forced = 0;
    for (Cards rest = layout.tops; rest != 0; rest &= rest - 1) {
        const Sequence run = table_->sequence(layout, first_of(rest));
        Pile pile = holds(layout.buried(), run.lowest) ? below_[run.lowest] : nothing;
        lay_on(pile, run.cards, links_);
        free |= pile.free;
        forced += pile.forced;
    }
    const Cards cards = on_cycles(free);
    if (cards == 0) return forced;
    Cards pair = 0;
    int units = std::max({1, least - forced, disjoint_pairs(cards, pair)});
    left_ = patience_;
    while (forced + units < most && !broken_by(units, cards)) ++units;
    return forced + units;
}

// Leaves out, again and again, cards that no other one leads to, or that lead to none.
Cards DeadlockBound::on_cycles(Cards cards) const {
    while (true) {
        Cards leading = 0, led_to = 0;
        for (Cards rest = cards; rest != 0; rest &= rest - 1) {
            const Cards next = links_.blocked[first_of(rest)] & cards;
            if (next == 0) continue;
            leading |= rest & -rest;
            led_to |= next;
        }
        const Cards kept = leading & led_to;
        if (kept == cards) return cards;
        cards = kept;
    }
}

// How many pairs of cards that wait for each other can be picked, no unit twice; and the first.
int DeadlockBound::disjoint_pairs(Cards cards, Cards& pair) const {
    int pairs = 0;
    for (Cards rest = cards; rest != 0;) {
        const Card one = first_of(rest);
        rest ^= set_of(one);
        for (Cards others = rest & links_.blocked[one]; others != 0; others &= others - 1) {
            const Card other = first_of(others);
            if (!holds(links_.blocked[other], one)) continue;
            if (pairs++ == 0) pair = set_of(one) | set_of(other);
            rest &= ~(links_.unit[one] | links_.unit[other]);
            break;
        }
    }
    return pairs;
}

// The cards of a shortest cycle; there must be one.
Cards DeadlockBound::shortest_cycle(Cards cards) const {
    Cards best = cards;
    for (Cards starts = cards; starts != 0; starts &= starts - 1) {
        const Card start = first_of(starts);
        std::array<Card, deck_size> from{};
        Cards reached = 0, layer = set_of(start);
        int length = 0;
        while (layer != 0 && ++length < count_of(best)) {
            Cards next = 0;
            for (Cards rest = layer; rest != 0; rest &= rest - 1) {
                const Card card = first_of(rest);
                for (Cards ahead = links_.blocked[card] & cards & ~reached & ~next; ahead != 0;
                     ahead &= ahead - 1) {
                    from[first_of(ahead)] = card;
                    next |= ahead & -ahead;
                }
            }
            reached |= next;
            layer = next;
            if (!holds(next, start)) continue;
            best = set_of(start);
            for (Card card = from[start]; card != start; card = from[card]) best |= set_of(card);
            break;
        }
        if (count_of(best) <= 3) break;
    }
    return best;
}

// Can this many units be taken away so that no cycle is left?
bool DeadlockBound::broken_by(int units, Cards cards) {
    cards = on_cycles(cards);
    if (cards == 0) return true;
    if (units == 0) return false;
    if (--left_ < 0) return true;
    Cards cycle = 0;
    const int pairs = disjoint_pairs(cards, cycle);
    if (pairs > units) return false;
    if (pairs == 0) cycle = shortest_cycle(cards);
    for (; cycle != 0; cycle &= cycle - 1) {
        if (broken_by(units - 1, cards & ~links_.unit[first_of(cycle)])) return true;
    }
    return false;
}

}  // namespace unriddle::freecell
