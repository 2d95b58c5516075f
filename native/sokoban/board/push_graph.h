// What a single box can do among walls that stay: the push graph.
//
// A vertex is (square of the box, side on which the player stands). Sides are joined where the
// player can walk from one to the other around the box. A push leads from (box, side) to the square
// on the other side of the box, with the player on the same side of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sokoban/board/board.h"

namespace unriddle::sokoban {

using Distances = std::vector<std::uint16_t>;  // by square
constexpr std::uint16_t unreachable = 0xFFFF;

class PushGraph {
  public:
    // `walls` may have more walls than the board.
    PushGraph(const Board& board, Mask walls);

    bool is_wall(Square square) const { return walls_[square] != 0; }
    const Mask& walls() const { return walls_; }

    // The sides (bit d for direction d) that are joined with side `d` of a box, itself included.
    unsigned joined(Square box, std::size_t d) const { return joins_[box] >> 4 * d & 15u; }
    // All sides of a box that the player can stand on, with walls alone in the way.
    unsigned open_sides(Square box) const;
    // Do the walls and the box alone keep the player from some of these sides?
    bool divides(Square box) const;

    // How many pushes from each square to the nearest of the targets, from any side.
    Distances pushes_to(std::span<const Square> targets) const {
        return least_pushes<true>(targets);
    }
    // How many pushes from the nearest of the starts to each square, beginning on any side.
    Distances pushes_from(std::span<const Square> starts) const {
        return least_pushes<false>(starts);
    }

    // Visits every vertex from which the targets can be reached (`Pull`), or that can be reached
    // from them, in the order of the pushes: `visit(square, sides, pushes)`, once for joined sides.
    template <bool Pull>
    void search(std::span<const Square> starts, auto&& visit) const {
        struct Entry {
            Square square;
            std::uint8_t side;
        };
        Mask seen(board_.squares() + 1, 0);  // bit d: vertex (square, d)
        std::vector<Entry> now, later;
        const auto enter = [&](std::vector<Entry>& list, Square square, unsigned sides,
                               std::uint32_t pushes) {
            const unsigned fresh = sides & ~static_cast<unsigned>(seen[square]);
            if (fresh == 0) return;
            seen[square] = static_cast<std::uint8_t>(seen[square] | fresh);
            visit(square, fresh, pushes);
            for (std::size_t d = 0; d < 4; ++d) {
                if ((fresh >> d & 1) != 0) list.push_back({square, static_cast<std::uint8_t>(d)});
            }
        };
        for (const Square start : starts) enter(now, start, open_sides(start), 0);
        for (std::uint32_t pushes = 1; !now.empty(); ++pushes) {
            later.clear();
            for (const auto& [square, d] : now) {
                const Square to = board_.next[square][Pull ? d : opposite(d)];
                if (walls_[Pull ? board_.next[to][d] : to] || (seen[to] >> d & 1) != 0) continue;
                enter(later, to, joined(to, d), pushes);
            }
            now.swap(later);
        }
    }

  private:
    template <bool Pull>
    Distances least_pushes(std::span<const Square> ends) const {
        Distances best(board_.squares() + 1, unreachable);
        for (const Square end : ends) best[end] = 0;
        search<Pull>(ends, [&best](Square square, unsigned, std::uint32_t pushes) {
            if (best[square] == unreachable) best[square] = static_cast<std::uint16_t>(pushes);
        });
        return best;
    }

    const Board& board_;
    Mask walls_;
    std::vector<std::uint16_t> joins_;  // by square: four masks of four bits
};

}  // namespace unriddle::sokoban
