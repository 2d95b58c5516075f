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

BeamEvaluation::Score BeamEvaluation::operator()(const Layout& layout) {
    wanted_ = Wanted(layout.home());
    sum_ = {};
    for (Cards rest = layout.tops; rest != 0; rest &= rest - 1) {
        const Card top = first_of(rest);
        sum_ += columns_[top] = column(layout, top, wanted_);
    }
    return {sum_.points + everywhere(layout), sum_.steps};
}

BeamEvaluation::Score BeamEvaluation::after(const Layout& before, const Shift& shift,
                                            const Layout& after) const {
    const Cards home = after.home();
    Score score;
    if (home != before.home()) {
        const Wanted wanted(home);
        for (Cards rest = after.tops; rest != 0; rest &= rest - 1) {
            score += column(after, first_of(rest), wanted);
        }
    } else {
        score = sum_;
        for (Cards rest = before.tops & ~after.tops; rest != 0; rest &= rest - 1) {
            score -= columns_[first_of(rest)];
        }
        for (Cards rest = after.tops & ~before.tops; rest != 0; rest &= rest - 1) {
            score += column(after, first_of(rest), wanted_);
        }
        // A sequence that moves keeps its open card.
        if (holds(before.tops & after.tops, shift.top)) {
            score -= columns_[shift.top];
            score += column(after, shift.top, wanted_);
        }
    }
    score.points += everywhere(after);
    return score;
}

BeamEvaluation::Score BeamEvaluation::column(const Layout& layout, Card top,
                                             const Wanted& wanted) const {
    static constexpr Pile nothing;
    const Sequence run = sequence(*table_, layout, top);
    const Pile& pile = holds(layout.buried(), run.lowest) ? below_[run.lowest] : nothing;
    const int waiting = count_of(run.cards & pile.blocked);
    const int above_own_suit = pile.above_own_suit + waiting;
    const int forced = pile.forced + (waiting != 0);
    int covering = 0;
    const auto weight = [&](Card card) {
        const int after_next = rank_of(card) - 1 - wanted.home[static_cast<unsigned>(suit_of(card))];
        return weights_.covering[static_cast<std::size_t>(after_next)];
    };
    for (Cards found = wanted.cards & run.cards; found != 0; found &= found - 1) {
        const Card card = first_of(found);
        covering += weight(card) * (rank_of(card) - rank_of(top));
    }
    const int highest = run.length() + height_[run.lowest] - 1;
    for (Cards found = wanted.cards & pile.cards; found != 0; found &= found - 1) {
        const Card card = first_of(found);
        covering += weight(card) * (highest - height_[card]);
    }
    return {covering + weights_.forced * forced + weights_.above_own_suit * above_own_suit -
                weights_.in_open_sequence * (run.length() - 1),
            as_one_ ? forced : above_own_suit};
}

// What is counted without looking at single columns.
int BeamEvaluation::everywhere(const Layout& layout) const {
    const int held = std::min(count_of(layout.held()), 4);
    const int empty = std::min(static_cast<int>(table_->columns()) - count_of(layout.tops), 3);
    return weights_.left * count_of(layout.left()) + weights_.buried * count_of(layout.buried()) +
           weights_.held[static_cast<std::size_t>(held)] -
           weights_.empty_columns[static_cast<std::size_t>(empty)] -
           weights_.king_at_bottom * count_of(layout.bottoms() & kings);
}

}  // namespace unriddle::freecell
