// A set of squares as bits.
//
// Packed, a state is a byte for the player, and then the boxes: a byte each, or a bit a square
// where that is shorter. Course map 18 (70 squares, 10 boxes) takes 10 bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/domain.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

template <std::size_t Words>
class Bits {
  public:
    static constexpr std::size_t most_squares = 64 * Words;
    static constexpr std::size_t most_boxes = most_squares;
    static_assert(most_squares <= 256);
    using Region = Bits;

    Bits() = default;
    Bits(std::span<const Square> squares, std::size_t) {
        for (const Square square : squares) flip(square);
    }
    Bits(std::span<const Square> squares, const Region&) : Bits(squares, most_squares) {}

    bool contains(Square square) const { return words_[square / 64] >> square % 64 & 1; }

    void move(Square from, Square to, const Region&) {
        flip(from);
        flip(to);
    }

    bool inside(const Region& region) const {
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < Words; ++i) outside |= words_[i] & ~region.words_[i];
        return outside == 0;
    }

    int count_outside(const Region& region) const {
        int count = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            count += std::popcount(words_[i] & ~region.words_[i]);
        }
        return count;
    }

    void for_each(auto&& visit) const {
        for (std::size_t i = 0; i < Words; ++i) {
            for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
                visit(static_cast<Square>(i * 64 + bit));
            }
        }
    }

    bool operator==(const Bits&) const = default;

    std::uint64_t hash() const { return hash(0); }

    class Packing {
      public:
        Packing(std::size_t squares, std::size_t boxes)
            : boxes_(boxes), box_bytes_(std::min(boxes, (squares + 7) / 8)) {}

        std::size_t bytes() const { return 1 + box_bytes_; }
        static constexpr bool tags_are_exact() { return false; }

      private:
        friend class Bits;
        bool is_list() const { return box_bytes_ == boxes_; }

        std::size_t boxes_, box_bytes_;
    };

    Tag tag(const Packing&, Square player) const { return tag_of(hash(player)); }

    void pack(const Packing& packing, Square player, std::byte* to) const {
        *to++ = static_cast<std::byte>(player);
        if (packing.is_list()) {
            for_each([&to](Square square) { *to++ = static_cast<std::byte>(square); });
        } else {
            std::memcpy(to, words_.data(), packing.box_bytes_);
        }
    }

    static Bits unpack(const Packing& packing, const std::byte* from, Square& player) {
        player = std::to_integer<Square>(*from++);
        Bits bits;
        if (packing.is_list()) {
            for (std::size_t i = 0; i < packing.boxes_; ++i) {
                bits.flip(std::to_integer<Square>(from[i]));
            }
        } else {
            std::memcpy(bits.words_.data(), from, packing.box_bytes_);
        }
        return bits;
    }

    bool same(const Packing& packing, Square player, const std::byte* stored) const {
        Square stored_player;
        return unpack(packing, stored, stored_player) == *this && stored_player == player;
    }

  private:
    std::uint64_t hash(Square player) const {
        std::uint64_t hash = player * 0x9E3779B97F4A7C15u;
        for (const std::uint64_t word : words_) hash = mixed(hash + word);
        return hash;
    }

    void flip(Square square) { words_[square / 64] ^= std::uint64_t{1} << square % 64; }

    std::array<std::uint64_t, Words> words_{};
};

}  // namespace unriddle::sokoban
