#include "freecell/fast.h"

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "freecell/domain.h"
#include "freecell/fast_search.h"
#include "freecell/fast_stages.h"
#include "freecell/plan.h"
#include "search/best_first.h"

namespace unriddle::freecell {

namespace {

using fast::CardMove;

// The plan of a short search under the rules of the puzzle.
Outcome written(const FreeCell& puzzle, const std::vector<CardMove>& plan) {
    PlanWriter writer(puzzle);
    writer.send_home(deck);
    for (const auto& [lowest, onto] : plan) {
        if (onto == fast::to_cell) {
            writer.move_to_cell(lowest);
        } else if (onto == fast::to_empty) {
            writer.move_to_empty_column(lowest);
        } else {
            writer.move_onto(lowest, onto);
        }
        writer.send_home(deck);
    }
    return std::move(writer).outcome();
}

// The short searches, one after the other.
template <std::size_t Columns, std::size_t Height>
bool sprint(const Position& start, Control& control, std::vector<CardMove>& plan) {
    const fast::Ground<Columns, Height> ground(start);
    for (const fast::Stage& stage : fast::stages) {
        fast::Search<Columns, Height> search(ground, stage, control);
        if (search.run(plan)) return true;
    }
    return false;
}

// The complete search. Its moves are legal under the rules of the puzzle as well; what goes home by
// itself in the search, but not there, is sent.
Outcome complete(const Position& start, const FreeCell& puzzle, Control& control) {
    const bool is_greedy = puzzle.rules().autoplay == Autoplay::greedy;
    const Autoplay autoplay = is_greedy ? Autoplay::greedy : Autoplay::raymond;
    const FreeCell searched(start, {autoplay, Counted::player});
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

using Work = Outcome (*)(const Position&, const FreeCell&, Control&);

std::unique_ptr<Run> make(Work work, const Position& start, const Rules& rules,
                          const Limits& limits) {
    start.check();
    return std::make_unique<Run>(
        [work, start, puzzle = FreeCell(start, rules)](Control& control) {
            return work(start, puzzle, control);
        },
        limits);
}

}  // namespace

Outcome solve_fast(const Position& start, const FreeCell& puzzle, Control& control) {
    std::vector<CardMove> plan;
    using Usual = fast::Ground<8, 24>;
    const bool found = Usual::suits(start) ? sprint<8, 24>(start, control, plan)
                                           : sprint<maximum_columns, 64>(start, control, plan);
    if (found) return written(puzzle, plan);

    // A proof says how many states there are, without those that the short searches looked at.
    const std::uint64_t before = control.count_anew();
    try {
        Outcome outcome = complete(start, puzzle, control);
        if (outcome.status == Status::solved) control.recall(before);
        return outcome;
    } catch (const Interruption&) {
        control.recall(before);
        throw;
    }
}

std::unique_ptr<Run> make_fast(const Position& start, const Rules& rules, const Limits& limits) {
    return make(solve_fast, start, rules, limits);
}

std::unique_ptr<Run> make_proof(const Position& start, const Rules& rules, const Limits& limits) {
    return make(complete, start, rules, limits);
}

}  // namespace unriddle::freecell
