// A plan under the rules of a puzzle, written move by move.
//
// A search may let cards go home by another rule than the puzzle does. The writer plays the puzzle
// itself: what has gone home by itself there is not sent home again, what has not is sent.
#pragma once

#include <vector>

#include "freecell/domain.h"
#include "freecell/layout.h"
#include "freecell/metric.h"
#include "search/outcome.h"

namespace unriddle::freecell {

class PlanWriter {
  public:
    explicit PlanWriter(const FreeCell& puzzle) : puzzle_(puzzle), board_(puzzle.initial()) {}

    const Board& board() const { return board_; }

    // Makes a legal move.
    void play(const Move& move);

    // Sends those of these cards home that can go, in any order that works.
    void send_home(Cards cards);
    // Sends home what would go by itself under this rule.
    void settle(Autoplay autoplay);

    // Moves the cards from `lowest` upwards onto an open card, which carries them, or with
    // `no_card` into an empty column, or a single card into a cell.
    void move_onto(Card lowest, Card onto);
    void move_to_cell(Card card);

    // The solution that was written. Throws std::logic_error if it does not end solved.
    Outcome outcome() &&;

  private:
    Place place_of_open(Card card) const;
    Place column_with_run(Card lowest) const;

    const FreeCell& puzzle_;
    Board board_;
    std::vector<Action> actions_;
    std::uint64_t cost_ = 0;
};

// The way of a search through layouts, from the puzzle's initial position to one that is solved:
// each layout follows from the one before it by a move of the metric. Throws std::logic_error
// otherwise.
Outcome plan_of(const FreeCell& puzzle, const Metric& metric, const std::vector<Layout>& route);

}  // namespace unriddle::freecell
