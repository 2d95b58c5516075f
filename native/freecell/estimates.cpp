#include "freecell/estimates.h"

#include <cstddef>

namespace unriddle::freecell {

Estimate::Estimate(std::string_view name, const Table& cards, const Rules& rules)
    : table(&cards),
      home_is_counted(rules.counted != Counted::player || rules.autoplay == Autoplay::none),
      as_one(rules.counted != Counted::cards),
      heuristic_(named("heuristic", name, heuristics())) {
    const Board& board = cards.start();
    for (std::size_t i = 0; i < cards.columns(); ++i) {
        Pile pile;
        Cards sequence = 0;
        int height = 0;
        for (const Card card : cards.column(board, i)) {
            height_of[card] = height++;
            if (holds(board.buried(), card)) {
                lay_on(pile, sequence, first_waiting);
                pile_below[card] = pile;
                sequence = 0;
            }
            sequence |= set_of(card);
        }
        lay_on(pile, sequence, first_waiting);
    }
}

// Calls `visit(run, pile)` for every column that is not empty: the sequence at its open end, and
// what is buried below it.
template <class Visit>
void Estimate::each_column(const Board& board, Visit&& visit) const {
    static constexpr Pile nothing;
    for (std::size_t i = 0; i < table->columns(); ++i) {
        if (board.top[i] == no_card) continue;
        const Sequence run = table->sequence(board, board.top[i]);
        visit(run, holds(board.buried(), run.lowest) ? pile_below[run.lowest] : nothing);
    }
}

// How many cards lie above the next cards of the suits, in one column.
int Estimate::covering(Cards next, const Sequence& run, const Pile& below) const {
    int covering = 0;
    for (Cards found = next & run.cards; found != 0; found &= found - 1) {
        covering += rank_of(first_of(found)) - rank_of(run.top);
    }
    for (Cards found = next & below.cards; found != 0; found &= found - 1) {
        covering += run.length() + height_of[run.lowest] - height_of[first_of(found)] - 1;
    }
    return covering;
}

// Lays a sequence on a pile, and remembers of each of its cards what it waits for. A unit must step
// aside when one of its cards lies above a lower card of its own suit; that one is always buried,
// because within a sequence the lower ranks lie above.
void Estimate::lay_on(Pile& pile, Cards sequence, AllWaiting& waiting) const {
    const Cards above_own_suit = sequence & pile.blocked;
    const int count = count_of(above_own_suit);
    pile.above_own_suit += count;
    pile.forced += as_one ? count != 0 : count;
    pile.free |= as_one && count != 0 ? 0 : sequence & ~above_own_suit;
    pile.cards |= sequence;
    for (Cards rest = sequence; rest != 0; rest ^= set_of(last_of(rest))) {
        const Card card = last_of(rest);  // from the lowest in the column upwards
        waiting[card] = {pile.blocked, as_one ? sequence : set_of(card)};
        pile.blocked |= higher(card);
    }
}

namespace {

int left(const Board& board) { return count_of(board.left()); }

double cards_left(const Estimate&, const Board& board) { return left(board); }

double evaluation(const Estimate& of, const Board& board) {
    const Cards next = next_cards(board.home());
    int covering_cards = 0, above_own_suit = 0;
    of.each_column(board, [&](const Sequence& run, const Estimate::Pile& below) {
        covering_cards += of.covering(next, run, below);
        above_own_suit += below.above_own_suit + count_of(run.cards & below.blocked);
    });
    const int held = count_of(board.held());
    return 12 * left(board) + 11 * count_of(board.buried()) + 6 * covering_cards +
           6 * above_own_suit + 3 * held * held - 27 * of.table->empty_columns(board);
}

double alpha(const Estimate& of, const Board& board) {
    const Cards next = next_cards(board.home());
    const bool crowded = of.table->empty_cells(board) + of.table->empty_columns(board) == 0;
    int sum = 0;
    of.each_column(board, [&](const Sequence& run, const Estimate::Pile& below) {
        sum += of.covering(next, run, below);
    });
    return sum * (crowded ? 2 : 1) + left(board);
}

// A lower bound on the moves that do not go home: units that must step aside, and pairs of cards
// that wait for each other crosswise, no unit twice. Each card in turn, low cards first, takes the
// first partner that is left. Then those that go home.
double deadlock(const Estimate& of, const Board& board) {
    Estimate::AllWaiting waiting = of.first_waiting;
    Cards free = 0;
    int steps = 0;
    of.each_column(board, [&](const Sequence& run, Estimate::Pile pile) {
        of.lay_on(pile, run.cards, waiting);
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
    return steps + (of.home_is_counted ? left(board) : 0);
}

constexpr auto all = std::to_array<Named<Heuristic>>({
    {"evaluation", evaluation},
    {"deadlock", deadlock},
    {"cards-left", cards_left},
    {"alpha", alpha},
});

}  // namespace

std::span<const Named<Heuristic>> heuristics() { return all; }

}  // namespace unriddle::freecell
