#include "sokoban/board/push_costs.h"

#include <array>
#include <bit>
#include <utility>

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

namespace {

constexpr std::size_t sides_each = Sides::count;

// A queue for prices that grow by 0, 1 or 2 a step: three stacks that take turns.
class Rounds {
  public:
    explicit Rounds(Control& control) : stacks_{Stack(control), Stack(control), Stack(control)} {}

    void push(std::size_t price, std::size_t node) {
        stacks_[price % 3].push_back(static_cast<std::uint32_t>(node));
        ++size_;
    }

    // The next node in the order of prices, with the price it was pushed at; size_ must not be 0.
    std::pair<std::size_t, std::size_t> pop() {
        while (stacks_[now_ % 3].empty()) ++now_;
        Stack& stack = stacks_[now_ % 3];
        const std::size_t node = stack.back();
        stack.pop_back();
        --size_;
        return {node, now_};
    }

    bool empty() const { return size_ == 0; }
    void restart() { now_ = 0; }

  private:
    using Stack = MeteredVector<std::uint32_t>;
    std::array<Stack, 3> stacks_;
    std::size_t now_ = 0;
    std::size_t size_ = 0;
};

}  // namespace

PushCosts::PushCosts(const Board& board, const PushGraph& graph, PerPush per_push, Control& control)
    : goals_(board.goals.size()),
      table_(board.squares() * sides_each * goals_, never, control),
      is_dead_(board.squares() + 1, 1) {
    MeteredVector<Price> price(control);
    Rounds rounds(control);
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
        rounds.restart();
        for (std::size_t side = 0; side < sides_each; ++side) {
            price[home * sides_each + side] = 0;
            rounds.push(0, home * sides_each + side);
        }
        while (!rounds.empty()) {
            const auto [node, paid] = rounds.pop();
            if (price[node] != paid) continue;
            const auto box = static_cast<Square>(node / sides_each);
            const std::size_t side = node % sides_each;
            table_[node * goals_ + goal] = static_cast<Price>(paid);
            is_dead_[box] = 0;
            if (side == Sides::cut_off) continue;
            for (std::size_t d = 0; d < 4; ++d) {
                // The last push came from direction d: there the player is now, on the square where
                // the box was, and before the push it was one square further.
                if ((graph.joined(box, side) >> d & 1) == 0) continue;
                const Square from = board.next[box][d], feet = board.next[from][d];
                if (graph.is_wall(from) || graph.is_wall(feet)) continue;
                const std::size_t before = from * sides_each + first_of(graph.joined(from, d));
                const auto total = static_cast<Price>(paid + per_push(feet, from));
                if (total < price[before]) {
                    price[before] = total;
                    rounds.push(total, before);
                }
            }
        }
    }
}

}  // namespace unriddle::sokoban
