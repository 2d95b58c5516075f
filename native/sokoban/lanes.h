// Few boxes on a small board: one byte a box, side by side in a word of 64 bits.
//
// A lane has the square of a box in its low 7 bits. Its high bit says that the square is no goal, so
// a level is solved when no high bit is set. Lanes are in reading order from the lowest on; those
// without a box, and always the eighth, hold square 127, which no board of this size has. Whether a
// box stands somewhere is asked of all lanes at once. Packed, the player takes the eighth lane: 8
// bytes a state, one word to compare and to hash.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "search/domain.h"
#include "sokoban/bits.h"
#include "sokoban/board.h"

namespace unriddle::sokoban {

class Lanes {
  public:
    static constexpr std::size_t most_squares = 127;
    static constexpr std::size_t most_boxes = 7;
    using Region = Bits<2>;

    Lanes() = default;
    Lanes(std::span<const Square> squares, const Region& goals) {
        for (std::size_t i = 0; i < squares.size(); ++i) {
            lanes_ ^= (empty_lane ^ lane(squares[i], goals)) << 8 * i;
        }
    }

    bool contains(Square square) const { return found(square) != 0; }

    void move(Square from, Square to, const Region& goals) {
        const int place = std::countr_zero(found(from)) & ~7;
        lanes_ ^= ((lanes_ >> place & 0xFF) ^ lane(to, goals)) << place;
        from < to ? rise(place) : sink(place);
    }

    bool inside(const Region&) const { return (lanes_ & flags) == 0; }
    int count_outside(const Region&) const { return std::popcount(lanes_ & flags); }

    void for_each(auto&& visit) const {
        for (std::uint64_t rest = lanes_; (rest & empty_lane) != empty_lane; rest >>= 8) {
            visit(static_cast<Square>(rest & empty_lane));
        }
    }

    bool operator==(const Lanes&) const = default;

    std::uint64_t hash() const { return mixed(lanes_); }
    std::uint64_t hash(Square player) const { return mixed(with(player)); }

    struct Packing {
        Packing(std::size_t, std::size_t) {}
        static constexpr std::size_t bytes() { return 8; }
    };

    void pack(const Packing&, Square player, std::byte* to) const {
        const std::uint64_t word = with(player);
        std::memcpy(to, &word, 8);
    }

    static Lanes unpack(const Packing&, const std::byte* from, Square& player) {
        Lanes lanes;
        std::memcpy(&lanes.lanes_, from, 8);
        player = static_cast<Square>(lanes.lanes_ >> 56);
        lanes.lanes_ = lanes.with(empty_lane);
        return lanes;
    }

    bool same(const Packing&, Square player, const std::byte* stored) const {
        std::uint64_t word;
        std::memcpy(&word, stored, 8);
        return word == with(player);
    }

  private:
    static constexpr std::uint64_t ones = 0x0101'0101'0101'0101;
    static constexpr std::uint64_t flags = 0x80 * ones;
    static constexpr std::uint64_t empty_lane = 0x7F;

    static std::uint64_t lane(Square square, const Region& goals) {
        return square | std::uint64_t{!goals.contains(square)} << 7;
    }

    // The high bit of the lane with this square, or 0. Lanes that differ from the square become
    // numbers from 1 to 127, and adding 127 carries into their high bits.
    std::uint64_t found(Square square) const {
        const std::uint64_t differences = (lanes_ & ~flags) ^ square * ones;
        return ~(differences + empty_lane * ones) & flags;
    }

    std::uint64_t with(std::uint64_t player) const { return lanes_ << 8 >> 8 | player << 56; }

    std::uint64_t square_at(int place) const { return lanes_ >> place & empty_lane; }

    // Exchanges lanes until the order is right again. A box rarely passes another one.
    void rise(int place) {
        for (; square_at(place) > square_at(place + 8); place += 8) exchange(place);
    }
    void sink(int place) {
        for (; place > 0 && square_at(place) < square_at(place - 8); place -= 8) exchange(place - 8);
    }
    void exchange(int place) {
        const std::uint64_t difference = (lanes_ >> place ^ lanes_ >> (place + 8)) & 0xFF;
        lanes_ ^= difference << place | difference << (place + 8);
    }

    std::uint64_t lanes_ = empty_lane * ones;
};

}  // namespace unriddle::sokoban
