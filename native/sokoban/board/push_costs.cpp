#include "sokoban/board/push_costs.h"

#include <array>
#include <bit>

#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

namespace {

// The first direction of a set of sides.
std::uint8_t first_of(unsigned sides) { return static_cast<std::uint8_t>(std::countr_zero(sides)); }

}  // namespace

Sides::Sides(const Board& board, const PushGraph& graph, Control& control)
    : squares_(board.squares()), table_(squares_ * squares_, cut_off, control) {
    Flood flood(board);
    Mask full = graph.walls();
    for (Square box = 0; box < squares_; ++box) {
        if (box % 64 == 0) control.check_limits();
        if (graph.is_wall(box)) continue;
        full[box] = 1;
        for (std::uint8_t side = 0; side < 4; ++side) {
            const Square beside = board.next[box][side];
            if (full[beside] || first_of(graph.joined(box, side)) != side) continue;
            flood.from(beside, full);
            for (const Square square : flood.squares()) table_[box * squares_ + square] = side;
        }
        full[box] = 0;
    }
}

PushCosts::PushCosts(const Board& board, const PushGraph& graph, PerPush per_push, Control& control)
    : goals_(board.goals.size()),
      table_(board.squares() * std::size_t{Sides::count} * goals_, never, control),
      is_dead_(board.squares() + 1, 1) {
    constexpr std::size_t sides_each = Sides::count;
    MeteredVector<Price> price(control);
    // What is waiting, by price: it grows by 0, 1 or 2 a step, so three stacks take turns.
    using Stack = MeteredVector<std::uint32_t>;
    std::array<Stack, 3> stacks{Stack(control), Stack(control), Stack(control)};
    std::size_t waiting = 0;
    const auto push = [&](std::size_t node, Price total) {
        if (total >= price[node]) return;
        price[node] = total;
        stacks[total % 3].push_back(static_cast<std::uint32_t>(node));
        ++waiting;
    };
    for (std::size_t goal = 0; goal < goals_; ++goal) {
        control.check_limits();
        const Square home = board.goals[goal];
        is_dead_[home] = 0;
        if (graph.is_wall(home)) {  // a box that stands here for good is at home
            for (std::size_t side = 0; side < sides_each; ++side) {
                table_[(home * sides_each + side) * goals_ + goal] = 0;
            }
            continue;
        }
        price.assign(board.squares() * sides_each, never);
        for (std::size_t side = 0; side < sides_each; ++side) push(home * sides_each + side, 0);
        for (Price paid = 0; waiting > 0; ++paid) {
            for (Stack& stack = stacks[paid % 3]; !stack.empty();) {
                const std::size_t node = stack.back();
                stack.pop_back();
                --waiting;
                if (price[node] != paid) continue;
                const auto box = static_cast<Square>(node / sides_each);
                const std::size_t side = node % sides_each;
                table_[node * goals_ + goal] = paid;
                is_dead_[box] = 0;
                if (side == Sides::cut_off) continue;
                for (std::size_t d = 0; d < 4; ++d) {
                    // The last push came from direction d: there the player is now, on the square
                    // where the box was, and before the push it was one square further.
                    if ((graph.joined(box, side) >> d & 1) == 0) continue;
                    const Square from = board.next[box][d], feet = board.next[from][d];
                    if (graph.is_wall(from) || graph.is_wall(feet)) continue;
                    push(from * sides_each + first_of(graph.joined(from, d)),
                         static_cast<Price>(paid + per_push(feet, from)));
                }
            }
        }
    }
}

}  // namespace unriddle::sokoban
