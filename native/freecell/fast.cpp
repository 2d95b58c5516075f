#include "freecell/fast.h"

#include <utility>
#include <vector>

#include "freecell/domain.h"
#include "freecell/fast_search.h"
#include "freecell/plan.h"
#include "search/best_first.h"

namespace unriddle::freecell {

namespace {

using fast::CardMove;

// What the fast searches made of a position, and by which rule cards went home in the last of them.
struct Found {
    fast::Ending ending;
    Autoplay autoplay;
    std::vector<CardMove> plan;
};

// The plan of a fast search under the rules of the puzzle.
Outcome written(const FreeCell& puzzle, const Found& found) {
    PlanWriter writer(puzzle);
    writer.settle(found.autoplay);
    for (const auto& [lowest, onto] : found.plan) {
        if (onto == fast::to_home) {
            writer.send_home(set_of(lowest));
        } else if (onto == fast::to_cell) {
            writer.move_to_cell(lowest);
        } else {
            writer.move_onto(lowest, onto == fast::to_empty ? no_card : onto);
        }
        writer.settle(found.autoplay);
    }
    writer.settle(Autoplay::greedy);
    return std::move(writer).outcome();
}

// The short searches, one after the other.
template <std::size_t Columns, std::size_t Height>
Found sprint(const Position& start, bool greedily, Control& control) {
    using StartTables = fast::StartTables<Columns, Height, fast::Key64>;
    Found found{fast::Ending::spent, Autoplay::greedy, {}};
    const auto ends = [&](const StartTables& tables, const fast::Phase& phase) {
        fast::Search<Columns, Height, fast::Key64> search(tables, phase, control);
        found.autoplay = tables.autoplay();
        found.ending = search.run(found.plan);
        return found.ending == fast::Ending::solved;
    };
    const StartTables greedy(start, Autoplay::greedy);
    for (const fast::Phase& phase : fast::phases) {
        if (greedily || phase.autoplay == Autoplay::greedy ? ends(greedy, phase)
                                                           : ends({start, phase.autoplay}, phase)) {
            break;
        }
    }
    return found;
}

// The search that leaves nothing out, as long as its states are few enough to be kept as they are.
template <std::size_t Columns, std::size_t Height>
Found survey(const Position& start, bool greedily, Control& control) {
    const fast::Phase& phase = fast::complete_phase;
    const Autoplay autoplay = greedily ? Autoplay::greedy : phase.autoplay;
    const fast::StartTables<Columns, Height, fast::Key128> tables(start, autoplay);
    fast::Search<Columns, Height, fast::Key128> search(tables, phase, control);
    Found found{fast::Ending::spent, autoplay, {}};
    found.ending = search.run(found.plan);
    return found;
}

bool is_greedy(const FreeCell& puzzle) { return puzzle.rules().autoplay == Autoplay::greedy; }

bool is_usual(const Position& start) { return fast::StartTables<8, 24, fast::Key64>::suits(start); }

// May cards go home before the first move? Under safe rules nothing is lost by it. Under greedy
// rules it may be: the puzzle lets cards go home by themselves only after a move.
bool may_settle_first(const FreeCell& puzzle) {
    if (!is_greedy(puzzle)) return true;
    const Board& start = puzzle.initial();
    return (next_cards(start.home()) & puzzle.table().open_cards(start)) == 0;
}

// The same with states of 20 bytes, by the engine's greedy search. Its moves are legal under the
// rules of the puzzle as well; what goes home by itself in the search, but not there, is sent.
Outcome compact_survey(const FreeCell& puzzle, Control& control) {
    const Autoplay autoplay = is_greedy(puzzle) ? Autoplay::greedy : Autoplay::raymond;
    const FreeCell searched(puzzle.start(), {autoplay, Counted::player});
    Estimate estimate = searched.heuristic("evaluation", control);
    const Outcome found = greedy(searched, estimate, control);
    if (found.status != Status::solved) return found;

    PlanWriter writer(puzzle), planned(searched);
    for (const Action action : found.plan) {
        const Move move = searched.move_of(planned.board(), action);
        planned.play(move);
        writer.play(move);
        writer.send_home(planned.board().home());
    }
    return std::move(writer).outcome();
}

// What a search finds, with its states counted from 0: a proof says how many states there are,
// without those that other searches looked at. Of all others the earlier states count as well.
Outcome counted_anew(Outcome (*search)(const FreeCell&, Control&), const FreeCell& puzzle,
                     Control& control) {
    const std::uint64_t before = control.count_anew();
    try {
        Outcome outcome = search(puzzle, control);
        if (outcome.status != Status::exhausted) control.recall(before);
        return outcome;
    } catch (...) {
        control.recall(before);
        throw;
    }
}

}  // namespace

Outcome solve_completely(const FreeCell& puzzle, Control& control) {
    if (!may_settle_first(puzzle)) return compact_survey(puzzle, control);
    const Position& start = puzzle.start();
    const Found found = is_usual(start)
                            ? survey<8, 24>(start, is_greedy(puzzle), control)
                            : survey<maximum_columns, 64>(start, is_greedy(puzzle), control);
    if (found.ending == fast::Ending::solved) return written(puzzle, found);
    if (found.ending == fast::Ending::exhausted) return {Status::exhausted};
    return counted_anew(compact_survey, puzzle, control);
}

Outcome solve_fast(const FreeCell& puzzle, Control& control) {
    const Position& start = puzzle.start();
    const Found found = is_usual(start)
                            ? sprint<8, 24>(start, is_greedy(puzzle), control)
                            : sprint<maximum_columns, 64>(start, is_greedy(puzzle), control);
    if (found.ending == fast::Ending::solved) return written(puzzle, found);
    return counted_anew(solve_completely, puzzle, control);
}

}  // namespace unriddle::freecell
