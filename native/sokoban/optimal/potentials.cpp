#include "sokoban/optimal/potentials.h"

#include <algorithm>

#include "sokoban/board/assignment.h"
#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

namespace {

// How many prices may be worked out to find good potentials: about 30 milliseconds.
constexpr std::size_t most_prices = 5'000'000;

}  // namespace

Potential::Potential(const Board& board, const PushGraph& graph,
                     MeteredVector<std::int32_t> potential, Control& control)
    : potential_(std::move(potential)),
      least_(*std::min_element(potential_.begin(), potential_.end())),
      costs_(board, graph, {potential_}, control) {}

std::vector<std::unique_ptr<Potential>> best_potentials(const Board& board, const PushGraph& graph,
                                                        const Sides& sides,
                                                        std::span<const Square> boxes,
                                                        Square player, std::size_t most,
                                                        Control& control) {
    struct Rated {
        std::int32_t bound;
        std::unique_ptr<Potential> potential;
    };
    std::vector<Rated> best;
    using PushAssignment = Assignment<PushCosts::Price>;
    PushAssignment assignment(boxes.size(), board.goals.size(), control);
    std::vector<PushAssignment::Row> rows;
    const auto rate = [&](MeteredVector<std::int32_t> values) {
        auto potential = std::make_unique<Potential>(board, graph, std::move(values), control);
        rows.clear();
        for (const Square box : boxes)
            rows.push_back(potential->costs().from(box, sides(box, player)));
        const std::int32_t bound = assignment.solve(rows) + potential->way_home(player);
        best.push_back({bound, std::move(potential)});
        std::stable_sort(best.begin(), best.end(),
                         [](const Rated& a, const Rated& b) { return a.bound > b.bound; });
        if (best.size() > most) best.pop_back();
    };
    MeteredVector<std::int32_t> steps(board.squares(), 0, control);
    Walks walks(board);
    rate(steps);
    const std::int32_t plain = best.front().bound;
    // On large boards not every square has its turn.
    const std::size_t stride =
        1 + 6 * board.squares() * board.squares() * Sides::count * board.goals.size() / most_prices;
    for (std::size_t square = 0; square < board.squares(); square += stride) {
        walks.from(static_cast<Square>(square), board.walls);
        for (const Square reached : walks.squares()) steps[reached] = walks.steps_to(reached);
        const std::int32_t farthest = *std::max_element(steps.begin(), steps.end());
        for (const std::int32_t height : {farthest, farthest / 2, farthest / 4}) {
            for (const int sign : {1, -1}) {
                auto values = steps;
                for (std::int32_t& value : values) value = sign * std::min(value, height);
                rate(std::move(values));
            }
        }
    }
    std::vector<std::unique_ptr<Potential>> chosen;
    for (Rated& rated : best) {
        if (rated.bound > plain) chosen.push_back(std::move(rated.potential));
    }
    return chosen;
}

}  // namespace unriddle::sokoban
