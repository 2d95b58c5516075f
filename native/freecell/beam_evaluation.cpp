#include "freecell/beam_evaluation.h"

#include <algorithm>

namespace unriddle::freecell {

BeamEvaluation::BeamEvaluation(const Table& table, const Weights& weights, bool as_one)
    : table_(&table), weights_(weights), as_one_(as_one) {
    const Board& board = table.start();
    for (std::size_t i = 0; i < table.columns(); ++i) {
        Pile pile;
        Cards sequence = 0;
        int height = 0;
        for (const Card card : table.column(board, i)) {
            height_[card] = height++;
            if (holds(board.buried(), card)) {
                lay_on(pile, sequence);
                below_[card] = pile;
                sequence = 0;
            }
            sequence |= set_of(card);
        }
    }
}

void BeamEvaluation::lay_on(Pile& pile, Cards sequence) {
    const int waiting = count_of(sequence & pile.blocked);
    pile.above_own_suit += waiting;
    pile.forced += waiting != 0;
    pile.cards |= sequence;
    for (Cards rest = sequence; rest != 0; rest &= rest - 1) {
        pile.blocked |= higher(first_of(rest));
    }
}

BeamEvaluation::Wanted::Wanted(Cards home_cards) {
    const Cards next = next_cards(home_cards);
    cards = (next | next << 4 | next << 8) & deck;
    for (unsigned suit = 0; suit < home.size(); ++suit) {
        home[suit] = count_of(home_cards & of_every_rank(1u << suit));
    }
}

BeamEvaluation::Score BeamEvaluation::operator()(const Layout& layout) const {
    const Wanted wanted(layout.home());
    Score score{points(counts(layout)), 0};
    for (Cards rest = layout.tops; rest != 0; rest &= rest - 1) {
        score += column(layout, first_of(rest), wanted).score;
    }
    return score;
}

void BeamEvaluation::look_at(const Layout& layout) {
    wanted_ = Wanted(layout.home());
    counts_ = counts(layout);
    sum_ = {};
    known_ = 0;
    for (Cards rest = layout.tops; rest != 0; rest &= rest - 1) {
        const Card top = first_of(rest);
        columns_[top] = column(layout, top, wanted_);
        sum_ += columns_[top].score;
    }
}

BeamEvaluation::Score BeamEvaluation::after(const Layout& layout, const Shift& shift) {
    Score score = sum_;
    Counts counts = counts_;
    Cards run = set_of(shift.top);
    if (holds(layout.held(), shift.lowest)) {
        --counts.held;
    } else {
        if (shift.count > 1) run = table_->sequence(layout, shift.top, shift.count).cards;
        const std::size_t lie = layout.lie_of(shift.lowest);
        counts.buried -= lie == is_buried;
        score -= columns_[shift.top].score;
        if (lie == at_bottom) {
            ++counts.empty_columns;
            counts.kings_at_bottom -= rank_of(shift.lowest) == king;
        } else {
            score += without(layout, table_->below(shift.lowest, lie));
        }
    }
    switch (shift.to) {
        case Shift::To::cell:
            ++counts.held;
            break;
        case Shift::To::empty_column:
            --counts.empty_columns;
            counts.kings_at_bottom += rank_of(shift.lowest) == king;
            score.points +=
                covering(run, shift.top, wanted_) - weights_.in_open_sequence * (shift.count - 1);
            break;
        case Shift::To::card:
            score += with(columns_[shift.onto], run, shift.top, shift.count);
            break;
        case Shift::To::home:
            break;
    }
    score.points += points(counts);
    return score;
}

// The score of a column whose open card would be this one.
const BeamEvaluation::Score& BeamEvaluation::without(const Layout& layout, Card top) {
    if (!holds(known_, top)) {
        without_[top] = column(layout, top, wanted_).score;
        known_ |= set_of(top);
    }
    return without_[top];
}

// What cards add to a column on whose open card they fit.
BeamEvaluation::Score BeamEvaluation::with(const Column& column, Cards run, Card top,
                                           int count) const {
    const int waiting = count_of(run & column.blocked);
    const int forced = waiting != 0 && !column.waits;
    return {column.covering * count + covering(run, top, wanted_) + weights_.forced * forced +
                weights_.above_own_suit * waiting - weights_.in_open_sequence * count,
            as_one_ ? forced : waiting};
}

BeamEvaluation::Column BeamEvaluation::column(const Layout& layout, Card top,
                                              const Wanted& wanted) const {
    static constexpr Pile nothing;
    const Sequence run = table_->sequence(layout, top);
    const Pile& pile = holds(layout.buried(), run.lowest) ? below_[run.lowest] : nothing;
    const int waiting = count_of(run.cards & pile.blocked);
    const int above_own_suit = pile.above_own_suit + waiting;
    const int forced = pile.forced + (waiting != 0);
    Column column{{}, 0, waiting != 0, pile.blocked};
    int covering_cards = 0;
    for (Cards found = wanted.cards & run.cards; found != 0; found &= found - 1) {
        const Card card = first_of(found);
        column.covering += weight(card, wanted);
        covering_cards += weight(card, wanted) * (rank_of(card) - rank_of(top));
    }
    const int highest = run.length() + height_[run.lowest] - 1;
    for (Cards found = wanted.cards & pile.cards; found != 0; found &= found - 1) {
        const Card card = first_of(found);
        column.covering += weight(card, wanted);
        covering_cards += weight(card, wanted) * (highest - height_[card]);
    }
    column.score = {covering_cards + weights_.forced * forced +
                        weights_.above_own_suit * above_own_suit -
                        weights_.in_open_sequence * (run.length() - 1),
                    as_one_ ? forced : above_own_suit};
    return column;
}

// What the cards of a sequence cover of itself.
int BeamEvaluation::covering(Cards run, Card top, const Wanted& wanted) const {
    int sum = 0;
    for (Cards found = wanted.cards & run & ~set_of(top); found != 0; found &= found - 1) {
        const Card card = first_of(found);
        sum += weight(card, wanted) * (rank_of(card) - rank_of(top));
    }
    return sum;
}

int BeamEvaluation::weight(Card card, const Wanted& wanted) const {
    const int after_next = rank_of(card) - 1 - wanted.home[static_cast<unsigned>(suit_of(card))];
    return weights_.covering[static_cast<std::size_t>(after_next)];
}

BeamEvaluation::Counts BeamEvaluation::counts(const Layout& layout) const {
    return {count_of(layout.left()), count_of(layout.buried()), count_of(layout.held()),
            table_->empty_columns(layout), count_of(layout.bottoms() & kings)};
}

int BeamEvaluation::points(const Counts& counts) const {
    return weights_.left * counts.left + weights_.buried * counts.buried +
           weights_.held[static_cast<std::size_t>(std::min(counts.held, 4))] -
           weights_.empty_columns[static_cast<std::size_t>(std::min(counts.empty_columns, 3))] -
           weights_.king_at_bottom * counts.kings_at_bottom;
}

}  // namespace unriddle::freecell
