#include "sokoban/optimal/potentials.h"

#include <algorithm>
#include <array>

#include "sokoban/optimal/assignment.h"

namespace unriddle::sokoban {

namespace {

// How many prices may be worked out to find good potentials: about 30 milliseconds.
constexpr std::size_t most_prices = 5'000'000;

// Steps from `start` to each square, as if there were no boxes.
void walk_from(const Board& board, Square start, MeteredVector<std::int32_t>& steps,
               MeteredVector<Square>& queue) {
    steps.assign(board.squares(), -1);
    steps[start] = 0;
    queue.assign(1, start);
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const Way& way : board.ways[queue[next]]) {
            if (way.target == nowhere || steps[way.target] >= 0) continue;
            steps[way.target] = steps[queue[next]] + 1;
            queue.push_back(way.target);
        }
    }
}

}  // namespace

Potential::Potential(const Board& board, std::span<const std::uint8_t> no_walls, const Sides& sides,
                     MeteredVector<std::int32_t> potential, Control& control)
    : potential_(std::move(potential)),
      least_(*std::min_element(potential_.begin(), potential_.end())),
      lone_(board, no_walls, sides, {potential_}, control) {}

std::vector<std::unique_ptr<Potential>> best_potentials(
    const Board& board, std::span<const std::uint8_t> no_walls, const Sides& sides,
    std::span<const Square> boxes, Square player, std::size_t most, Control& control) {
    struct Rated {
        std::int32_t bound;
        std::unique_ptr<Potential> potential;
    };
    std::vector<Rated> best;
    Assignment assignment(boxes.size(), board.goals.size(), control);
    MeteredVector<Assignment::Row> rows{Metered<Assignment::Row>(control)};
    const auto rate = [&](MeteredVector<std::int32_t> values) {
        auto potential =
            std::make_unique<Potential>(board, no_walls, sides, std::move(values), control);
        rows.clear();
        for (const Square box : boxes) rows.push_back(potential->lone().from(box, sides(box, player)));
        const std::int32_t bound = assignment.solve(rows) + potential->way_home(player);
        best.push_back({bound, std::move(potential)});
        std::stable_sort(best.begin(), best.end(),
                         [](const Rated& a, const Rated& b) { return a.bound > b.bound; });
        if (best.size() > most) best.pop_back();
    };
    MeteredVector<std::int32_t> steps{Metered<std::int32_t>(control)};
    MeteredVector<Square> queue{Metered<Square>(control)};
    rate(MeteredVector<std::int32_t>(board.squares(), 0, Metered<std::int32_t>(control)));
    const std::int32_t plain = best.front().bound;
    // On large boards not every square has its turn.
    const std::size_t stride =
        1 + 6 * board.squares() * board.squares() * Sides::count * board.goals.size() / most_prices;
    for (std::size_t square = 0; square < board.squares(); square += stride) {
        walk_from(board, static_cast<Square>(square), steps, queue);
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
