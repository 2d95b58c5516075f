#include "freecell/route.h"

#include <optional>
#include <stdexcept>

#include "freecell/plan.h"

namespace unriddle::freecell {

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
        switch (shift.to) {
            case Shift::To::home:
                writer.send_home(set_of(shift.lowest));
                break;
            case Shift::To::cell:
                writer.move_to_cell(shift.lowest);
                break;
            case Shift::To::empty_column:
                writer.move_to_empty_column(shift.lowest);
                break;
            case Shift::To::card:
                writer.move_onto(shift.lowest, shift.onto);
                break;
        }
        if (metric.free_to_settle) writer.send_home(route[i].home());
    }
    return std::move(writer).outcome();
}

}  // namespace unriddle::freecell
