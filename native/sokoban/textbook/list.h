// Boxes on a large board: their squares in reading order, 2 bytes each.
//
// There is room for 1,024 boxes, and a copy copies only those there are. The room is inside the
// list, and not somewhere else in memory, so that a stack of states is counted to the byte. The sum
// behind the hash follows every push, because adding up hundreds of boxes would cost more than a
// step. Packed, a state is 2 bytes for the player and 2 for each box.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/domain.h"
#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class List {
  public:
    static constexpr std::size_t most_squares = nowhere;
    static constexpr std::size_t most_boxes = 1024;

    class Region {
      public:
        Region(std::span<const Square> squares, std::size_t board) : holds_(board, 0) {
            for (const Square square : squares) holds_[square] = 1;
        }
        bool contains(Square square) const { return holds_[square]; }

      private:
        std::vector<std::uint8_t> holds_;  // by square
    };

    List() {}  // leaves the room as it is
    List(std::span<const Square> squares, const Region&) : count_(squares.size()) {
        std::copy(squares.begin(), squares.end(), squares_.begin());
        sum_ = sum();
    }
    List(const List& other) { *this = other; }
    List& operator=(const List& other) {
        count_ = other.count_;
        sum_ = other.sum_;
        std::memmove(squares_.data(), other.squares_.data(), count_ * sizeof(Square));
        return *this;
    }

    bool contains(Square square) const { return std::binary_search(begin(), end(), square); }

    void move(Square from, Square to, const Region&) {
        Square* const all = squares_.data();
        Square* const old_place = std::lower_bound(all, all + count_, from);
        Square* const new_place = std::lower_bound(all, all + count_, to);
        if (from < to) {
            *(std::copy(old_place + 1, new_place, old_place)) = to;
        } else {
            std::copy_backward(new_place, old_place, old_place + 1);
            *new_place = to;
        }
        sum_ += key(to) - key(from);
    }

    bool inside(const Region& region) const {
        return std::all_of(begin(), end(), [&](Square square) { return region.contains(square); });
    }

    int count_outside(const Region& region) const {
        return static_cast<int>(
            std::count_if(begin(), end(), [&](Square square) { return !region.contains(square); }));
    }

    void for_each(auto&& visit) const { std::for_each(begin(), end(), visit); }

    bool operator==(const List& other) const {
        return std::equal(begin(), end(), other.begin(), other.end());
    }

    std::uint64_t hash() const { return mixed(sum_); }

    class Packing {
      public:
        Packing(std::size_t, std::size_t boxes) : boxes_(boxes) {}
        std::size_t bytes() const { return sizeof(Square) + box_bytes(); }
        static constexpr bool tags_are_exact() { return false; }

      private:
        friend class List;
        std::size_t box_bytes() const { return boxes_ * sizeof(Square); }

        std::size_t boxes_;
    };

    Tag tag(const Packing&, Square player) const { return tag_of(mixed(sum_ ^ player)); }

    void pack(const Packing& packing, Square player, std::byte* to) const {
        std::memcpy(to, &player, sizeof player);
        std::memcpy(to + sizeof player, squares_.data(), packing.box_bytes());
    }

    static List unpack(const Packing& packing, const std::byte* from, Square& player) {
        std::memcpy(&player, from, sizeof player);
        List list;
        list.count_ = packing.boxes_;
        std::memcpy(list.squares_.data(), from + sizeof player, packing.box_bytes());
        list.sum_ = list.sum();
        return list;
    }

    bool same(const Packing& packing, Square player, const std::byte* stored) const {
        return std::memcmp(&player, stored, sizeof player) == 0 &&
               std::memcmp(squares_.data(), stored + sizeof player, packing.box_bytes()) == 0;
    }

  private:
    const Square* begin() const { return squares_.data(); }
    const Square* end() const { return begin() + count_; }

    static std::uint64_t key(Square square) { return mixed(std::uint64_t{square} + 1); }

    std::uint64_t sum() const {
        std::uint64_t sum = 0;
        for_each([&sum](Square square) { sum += key(square); });
        return sum;
    }

    std::size_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::array<Square, most_boxes> squares_;
};

}  // namespace unriddle::sokoban
