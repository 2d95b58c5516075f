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

// Finds the sides of all squares at once, in a time that grows with their number. (Walking around
// each box took the square of it in corridors, and was most of the preparation of map 17.)
//
// Two neighbours are on the same side of a square if and only if the ways to them lie on one ring.
// Ways on common rings are a block of the graph of squares, and blocks are found as by Hopcroft and
// Tarjan: a depth-first search makes a tree, of which every other way leads from a square to one
// above it. The way from above to a square lies on a ring with the way before it if something in the
// tree below leads higher than where it begins; otherwise a new block begins. Every way is called by
// the lower one of its two squares, and a block by the square of its first way.
class SideFinder {
  public:
    SideFinder(const Board& board, Control& control)
        : board_(board),
          squares_(board.squares(), Visit{}, Metered<Visit>(control)),
          visited_(Metered<Square>(control)) {
        visited_.reserve(board.squares());
        for (std::size_t square = 0; square < board.squares(); ++square) {
            if (squares_[square].turn == unseen) visit_all_from(static_cast<Square>(square));
        }
        for (auto square = visited_.rbegin(); square != visited_.rend(); ++square) {
            find_highest(*square);
        }
        for (const Square square : visited_) {
            Visit& here = squares_[square];
            if (here.above == nowhere) continue;
            const Visit& above = squares_[here.above];
            here.block = here.highest < above.turn ? above.block : square;
        }
    }

    Sides around(Square box) const {
        Sides sides = {no_side, no_side, no_side, no_side};
        std::array<Square, 4> blocks;
        for (std::uint8_t direction = 0; direction < 4; ++direction) {
            const Square near = neighbour(box, direction);
            if (near == nowhere) continue;
            const Square lower = squares_[near].turn > squares_[box].turn ? near : box;
            blocks[direction] = squares_[lower].block;
            std::uint8_t first = 0;
            while (sides[first] == no_side ? first < direction : blocks[first] != blocks[direction]) {
                ++first;
            }
            sides[direction] = first;
        }
        return sides;
    }

  private:
    static constexpr std::uint32_t unseen = 0xFFFFFFFF;

    struct Visit {
        std::uint32_t turn = unseen;  // squares that come earlier are above, or elsewhere
        std::uint32_t highest = 0;    // the first turn that one way leads to from here or below
        Square above = nowhere;
        Square block = nowhere;  // of the way from above
        std::uint8_t next = 0;   // the direction to look in
    };

    Square neighbour(Square square, std::size_t direction) const {
        return board_.ways[square][direction].target;
    }

    void visit_all_from(Square square) {
        enter(square, nowhere);
        while (square != nowhere) {
            Visit& here = squares_[square];
            if (here.next == 4) {
                square = here.above;
                continue;
            }
            const Square near = neighbour(square, here.next++);
            if (near == nowhere || squares_[near].turn != unseen) continue;
            enter(near, square);
            square = near;
        }
    }

    void enter(Square square, Square above) {
        squares_[square].turn = static_cast<std::uint32_t>(visited_.size());
        squares_[square].above = above;
        visited_.push_back(square);
    }

    // Of all below it is known.
    void find_highest(Square square) {
        Visit& here = squares_[square];
        here.highest = here.turn;
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const Square near = neighbour(square, direction);
            if (near == nowhere || near == here.above) continue;
            const Visit& there = squares_[near];
            here.highest = std::min(here.highest, there.above == square ? there.highest : there.turn);
        }
    }

    const Board& board_;
    MeteredVector<Visit> squares_;
    MeteredVector<Square> visited_;  // in the order of their turns
};

}  // namespace

PushDistances::PushDistances(const Board& board, Control& control)
    : goals_(board.goals.size()),
      table_(board.squares() * goals_, never, Metered<Pushes>(control)) {
    MeteredVector<Sides> sides{Metered<Sides>(control)};
    const SideFinder finder(board, control);
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
