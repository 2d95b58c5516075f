#include "sokoban/distances.h"

#include <algorithm>
#include <array>

namespace unriddle::sokoban {

namespace {

using Queue = MeteredVector<std::uint32_t>;

// The sides of a box, by direction: two neighbours are on the same side if the player can walk from
// one to the other around the box. A side is called by the first direction that lies on it.
using Sides = std::array<std::uint8_t, 4>;
constexpr std::uint8_t no_side = 4;

class SideFinder {
  public:
    SideFinder(const Board& board, Control& control)
        : board_(board),
          control_(control),
          seen_(board.squares(), 0, Metered<std::uint32_t>(control)),
          queue_(Metered<std::uint32_t>(control)) {}

    Sides around(Square box) {
        Sides sides = {no_side, no_side, no_side, no_side};
        for (std::uint8_t first = 0; first < 4; ++first) {
            if (neighbour(box, first) == nowhere || sides[first] != no_side) continue;
            sides[first] = first;
            walk(box, first, sides);
        }
        return sides;
    }

  private:
    Square neighbour(Square square, std::size_t direction) const {
        return board_.ways[square][direction].target;
    }

    // Notes every neighbour of `box` that can be reached from the one in direction `first`, and
    // stops when none is left to be found: around most boxes that takes a few steps.
    void walk(Square box, std::uint8_t first, Sides& sides) {
        int missing = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            missing += neighbour(box, d) != nowhere && sides[d] == no_side;
        }
        ++walk_;
        seen_[box] = walk_;
        seen_[neighbour(box, first)] = walk_;
        queue_.assign(1, neighbour(box, first));
        for (std::size_t next = 0; missing > 0 && next < queue_.size(); ++next) {
            for (std::size_t d = 0; d < 4; ++d) {
                const Square near = neighbour(static_cast<Square>(queue_[next]), d);
                if (near == nowhere) continue;
                if (near == box && sides[opposite(d)] == no_side) {
                    sides[opposite(d)] = first;
                    --missing;
                }
                if (seen_[near] == walk_) continue;
                seen_[near] = walk_;
                queue_.push_back(near);
            }
        }
        if (queue_.size() > 4096) control_.look();
    }

    const Board& board_;
    Control& control_;
    MeteredVector<std::uint32_t> seen_;  // the last walk that came here
    Queue queue_;
    std::uint32_t walk_ = 0;
};

}  // namespace

PushDistances::PushDistances(const Board& board, Control& control)
    : goals_(board.goals.size()),
      table_(board.squares() * goals_, never, Metered<Pushes>(control)) {
    MeteredVector<Sides> sides{Metered<Sides>(control)};
    SideFinder finder(board, control);
    for (std::size_t square = 0; square < board.squares(); ++square) {
        sides.push_back(finder.around(static_cast<Square>(square)));
    }

    // Backward from each goal, over nodes `square of the box * 4 + side of the player`.
    MeteredVector<Pushes> distance{Metered<Pushes>(control)};
    Queue queue{Metered<std::uint32_t>(control)};
    for (std::size_t goal = 0; goal < goals_; ++goal) {
        distance.assign(board.squares() * 4, never);
        queue.clear();
        const auto reach = [&](std::size_t box, std::size_t side, Pushes pushes) {
            if (distance[box * 4 + side] != never) return;
            distance[box * 4 + side] = pushes;
            Pushes& nearest = table_[box * goals_ + goal];
            nearest = std::min(nearest, pushes);
            queue.push_back(static_cast<std::uint32_t>(box * 4 + side));
        };
        const Square home = board.goals[goal];
        table_[home * goals_ + goal] = 0;
        for (const std::uint8_t side : sides[home]) {
            if (side != no_side) reach(home, side, 0);
        }
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const std::size_t box = queue[next] / 4, side = queue[next] % 4;
            for (std::size_t direction = 0; direction < 4; ++direction) {
                // The last push came from this direction: there the player is now, on the square
                // where the box was, and before the push it was one square further.
                const Way back = board.ways[box][direction];
                if (back.beyond == nowhere || sides[box][direction] != side) continue;
                reach(back.target, sides[back.target][direction],
                      distance[queue[next]] + 1);
            }
        }
        if (queue.size() > 4096) control.look();
    }
}

bool PushDistances::is_dead(Square square) const {
    return std::all_of(from(square), from(square) + goals_,
                       [](Pushes pushes) { return pushes == never; });
}

}  // namespace unriddle::sokoban
