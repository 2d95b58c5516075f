// Where the boxes are: a set of squares in one of three forms, which offer the same.
//
//     BoxLanes (lanes.h)   up to 127 squares and 7 boxes    a byte a box in one word
//     Bits (bits.h)     up to 256 squares                a bit a square in four words
//     List (list.h)     any board, up to 1,024 boxes     2 bytes a box, in order
//
// 17 of the 18 course maps fit into lanes. A form also says how a state is packed, because the
// player may share a word with the boxes. All states of a level have the same number of boxes, so
// each form packs them into a fixed number of bytes; the `Packing` of a level knows how many.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sokoban/board/board.h"

namespace unriddle::sokoban {

template <class B>
concept BoxSet =
    std::copyable<B> && std::equality_comparable<B> &&
    // A region is a set of any number of squares: here, of goals. It gets the size of the board,
    // and a packing the numbers of squares and boxes.
    std::constructible_from<typename B::Region, std::span<const Square>, std::size_t> &&
    std::constructible_from<typename B::Packing, std::size_t, std::size_t> &&
    std::constructible_from<B, std::span<const Square>, const typename B::Region&> &&
    requires(B boxes, const B fixed, const typename B::Region region,
             const typename B::Packing packing, Square square, std::byte* to,
             const std::byte* from) {
        { B::most_squares } -> std::convertible_to<std::size_t>;
        { B::most_boxes } -> std::convertible_to<std::size_t>;

        { fixed.contains(square) } -> std::same_as<bool>;
        boxes.move(square, square, region);  // from, to
        { fixed.inside(region) } -> std::same_as<bool>;
        { fixed.count_outside(region) } -> std::same_as<int>;
        fixed.for_each([](Square) {});                    // in reading order
        { fixed.hash() } -> std::same_as<std::uint64_t>;  // of the boxes, well mixed

        { packing.bytes() } -> std::convertible_to<std::size_t>;
        { packing.tags_are_exact() } -> std::same_as<bool>;
        { fixed.tag(packing, square) } -> std::same_as<Tag>;      // with a player: see domain.h
        fixed.pack(packing, square, to);                          // with a player
        { B::unpack(packing, from, square) } -> std::same_as<B>;  // sets the player
        { fixed.same(packing, square, from) } -> std::same_as<bool>;
    };

}  // namespace unriddle::sokoban
