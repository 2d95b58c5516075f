#include "freecell/estimates.h"

#include <cstddef>
#include <stdexcept>
#include <string>

namespace unriddle::freecell {

Estimate::Estimate(HeuristicKind kind, const Table& table, const Rules& rules)
    : kind_(kind),
      home_is_counted_(rules.counted != Counted::player || rules.autoplay == Autoplay::none),
      as_one_(rules.counted != Counted::cards),
      table_(&table) {
    const Board& board = table.start();
    for (std::size_t i = 0; i < table.columns(); ++i) {
        Pile pile;
        Cards sequence = 0;
        int height = 0;
        for (const Card card : table.column(board, i)) {
            height_[card] = height++;
            if (holds(board.buried(), card)) {
                lay_on(pile, sequence, waiting_);
                below_[card] = pile;
                sequence = 0;
            }
            sequence |= set_of(card);
        }
        lay_on(pile, sequence, waiting_);
    }
}

double Estimate::operator()(const Board& board) const {
    switch (kind_) {
        case HeuristicKind::cards_left:
            return left(board);
        case HeuristicKind::deadlock:
            return deadlock_bound(board) + (home_is_counted_ ? left(board) : 0);
        case HeuristicKind::alpha: {
            const bool crowded = table_->empty_cells(board) + table_->empty_columns(board) == 0;
            return covering(board) * (crowded ? 2 : 1) + left(board);
        }
        case HeuristicKind::evaluation:
            return evaluation(board);
    }
    return 0;
}

// Calls `visit(run, pile)` for every column that is not empty: the sequence at its open end, and
// what is buried below it.
template <class Visit>
void Estimate::each_column(const Board& board, Visit&& visit) const {
    static constexpr Pile nothing;
    for (std::size_t i = 0; i < table_->columns(); ++i) {
        if (board.top[i] == no_card) continue;
        const Sequence run = table_->sequence(board, board.top[i]);
        visit(run, holds(board.buried(), run.lowest) ? below_[run.lowest] : nothing);
    }
}

// How many cards lie above the next cards of the suits, in one column.
int Estimate::covering(Cards next, const Sequence& run, const Pile& below) const {
    int covering = 0;
    for (Cards found = next & run.cards; found != 0; found &= found - 1) {
        covering += rank_of(first_of(found)) - rank_of(run.top);
    }
    for (Cards found = next & below.cards; found != 0; found &= found - 1) {
        covering += run.length() + height_[run.lowest] - height_[first_of(found)] - 1;
    }
    return covering;
}

int Estimate::covering(const Board& board) const {
    const Cards next = next_cards(board.home());
    int sum = 0;
    each_column(board,
                [&](const Sequence& run, const Pile& below) { sum += covering(next, run, below); });
    return sum;
}

int Estimate::evaluation(const Board& board) const {
    const Cards next = next_cards(board.home());
    int covering_cards = 0, above_own_suit = 0;
    each_column(board, [&](const Sequence& run, const Pile& below) {
        covering_cards += covering(next, run, below);
        above_own_suit += below.above_own_suit + count_of(run.cards & below.blocked);
    });
    const int held = count_of(board.held());
    return 12 * left(board) + 11 * count_of(board.buried()) + 6 * covering_cards +
           6 * above_own_suit + 3 * held * held - 27 * table_->empty_columns(board);
}

// Lays a sequence on a pile, and remembers of each of its cards what it waits for. A unit must step
// aside when one of its cards lies above a lower card of its own suit; that one is always buried,
// because within a sequence the lower ranks lie above.
void Estimate::lay_on(Pile& pile, Cards sequence, AllWaiting& waiting) const {
    const Cards above_own_suit = sequence & pile.blocked;
    const int count = count_of(above_own_suit);
    pile.above_own_suit += count;
    pile.forced += as_one_ ? count != 0 : count;
    pile.free |= as_one_ && count != 0 ? 0 : sequence & ~above_own_suit;
    pile.cards |= sequence;
    for (Cards rest = sequence; rest != 0; rest ^= set_of(last_of(rest))) {
        const Card card = last_of(rest);  // from the lowest in the column upwards
        waiting[card] = {pile.blocked, as_one_ ? sequence : set_of(card)};
        pile.blocked |= higher(card);
    }
}

// A lower bound on the moves that do not go home: units that must step aside, and pairs of cards
// that wait for each other crosswise, no unit twice. Each card in turn, low cards first, takes the
// first partner that is left.
int Estimate::deadlock_bound(const Board& board) const {
    AllWaiting waiting = waiting_;
    Cards free = 0;
    int steps = 0;
    each_column(board, [&](const Sequence& run, Pile pile) {
        lay_on(pile, run.cards, waiting);
        free |= pile.free;
        steps += pile.forced;
    });
    while (free != 0) {
        const Card one = first_of(free);
        free ^= set_of(one);
        Cards partners = free & waiting[one].blocked;
        for (; partners != 0; partners &= partners - 1) {
            const Card other = first_of(partners);
            if (!holds(waiting[other].blocked, one)) continue;
            free &= ~(waiting[one].unit | waiting[other].unit);
            ++steps;
            break;
        }
    }
    return steps;
}

}  // namespace unriddle::freecell
