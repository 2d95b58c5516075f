// What rolls, the whole block or a cube, prepared for the analysis: its places as bits of a row, so
// that a roll of many at once is a shift.
//
// A *slot* is a bit of that row: the squares of the frame in reading order, without void margins;
// for a block once for upright, once for lying along a row and once for lying along a column, by
// the first of its two squares. Two void columns and two void rows in each part let every roll that
// leaves the frame end in a slot that is never taken. A row on a frame of 10 x 15, that of the 33
// stages, takes 13 words of 64 bits for a block and 5 for a cube.
//
// A landing is *quiet* when it fires nothing, so that only the mover itself changes; the others are
// *loud*. Most landings are quiet, and whether they are legal then depends on the bridges alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bloxorz/bridges.h"
#include "bloxorz/domain.h"
#include "bloxorz/stage.h"

namespace unriddle::bloxorz {

using Slot = std::uint32_t;

inline std::uint64_t bit(Slot slot) { return std::uint64_t{1} << slot % 64; }

template <std::size_t Words>
struct Mover {
    using Shifts = std::array<std::ptrdiff_t, 4>;  // by direction

    // What fires when it lands on a place that is loud.
    struct Firing {
        std::array<Index, 2> switches = {-1, -1};  // under its first and second square; -1: none
        Index split = -1;

        bool is_loud() const { return switches[0] >= 0 || switches[1] >= 0 || split >= 0; }
    };

    std::size_t words = 0;             // of a row
    std::vector<Shifts> ahead, back;   // by part of the row: how far a roll leads, and comes from
    std::vector<Slot> slot;            // by place
    std::vector<Place> place;          // by slot; nowhere for slots that are never taken
    std::vector<std::uint64_t> quiet;  // slots that are quiet and need no bridge, a bit each
    std::vector<std::uint64_t> loud;   // slots beside a loud one
    std::vector<std::pair<Slot, BridgeSet<Words>>> bridged;  // quiet, but on bridges
    std::vector<Firing> firing;                              // by place
    std::vector<Board::Cover> cover;                         // by place

    std::size_t part(std::size_t word) const { return ahead.size() == 1 ? 0 : word / part_words_; }

    // Where the roll from a slot leads, though perhaps to a slot that is never taken.
    Slot rolled(Slot from, std::size_t way) const {
        return static_cast<Slot>(from + ahead[part(from / 64)][way]);
    }

    bool is_loud(Place place) const { return firing[place].is_loud(); }

    // Calls visit(word, bits) for the one or two words into which the bits of a word are shifted.
    template <class Visit>
    static void shifted(std::size_t word, std::uint64_t bits, std::ptrdiff_t by, Visit visit) {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(word * 64) + by;
        const auto to = static_cast<std::size_t>(at >> 6);
        const auto rest = static_cast<unsigned>(at & 63);
        if (const std::uint64_t low = bits << rest) visit(to, low);
        if (rest == 0) return;
        if (const std::uint64_t high = bits >> (64 - rest)) visit(to + 1, high);
    }

    static Mover block(const Bloxorz<Words>& domain) {
        const Board& board = domain.board();
        Mover mover(domain, 3);
        const std::ptrdiff_t row = mover.width_;
        const auto part = static_cast<std::ptrdiff_t>(mover.part_words_ * 64);
        mover.ahead = {
            Shifts{part - 2, part + 1, 2 * part - 2 * row, 2 * part + row},  // upright
            Shifts{-part - 1, -part + 2, -row, row},                         // along a row
            Shifts{-1, 1, -2 * part - row, -2 * part + 2 * row},             // along a column
        };
        mover.back = {
            Shifts{part + 1, part - 2, 2 * part + row, 2 * part - 2 * row},
            Shifts{-part + 2, -part - 1, row, -row},
            Shifts{1, -1, -2 * part + 2 * row, -2 * part - row},
        };
        for (Place place = 0; place < board.cover.size(); ++place) {
            const auto [first, second] = board.cover[place];
            const bool upright = first == second;
            const bool along_row = !upright && board.neighbour[first][right] == second;
            Firing firing;
            firing.switches[0] = pressed(domain, first, upright);
            if (!upright) firing.switches[1] = pressed(domain, second, false);
            const std::uint32_t split = domain.block(place).split;
            if (split != Bloxorz<Words>::no_split) firing.split = static_cast<Index>(split);
            mover.add(board, upright ? 0 : along_row ? 1 : 2, board.cover[place], firing);
        }
        mover.prepare(board.roll, [&](Place place) { return domain.block(place).needs; });
        return mover;
    }

    static Mover cube(const Bloxorz<Words>& domain) {
        const Board& board = domain.board();
        Mover mover(domain, 1);
        mover.ahead = {Shifts{-1, 1, -mover.width_, mover.width_}};
        mover.back = {Shifts{1, -1, mover.width_, -mover.width_}};
        for (Place square = 0; square < board.squares(); ++square) {
            mover.add(board, 0, {square, square}, {{pressed(domain, square, false), -1}, -1});
        }
        mover.prepare(board.neighbour, [&](Place square) { return domain.cube(square).needs; });
        return mover;
    }

  private:
    Mover(const Bloxorz<Words>& domain, std::size_t parts)
        : frame_width_(static_cast<std::size_t>(domain.stage().width)) {
        const std::vector<Index>& frame = domain.board().frame;  // void margins are cut off
        std::size_t last_column = 0, last_row = 0;
        first_column_ = frame_width_;
        first_row_ = static_cast<std::size_t>(frame.front()) / frame_width_;
        for (const Index square : frame) {
            const std::size_t column = static_cast<std::size_t>(square) % frame_width_;
            first_column_ = std::min(first_column_, column);
            last_column = std::max(last_column, column);
            last_row = static_cast<std::size_t>(square) / frame_width_;
        }
        width_ = static_cast<std::ptrdiff_t>(last_column - first_column_ + 1 + 2);
        const auto width = static_cast<std::size_t>(width_);
        part_words_ = ((last_row - first_row_ + 1 + 2) * width + 63) / 64;
        words = parts * part_words_ + (width + 63) / 64;
        const std::size_t places = parts == 1 ? frame.size() : domain.board().cover.size();
        slot.reserve(places);
        firing.reserve(places);
        cover.reserve(places);
        place.assign(words * 64, nowhere);
        quiet.resize(words);
        loud.resize(words);
    }

    static Index pressed(const Bloxorz<Words>& domain, Place square, bool upright) {
        const Stage& stage = domain.stage();
        const auto at = static_cast<std::size_t>(domain.board().frame[square]);
        const Index index = stage.switch_at[at];
        if (index < 0) return -1;
        return stage.switches[static_cast<std::size_t>(index)].heavy && !upright ? -1 : index;
    }

    void add(const Board& board, std::size_t part, Board::Cover squares, Firing fires) {
        const auto at = static_cast<std::size_t>(board.frame[squares.first]);
        const std::size_t row = at / frame_width_ - first_row_ + 2;
        const std::size_t column = at % frame_width_ - first_column_;
        const auto here = static_cast<Slot>(part * part_words_ * 64 +
                                            row * static_cast<std::size_t>(width_) + column);
        place[here] = static_cast<Place>(slot.size());
        slot.push_back(here);
        cover.push_back(squares);
        firing.push_back(fires);
    }

    // Nothing gets up on a fragile tile, so only what some roll leads to can be landed on.
    template <class Needs>
    void prepare(const std::vector<std::array<Place, 4>>& rolls, Needs needs) {
        std::vector<bool> entered(rolls.size());
        for (Place from = 0; from < rolls.size(); ++from) {
            for (const Place to : rolls[from]) {
                if (to == nowhere) continue;
                entered[to] = true;
                if (is_loud(to)) loud[slot[from] / 64] |= bit(slot[from]);
            }
        }
        for (Place here = 0; here < rolls.size(); ++here) {
            if (!entered[here] || is_loud(here)) continue;
            if (needs(here).empty()) {
                quiet[slot[here] / 64] |= bit(slot[here]);
            } else {
                bridged.emplace_back(slot[here], needs(here));
            }
        }
    }

    std::size_t frame_width_;
    std::size_t first_row_ = 0, first_column_ = 0;  // that are not all void
    std::ptrdiff_t width_ = 0;                      // with the two columns that are void
    std::size_t part_words_ = 0;
};

}  // namespace unriddle::bloxorz
