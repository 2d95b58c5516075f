#include "freecell/plan.h"

#include <optional>
#include <stdexcept>

namespace unriddle::freecell {

void PlanWriter::play(const Move& move) {
    const Cards ready = ready_cards(puzzle_.rules().autoplay, board_.home());
    // Only at the start cards may lie open that would have gone home by themselves.
    const bool unsettled = actions_.empty() && (ready & puzzle_.table().open_cards(board_)) != 0;
    const Step<Board> step = puzzle_.step(board_, move, ready, unsettled);
    board_ = step.state;
    actions_.push_back(step.action);
    cost_ += step.cost;
}

void PlanWriter::send_home(Cards cards) {
    while (const Cards ready =
               cards & next_cards(board_.home()) & puzzle_.table().open_cards(board_)) {
        const Card card = first_of(ready);
        play({place_of_open(card), home_place, 1, card});
    }
}

void PlanWriter::settle(Autoplay autoplay) {
    while (const Cards ready =
               ready_cards(autoplay, board_.home()) & puzzle_.table().open_cards(board_)) {
        send_home(ready);
    }
}

void PlanWriter::move_onto(Card lowest, Card onto) {
    if (holds(board_.held(), lowest)) {
        play({place_of_open(lowest), place_of_open(onto), 1, lowest});
        return;
    }
    const Place source = column_with_run(lowest);
    const int count = rank_of(lowest) - rank_of(board_.top[source]) + 1;
    play({source, place_of_open(onto), static_cast<std::uint8_t>(count), lowest});
}

void PlanWriter::move_to_cell(Card card) {
    Place cell = first_cell;
    while (board_.at(cell) != no_card) ++cell;
    play({place_of_open(card), cell, 1, card});
}

Outcome PlanWriter::outcome() && {
    if (board_.left() != 0) throw std::logic_error("the plan does not solve the position");
    return {Status::solved, std::move(actions_), cost_};
}

// Where a card lies open; the first empty column for `no_card`.
Place PlanWriter::place_of_open(Card card) const {
    for (Place place = 0; place < puzzle_.table().columns(); ++place) {
        if (board_.top[place] == card) return place;
    }
    for (Place place = first_cell; place < first_cell + puzzle_.table().cells(); ++place) {
        if (board_.at(place) == card) return place;
    }
    throw std::logic_error("a plan moves a card that does not lie open");
}

// The column with `lowest` among the cards in sequence at its open end.
Place PlanWriter::column_with_run(Card lowest) const {
    for (Place place = 0; place < puzzle_.table().columns(); ++place) {
        const Card top = board_.top[place];
        if (top == no_card || rank_of(top) > rank_of(lowest)) continue;
        const int count = rank_of(lowest) - rank_of(top) + 1;
        if (puzzle_.table().sequence(board_, top, count).lowest == lowest) return place;
    }
    throw std::logic_error("a plan moves cards that are not in sequence");
}

namespace {

// The cheapest move that leads from one layout to the next: after different moves the same cards
// may go home by themselves.
Shift shift_between(const Table& table, const Metric& metric, const Layout& from,
                    const Layout& to) {
    std::optional<Shift> found;
    int least = 0;
    each_shift(table, from, metric.singly, [&](const Shift& shift) {
        const int price = metric.price(table, from, shift, 0);
        if (found && price >= least) return;
        Layout after = from;
        carry(table, after, shift);
        settle(table, after, metric.autoplay);
        if (after == to) {
            found = shift;
            least = price;
        }
    });
    if (!found) throw std::logic_error("no move leads from a layout to the next");
    return *found;
}

}  // namespace

Outcome plan_of(const FreeCell& puzzle, const Metric& metric, const std::vector<Layout>& route) {
    PlanWriter writer(puzzle);
    if (metric.free_to_settle) writer.send_home(route.front().home());
    for (std::size_t i = 1; i < route.size(); ++i) {
        const Shift shift = shift_between(puzzle.table(), metric, route[i - 1], route[i]);
        if (shift.to == Shift::To::home) {
            writer.send_home(set_of(shift.lowest));
        } else if (shift.to == Shift::To::cell) {
            writer.move_to_cell(shift.lowest);
        } else {
            writer.move_onto(shift.lowest, shift.onto);
        }
        if (metric.free_to_settle) writer.send_home(route[i].home());
    }
    return std::move(writer).outcome();
}

}  // namespace unriddle::freecell
