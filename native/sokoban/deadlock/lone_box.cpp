#include "sokoban/deadlock/lone_box.h"

#include <algorithm>
#include <array>
#include <utility>

namespace unriddle::sokoban {

Sides::Sides(const Board& board, std::span<const std::uint8_t> is_wall, Control& control)
    : squares_(board.squares()),
      table_(squares_ * squares_, cut_off, Metered<std::uint8_t>(control)) {
    MeteredVector<Square> queue{Metered<Square>(control)};
    for (std::size_t box = 0; box < squares_; ++box) {
        if (box % 64 == 0) control.look();
        if (is_wall[box]) continue;
        std::uint8_t* const side_of = table_.data() + box * squares_;
        std::uint8_t side = 0;
        for (const Way& way : board.ways[box]) {
            const Square first = way.target;
            if (first == nowhere || is_wall[first] || side_of[first] != cut_off) continue;
            side_of[first] = side;
            queue.assign(1, first);
            for (std::size_t next = 0; next < queue.size(); ++next) {
                for (const Way& step : board.ways[queue[next]]) {
                    const Square near = step.target;
                    if (near == nowhere || near == box || is_wall[near] || side_of[near] != cut_off) {
                        continue;
                    }
                    side_of[near] = side;
                    queue.push_back(near);
                }
            }
            ++side;
        }
    }
}

namespace {

constexpr std::size_t sides_each = Sides::count;

// A queue for prices that grow by 0, 1 or 2 a step: three stacks that take turns.
class Rounds {
  public:
    explicit Rounds(Control& control)
        : stacks_{Stack(Metered<std::uint32_t>(control)), Stack(Metered<std::uint32_t>(control)),
                  Stack(Metered<std::uint32_t>(control))} {}

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

LoneBox::LoneBox(const Board& board, std::span<const std::uint8_t> is_wall, const Sides& sides,
                 PerPush per_push, Control& control)
    : goals_(board.goals.size()),
      table_(board.squares() * Sides::count * goals_, never, Metered<Price>(control)),
      is_dead_(board.squares(), 1, Metered<std::uint8_t>(control)) {
    MeteredVector<Price> price(Metered<Price>{control});
    Rounds rounds(control);
    for (std::size_t goal = 0; goal < goals_; ++goal) {
        control.look();
        const Square home = board.goals[goal];
        is_dead_[home] = 0;
        if (is_wall[home]) {  // a box that stands here for good is at home
            for (std::size_t side = 0; side < Sides::count; ++side) {
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
            const std::size_t box = node / sides_each, side = node % sides_each;
            table_[node * goals_ + goal] = static_cast<Price>(paid);
            is_dead_[box] = 0;
            for (std::size_t direction = 0; direction < 4; ++direction) {
                // The last push came from this direction: there the player is now, on the square
                // where the box was, and before the push it was one square further.
                const Way back = board.ways[box][direction];
                if (back.beyond == nowhere || is_wall[back.target] || is_wall[back.beyond]) continue;
                if (sides(static_cast<Square>(box), back.target) != side) continue;
                const std::size_t before =
                    back.target * sides_each + sides(back.target, back.beyond);
                const auto total = static_cast<Price>(paid + per_push(back.beyond, back.target));
                if (total < price[before]) {
                    price[before] = total;
                    rounds.push(total, before);
                }
            }
        }
    }
}

}  // namespace unriddle::sokoban
