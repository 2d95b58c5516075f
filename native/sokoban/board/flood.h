// Where the player can walk, and into which regions the boxes cut the floor.
#pragma once

#include <algorithm>
#include <span>

#include "sokoban/board/board.h"

namespace unriddle::sokoban {

// A queue over the neighbour table; marks are stamped, so nothing is cleared between floods.
// `work` counts the squares visited: the measure of effort by which `expert` shares its time.
template <bool CountSteps>
class BasicFlood {
  public:
    explicit BasicFlood(const Board& board)
        : board_(board), mark_(board.squares() + 1, 0), queue_(board.squares() + 1) {
        if constexpr (CountSteps) steps_.resize(board.squares() + 1);
    }

    // Floods from `start` over squares that are not `full`; returns the lowest square of the
    // region, which is its name.
    Square from(Square start, const std::uint8_t* full) {
        begin();
        return add(start, full);
    }
    Square from(Square start, const Mask& full) { return from(start, full.data()); }

    // Forgets the last region; `add` then joins further ones.
    void begin() { ++stamp_; }

    Square add(Square start, const std::uint8_t* full) {
        Square lowest = start;
        std::size_t end = 0;
        queue_[end++] = start;
        mark_[start] = stamp_;
        if constexpr (CountSteps) steps_[start] = 0;
        for (std::size_t i = 0; i < end; ++i) {
            for (const Square to : board_.next[queue_[i]]) {
                if (full[to] || mark_[to] == stamp_) continue;
                mark_[to] = stamp_;
                if constexpr (CountSteps) {
                    steps_[to] = static_cast<std::uint16_t>(steps_[queue_[i]] + 1);
                }
                queue_[end++] = to;
                lowest = std::min(lowest, to);
            }
        }
        size_ = end;
        work += end;
        return lowest;
    }

    bool reached(Square square) const { return mark_[square] == stamp_; }
    // What the last `from` or `add` reached, in the order of the walk.
    std::span<const Square> squares() const { return {queue_.data(), size_}; }
    std::size_t size() const { return size_; }

    // The sides of a box (bit d for direction d) on which the player can stand.
    unsigned sides(Square box) const {
        unsigned mask = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            if (reached(board_.next[box][d])) mask |= 1u << d;
        }
        return mask;
    }

    std::uint64_t work = 0;

  protected:
    const Board& board_;
    std::vector<std::uint16_t> steps_;  // by square that was reached

  private:
    std::vector<std::uint32_t> mark_;
    std::uint32_t stamp_ = 0;
    Squares queue_;
    std::size_t size_ = 0;
};

using Flood = BasicFlood<false>;

// The same, with the shortest walks.
class Walks : public BasicFlood<true> {
  public:
    using BasicFlood::BasicFlood;

    // Of a square that was reached.
    std::uint16_t steps_to(Square square) const { return steps_[square]; }

    // The directions of a shortest walk to a square that was reached.
    std::vector<std::uint8_t> path_to(Square square) const {
        std::vector<std::uint8_t> path;
        while (steps_[square] != 0) {
            std::uint8_t back = 0;
            while (!reached(board_.next[square][back]) ||
                   steps_[board_.next[square][back]] + 1 != steps_[square]) {
                ++back;
            }
            path.push_back(static_cast<std::uint8_t>(opposite(back)));
            square = board_.next[square][back];
        }
        std::reverse(path.begin(), path.end());
        return path;
    }
};

// All regions at once, numbered from 1 in the order of their lowest squares.
class Regions {
  public:
    explicit Regions(const Board& board) : board_(board), number_(board.squares() + 1, 0) {}

    // How many there are.
    std::size_t label(const std::uint8_t* full, Flood& flood) {
        lowest_.assign(1, nowhere);
        sizes_.assign(1, 0);
        flood.begin();
        for (Square square = 0; square < board_.wall(); ++square) {
            if (full[square]) {
                number_[square] = 0;
            } else if (!flood.reached(square)) {
                flood.add(square, full);
                const auto region = static_cast<std::uint16_t>(lowest_.size());
                lowest_.push_back(square);
                sizes_.push_back(static_cast<std::uint32_t>(flood.size()));
                for (const Square inside : flood.squares()) number_[inside] = region;
            }
        }
        return count();
    }

    std::size_t count() const { return lowest_.size() - 1; }
    // The region of a square; 0 if it is full.
    std::uint16_t of(Square square) const { return number_[square]; }
    Square lowest(std::size_t region) const { return lowest_[region]; }
    std::size_t size(std::size_t region) const { return sizes_[region]; }

  private:
    const Board& board_;
    std::vector<std::uint16_t> number_;
    Squares lowest_{nowhere};           // by region
    std::vector<std::uint32_t> sizes_;  // by region
};

// How many regions there are.
inline int count_regions(const Board& board, const std::uint8_t* full, Flood& flood) {
    flood.begin();
    int regions = 0;
    for (Square square = 0; square < board.wall(); ++square) {
        if (full[square] || flood.reached(square)) continue;
        flood.add(square, full);
        ++regions;
    }
    return regions;
}

}  // namespace unriddle::sokoban
