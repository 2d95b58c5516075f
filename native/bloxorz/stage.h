// A Bloxorz stage as plain data, and the geometry that follows from it.
//
// Only squares that are not void are numbered, in reading order, so numbers stay small: the 33
// stages have at most 99 of them. A *place* is where a whole block can rest: upright on square c is
// place c, and the lying places follow, 261 in all at most. A lone cube on square c is called c
// too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unriddle::bloxorz {

// A square of the frame by row * width + column, or a bridge, a switch, a split switch; -1 for
// none.
using Index = std::int32_t;

struct Switch {
    bool heavy = false;
    std::vector<Index> toggle, open, close;  // bridges
};

struct Split {
    Index first = 0, second = 0;  // where the cubes appear; the first one is under control
};

struct Rules {
    bool space_counts = false;
    bool split_on_contact = false;
    bool parked_falls = false;
};

enum class Square : std::uint8_t { void_, tile, fragile };

// One entry a square of the frame in `squares`, `bridge_at`, `switch_at` and `split_at`.
struct Stage {
    Index width = 0;
    std::vector<Square> squares;
    std::vector<Index> bridge_at, switch_at, split_at;
    Index bridges = 0;
    std::vector<Switch> switches;
    std::vector<Split> splits;
    Index goal = 0;
    Index first = 0, second = 0;  // where the block or the cubes start, as in Python's State
    bool split = false;
    std::vector<Index> on;  // the bridges that are on at the start
    Rules rules;

    bool has_cubes() const { return split || !splits.empty(); }  // now, or ever

    // Throws std::invalid_argument if an index is out of range.
    void check() const;
};

using Place = std::uint32_t;
constexpr Place nowhere = 0xFFFFFFFF;

enum Direction : std::uint8_t { left, right, up, down };  // the order of the moves
constexpr std::uint8_t swap_action = 4;

// Where everything is. Rolls that void or a fragile tile forbids lead nowhere.
struct Board {
    explicit Board(const Stage& stage);

    struct Cover {
        Place first, second;  // squares in reading order, equal when upright
    };

    Place squares() const { return static_cast<Place>(frame.size()); }
    Place number(Index square) const { return numbers[static_cast<std::size_t>(square)]; }
    // The place of a block that lies on two squares; nowhere if they are no neighbours.
    Place lying_on(Place one, Place other) const {
        for (std::size_t way = 0; way < 4; ++way) {
            if (neighbour[one][way] == other) return lying[one][way];
        }
        return nowhere;
    }

    std::vector<Index> frame;                     // number -> square of the frame
    std::vector<Place> numbers;                   // the other way round; nowhere for void
    std::vector<std::array<Place, 4>> neighbour;  // of a square; also where a cube rolls
    std::vector<std::array<Place, 4>> lying;  // the place that covers a square and its neighbour
    std::vector<Cover> cover;                 // of a place
    std::vector<std::array<Place, 4>> roll;   // of a place
};

}  // namespace unriddle::bloxorz
