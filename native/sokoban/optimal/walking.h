// Where the player can walk among the boxes, and how far it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/metered.h"
#include "sokoban/board.h"

namespace unriddle::sokoban {

class Walking {
  public:
    static constexpr std::uint16_t never = 0xFFFF;

    Walking(const Board& board, Control& control)
        : board_(board),
          is_reached_(board.squares(), 0, Metered<std::uint8_t>(control)),
          steps_(board.squares(), never, Metered<std::uint16_t>(control)),
          queue_(Metered<Square>(control)) {
        queue_.reserve(board.squares());
    }

    // Walks everywhere from `start`.
    void explore(const std::uint8_t* is_box, Square start) {
        for (const Square square : queue_) {
            is_reached_[square] = 0;
            steps_[square] = never;
        }
        is_reached_[start] = 1;
        steps_[start] = 0;
        queue_.assign(1, start);
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            const auto steps = static_cast<std::uint16_t>(steps_[queue_[next]] + 1);
            for (const Way& way : board_.ways[queue_[next]]) {
                if (way.target == nowhere || is_reached_[way.target] || is_box[way.target]) continue;
                is_reached_[way.target] = 1;
                steps_[way.target] = steps;
                queue_.push_back(way.target);
            }
        }
    }

    bool reaches(Square square) const { return is_reached_[square] != 0; }
    const std::uint8_t* is_reached() const { return is_reached_.data(); }
    std::uint16_t steps_to(Square square) const { return steps_[square]; }
    // The first square of the region in reading order: its name.
    Square first() const { return *std::min_element(queue_.begin(), queue_.end()); }
    // The same of the region's image, by square.
    Square first(std::span<const Square> image) const {
        Square least = nowhere;
        for (const Square square : queue_) least = std::min(least, image[square]);
        return least;
    }

    // The directions of a shortest walk to a square that was reached.
    std::vector<std::uint8_t> way_to(Square square) const {
        std::vector<std::uint8_t> walk;
        while (steps_[square] != 0) {
            std::uint8_t back = 0;
            while (board_.ways[square][back].target == nowhere ||
                   steps_[board_.ways[square][back].target] + 1 != steps_[square]) {
                ++back;
            }
            walk.push_back(static_cast<std::uint8_t>(opposite(back)));
            square = board_.ways[square][back].target;
        }
        std::reverse(walk.begin(), walk.end());
        return walk;
    }

  private:
    const Board& board_;
    MeteredVector<std::uint8_t> is_reached_;  // by square
    MeteredVector<std::uint16_t> steps_;      // by square
    MeteredVector<Square> queue_;             // all squares that are reached
};

}  // namespace unriddle::sokoban
