#include "sokoban/board/push_graph.h"

#include <algorithm>
#include <utility>

namespace unriddle::sokoban {

namespace {

// Finds the sides of all squares at once, in a time that grows with their number. (Walking around
// each box took the square of it in corridors.)
//
// Two neighbours are on the same side of a square if and only if the ways to them lie on one ring.
// Ways on common rings are a block of the graph of squares, and blocks are found as by Hopcroft and
// Tarjan: a depth-first search makes a tree, of which every other way leads from a square to one
// above it. The way from above to a square lies on a ring with the way before it if something in
// the tree below leads higher than where it begins; otherwise a new block begins. Every way is
// called by the lower one of its two squares, and a block by the square of its first way.
class SideFinder {
  public:
    SideFinder(const Board& board, const Mask& walls)
        : board_(board), walls_(walls), squares_(board.squares()) {
        visited_.reserve(board.squares());
        for (Square square = 0; square < board.wall(); ++square) {
            if (!walls[square] && squares_[square].turn == unseen) visit_all_from(square);
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

    // For each side of the box four bits with those that are joined with it; a side that is wall is
    // joined with itself.
    std::uint16_t around(Square box) const {
        std::array<std::uint32_t, 4> blocks;
        for (std::size_t d = 0; d < 4; ++d) {
            const Square near = board_.next[box][d];
            blocks[d] = unseen - static_cast<std::uint32_t>(d);  // of its own
            if (walls_[near]) continue;
            blocks[d] = squares_[squares_[near].turn > squares_[box].turn ? near : box].block;
        }
        unsigned joins = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            for (std::size_t other = 0; other < 4; ++other) {
                if (blocks[d] == blocks[other]) joins |= 1u << (4 * d + other);
            }
        }
        return static_cast<std::uint16_t>(joins);
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

    void visit_all_from(Square square) {
        enter(square, nowhere);
        while (square != nowhere) {
            Visit& here = squares_[square];
            if (here.next == 4) {
                square = here.above;
                continue;
            }
            const Square near = board_.next[square][here.next++];
            if (walls_[near] || squares_[near].turn != unseen) continue;
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
        for (const Square near : board_.next[square]) {
            if (walls_[near] || near == here.above) continue;
            const Visit& there = squares_[near];
            here.highest =
                std::min(here.highest, there.above == square ? there.highest : there.turn);
        }
    }

    const Board& board_;
    const Mask& walls_;
    std::vector<Visit> squares_;
    Squares visited_;  // in the order of their turns
};

}  // namespace

PushGraph::PushGraph(const Board& board, Mask walls)
    : board_(board), walls_(std::move(walls)), joins_(board.squares() + 1, 0) {
    const SideFinder finder(board, walls_);
    for (Square square = 0; square < board.wall(); ++square) {
        if (!walls_[square]) joins_[square] = finder.around(square);
    }
}

unsigned PushGraph::open_sides(Square box) const {
    unsigned sides = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        if (!walls_[board_.next[box][d]]) sides |= 1u << d;
    }
    return sides;
}

bool PushGraph::divides(Square box) const {
    const unsigned open = open_sides(box);
    for (std::size_t d = 0; d < 4; ++d) {
        if ((open >> d & 1) != 0) return joined(box, d) != open;
    }
    return false;
}

}  // namespace unriddle::sokoban
