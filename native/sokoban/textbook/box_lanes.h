// Few boxes on a small board: one byte a box, side by side in a word of 64 bits.
//
// A lane has the square of a box in its low 7 bits. Its high bit says that the square is no goal,
// so a level is solved when no high bit is set. BoxLanes are in reading order from the lowest on;
// those without a box, and always the eighth, hold square 127, which no board of this size has.
// Whether a box stands somewhere is asked of all lanes at once. Packed, the player takes the eighth
// lane: 8 bytes a state, one word to compare.
//
// Beside the lanes goes the rank of the boxes: their number among all sets of as many squares,
// which is the sum of "square i over i + 1" for the squares in their order (the combinatorial
// number system). It follows every push. Rank and player together number the states of a level:
// below 2^26 for the course maps, so a tag of 32 bits tells them apart. Where there are more than
// 2^32 the rank is cut off, and still a good hash.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/domain.h"
#include "sokoban/board/board.h"
#include "sokoban/textbook/bits.h"

namespace unriddle::sokoban {

class BoxLanes {
  public:
    static constexpr std::size_t most_squares = 127;
    static constexpr std::size_t most_boxes = 7;
    using Region = Bits<2>;

    BoxLanes() = default;
    BoxLanes(std::span<const Square> squares, const Region& goals) {
        for (std::size_t i = 0; i < squares.size(); ++i) {
            lanes_ ^= (empty_lane ^ lane(squares[i], goals)) << 8 * i;
        }
        rank_ = rank();
    }

    bool contains(Square square) const { return found(square) != 0; }

    void move(Square from, Square to, const Region& goals) {
        const int place = std::countr_zero(found(from)) & ~7;
        lanes_ ^= ((lanes_ >> place & 0xFF) ^ lane(to, goals)) << place;
        rank_ += share(to, place) - share(from, place);
        from < to ? rise(place) : sink(place);
    }

    bool inside(const Region&) const { return (lanes_ & flags) == 0; }
    int count_outside(const Region&) const { return std::popcount(lanes_ & flags); }

    void for_each(auto&& visit) const {
        for (std::uint64_t rest = lanes_; (rest & empty_lane) != empty_lane; rest >>= 8) {
            visit(static_cast<Square>(rest & empty_lane));
        }
    }

    bool operator==(const BoxLanes& other) const { return lanes_ == other.lanes_; }

    std::uint64_t hash() const { return mixed(lanes_); }

    class Packing {
      public:
        Packing(std::size_t squares, std::size_t boxes)
            : squares_(squares <= tags_in_a_row ? tags_in_a_row : 2 * tags_in_a_row) {
            double states = squares_;  // of the player
            for (std::size_t i = 0; i < boxes; ++i) {
                states *= static_cast<double>(squares - i) / static_cast<double>(i + 1);
            }
            exact_ = states < 4e9;
        }

        static constexpr std::size_t bytes() { return 8; }
        bool tags_are_exact() const { return exact_; }

      private:
        friend class BoxLanes;
        std::uint32_t squares_;  // whole rows
        bool exact_;
    };

    Tag tag(const Packing& packing, Square player) const {
        const Tag tag = exact_tag_of(rank_ * packing.squares_ + player);
        return tag + (tag == 0);  // where the rank is cut off
    }

    void pack(const Packing&, Square player, std::byte* to) const {
        const std::uint64_t word = with(player);
        std::memcpy(to, &word, 8);
    }

    static BoxLanes unpack(const Packing&, const std::byte* from, Square& player) {
        BoxLanes lanes;
        std::memcpy(&lanes.lanes_, from, 8);
        player = static_cast<Square>(lanes.lanes_ >> 56);
        lanes.lanes_ = lanes.with(empty_lane);
        lanes.rank_ = lanes.rank();
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

    // By square, the square over 1, 2 ... 7, modulo 2^32; the square of an empty lane has no share
    // in the rank.
    static constexpr auto shares = [] {
        std::array<std::array<std::uint32_t, 8>, most_squares + 1> over{};
        for (std::size_t square = 1; square < most_squares; ++square) {
            over[square][0] = over[square - 1][0] + 1;
            for (std::size_t i = 1; i < most_boxes; ++i) {
                over[square][i] = over[square - 1][i] + over[square - 1][i - 1];
            }
        }
        return over;
    }();

    static std::uint32_t share(std::uint64_t square, int place) {
        return shares[square][static_cast<unsigned>(place) / 8];
    }

    std::uint32_t rank() const {
        std::uint32_t rank = 0;
        for (int place = 0; place < 56; place += 8) rank += share(square_at(place), place);
        return rank;
    }

    static std::uint64_t lane(Square square, const Region& goals) {
        return square | std::uint64_t{!goals.contains(square)} << 7;
    }

    // The high bit of the lane with this square, or 0. BoxLanes that differ from the square become
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
        for (; place > 0 && square_at(place) < square_at(place - 8); place -= 8)
            exchange(place - 8);
    }
    void exchange(int place) {
        const std::uint64_t lower = square_at(place), upper = square_at(place + 8);
        rank_ += share(upper, place) - share(lower, place);
        rank_ += share(lower, place + 8) - share(upper, place + 8);
        const std::uint64_t difference = (lanes_ >> place ^ lanes_ >> (place + 8)) & 0xFF;
        lanes_ ^= difference << place | difference << (place + 8);
    }

    std::uint64_t lanes_ = empty_lane * ones;
    std::uint32_t rank_ = 0;
};

}  // namespace unriddle::sokoban
