// What rolls, the whole block or a cube, prepared for the analysis: its places as bits of words, so
// that a roll of many at once is a rotation.
//
// A *tile* is 64 squares of the frame, without void margins: 8 x 8 of them, or 16 x 4 or 4 x 16
// where far fewer tiles make the board. A *slot* is a bit of a word of 64: the squares of a tile
// in reading order; for a block three words a tile, one for upright, one for lying along a row and
// one for lying along a column, by the first of its two squares. So what is near on the board is
// near in memory: a room of any shape is a few words, no matter how wide the board is. A roll takes
// most slots of a word to the same tile and the others to the one beside it, if there is a place.
//
// A landing is *quiet* when it fires nothing, so that only the mover itself changes; the others are
// *loud*. Most landings are quiet, and whether they are legal then depends on the bridges alone.
// Loud landings of one *group* do the same: they have the same effect on the bridges, and they
// split the block in the same way or not at all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bloxorz/bridges.h"
#include "bloxorz/domain.h"
#include "bloxorz/stage.h"

namespace unriddle::bloxorz {

using Slot = std::uint32_t;

inline std::uint64_t bit(Slot slot) { return std::uint64_t{1} << slot % 64; }

inline Slot slot_of(std::size_t word, std::uint64_t bits) {
    return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
}

struct Mover {
    // Where the slots of a word are taken in one direction.
    struct Roll {
        std::ptrdiff_t near, far;  // words to go, within the tile and out of it
        std::uint64_t stays;       // the slots that stay within it
        int near_by, far_by;       // what their bits are rotated by

        std::uint64_t near_bits(std::uint64_t bits) const {
            return std::rotl(bits & stays, near_by);
        }
    };

    // A word of those that are stored together: there are at most 64 such units.
    struct Where {
        std::uint32_t unit, within;
    };

    // What fires when it lands on a place that is loud.
    struct Firing {
        std::array<Index, 2> switches = {-1, -1};  // under its first and second square; -1: none
        Index split = -1;

        bool is_loud() const { return switches[0] >= 0 || switches[1] >= 0 || split >= 0; }
    };

    struct Bridged {
        std::uint64_t slots;
        Bridges needs;
    };

    static constexpr std::size_t block_parts = 3;  // of a tile, and a cube has only one

    // The places in which a loud landing does the same.
    using Group = std::vector<Place>;

    std::size_t tiles = 0, parts = 0;  // words: a part of a tile each
    std::uint32_t unit_words = 0;
    std::vector<Where> where;                      // by word
    std::vector<std::array<Roll, 4>> ahead, back;  // by part: where rolls lead, and come from
    std::vector<std::array<std::uint64_t, 4>> leaving, entering;  // by word: to, from another tile
    std::vector<Slot> slot;                                       // by place
    std::vector<Place> place;  // by slot; nowhere for slots never taken
    // By word, the slots that some roll leads to; all that there are of a cube, which may appear
    // where no roll leads.
    std::vector<std::uint64_t> firm;            // those that need no bridge
    std::vector<std::vector<Bridged>> bridged;  // the others
    // By word, the slots that some roll leads to.
    std::vector<std::uint64_t> loud;    // those where something fires
    std::vector<std::uint64_t> splits;  // and the block is split
    std::vector<Firing> firing;         // by place
    std::vector<Board::Cover> cover;    // by place
    std::vector<Group> groups;
    std::vector<std::uint32_t> group;         // by place; only of loud ones
    std::vector<std::array<Slot, 4>> beside;  // by place, where rolls lead; or no slot at all
    const std::vector<std::array<Place, 4>>* rolls = nullptr;  // by place

    Mover() = default;  // of what never rolls

    std::size_t words() const { return tiles * parts; }
    std::uint64_t unit_bit(std::size_t word) const { return std::uint64_t{1} << where[word].unit; }

    // Calls visit(word, bits) for the slots in other tiles from which rolls lead to some slots.
    template <class Visit>
    void far_before(std::size_t part, std::size_t word, std::uint64_t bits, Visit visit) const {
        far(back[part], entering[word], word, bits, visit);
    }
    // The same for those to which rolls lead.
    template <class Visit>
    void far_after(std::size_t part, std::size_t word, std::uint64_t bits, Visit visit) const {
        far(ahead[part], leaving[word], word, bits, visit);
    }
    // Calls visit(word, bits) for all slots from which rolls lead to some slots.
    template <class Visit>
    void before(std::size_t word, std::uint64_t bits, Visit visit) const {
        for (const Roll& roll : back[word % parts]) {
            const std::uint64_t near = roll.near_bits(bits);
            if (near != 0) visit(word + static_cast<std::size_t>(roll.near), near);
        }
        far_before(word % parts, word, bits, visit);
    }

    bool is_loud(Slot at) const { return loud[at / 64] & bit(at); }

    // The slots of a word that bear the mover when some bridges are on.
    std::uint64_t borne(Bridges on, std::size_t word) const {
        std::uint64_t slots = firm[word];
        for (const Bridged& some : bridged[word]) {
            if (holds(on, some.needs)) slots |= some.slots;
        }
        return slots;
    }

    static Mover block(const Bloxorz& domain) {
        const Board& board = domain.board();
        Mover mover(domain, block_parts);
        enum : std::size_t { upright, along_row, along_column };
        mover.connect(
            upright,
            {{along_row, -2, 0}, {along_row, 1, 0}, {along_column, 0, -2}, {along_column, 0, 1}});
        mover.connect(along_row,
                      {{upright, -1, 0}, {upright, 2, 0}, {along_row, 0, -1}, {along_row, 0, 1}});
        mover.connect(
            along_column,
            {{along_column, -1, 0}, {along_column, 1, 0}, {upright, 0, -1}, {upright, 0, 2}});
        for (Place place = 0; place < board.cover.size(); ++place) {
            const auto [first, second] = board.cover[place];
            const bool stands = first == second;
            const bool along = !stands && board.neighbour[first][right] == second;
            Firing firing;
            firing.switches[0] = pressed(domain, first, stands);
            if (!stands) firing.switches[1] = pressed(domain, second, false);
            const std::uint32_t split = domain.block(place).split;
            if (split != Bloxorz::no_split) firing.split = static_cast<Index>(split);
            mover.add(board,
                      stands  ? upright
                      : along ? along_row
                              : along_column,
                      board.cover[place], firing);
        }
        mover.prepare(board.roll, [&](Place place) -> const auto& { return domain.block(place); });
        return mover;
    }

    static Mover cube(const Bloxorz& domain) {
        const Board& board = domain.board();
        Mover mover(domain, 1);
        mover.connect(0, {{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}});
        for (Place square = 0; square < board.squares(); ++square) {
            mover.add(board, 0, {square, square}, {{pressed(domain, square, false), -1}, -1});
        }
        for (const auto& squares : board.neighbour) {
            auto& slots = mover.beside.emplace_back();
            for (std::size_t i = 0; i < 4; ++i) {
                slots[i] = squares[i] == nowhere ? nowhere : mover.slot[squares[i]];
            }
        }
        mover.prepare(board.neighbour,
                      [&](Place square) -> const auto& { return domain.cube(square); });
        return mover;
    }

  private:
    struct Way {
        std::size_t part;
        int columns, rows;
    };

    Mover(const Bloxorz& domain, std::size_t parts_of_a_tile)
        : parts(parts_of_a_tile), frame_width_(static_cast<std::size_t>(domain.stage().width)) {
        const std::vector<Index>& frame = domain.board().frame;  // void margins are cut off
        std::size_t last_column = 0;
        first_column_ = frame_width_;
        for (const Index square : frame) {
            const std::size_t column = static_cast<std::size_t>(square) % frame_width_;
            first_column_ = std::min(first_column_, column);
            last_column = std::max(last_column, column);
        }
        first_row_ = static_cast<std::size_t>(frame.front()) / frame_width_;
        const std::size_t last_row = static_cast<std::size_t>(frame.back()) / frame_width_;
        for (const int columns : {8, 16, 4}) {
            const auto tiles_of = [](std::size_t squares, int side) {
                return squares / static_cast<std::size_t>(side) + 1;
            };
            const std::size_t a_row = tiles_of(last_column - first_column_, columns);
            const std::size_t all = a_row * tiles_of(last_row - first_row_, 64 / columns);
            if (tiles != 0 && 4 * all > 3 * tiles) continue;  // long edges cost something too
            columns_ = columns;
            tiles_a_row_ = a_row;
            tiles = all;
        }
        const std::size_t places = parts == 1 ? frame.size() : domain.board().cover.size();
        slot.reserve(places);
        firing.reserve(places);
        cover.reserve(places);
        place.assign(words() * 64, nowhere);
        unit_words = static_cast<std::uint32_t>((tiles + 63) / 64 * parts);
        for (std::uint32_t word = 0; word < words(); ++word) {
            where.push_back({word / unit_words, word % unit_words});
        }
        ahead.resize(parts);
        back.resize(parts);
        leaving.resize(words());
        entering.resize(words());
        firm.resize(words());
        loud.resize(words());
        splits.resize(words());
        bridged.resize(words());
    }

    static Index pressed(const Bloxorz& domain, Place square, bool upright) {
        const Stage& stage = domain.stage();
        const auto at = static_cast<std::size_t>(domain.board().frame[square]);
        const Index index = stage.switch_at[at];
        if (index < 0) return -1;
        return stage.switches[static_cast<std::size_t>(index)].heavy && !upright ? -1 : index;
    }

    // The rolls that lead from a part, and the way back of each.
    void connect(std::size_t from, const Way (&ways)[4]) {
        for (std::size_t i = 0; i < 4; ++i) {
            const auto [to, columns, rows] = ways[i];
            ahead[from][i] = roll(from, to, columns, rows);
            back[to][i] = roll(to, from, -columns, -rows);
        }
    }

    Roll roll(std::size_t from, std::size_t to, int columns, int rows) const {
        const std::ptrdiff_t parts_on =
            static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from);
        const int tile = (columns > 0 || rows > 0) ? 1 : -1;  // which of the tiles beside it
        const auto a_row = static_cast<std::ptrdiff_t>(tiles_a_row_);
        const std::ptrdiff_t tiles_on = columns != 0 ? tile : tile * a_row;
        const std::uint64_t a_tile = ~std::uint64_t{0},
                            one_row = (std::uint64_t{1} << columns_) - 1;
        const std::uint64_t kept = columns > 0 ? one_row >> columns : one_row << -columns & one_row;
        const std::uint64_t stays = rows > 0   ? a_tile >> rows * columns_
                                    : rows < 0 ? a_tile << -rows * columns_
                                               : a_tile / one_row * kept;
        const int by = rows * columns_ + columns;
        return {parts_on, parts_on + tiles_on * static_cast<std::ptrdiff_t>(parts), stays, by,
                columns != 0 ? by - tile * columns_ : by};
    }

    // Calls visit(word, bits) for where rolls take some slots of a word, out of their tile.
    template <class Visit>
    static void far(const std::array<Roll, 4>& rolls, const std::array<std::uint64_t, 4>& out,
                    std::size_t word, std::uint64_t bits, Visit& visit) {
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint64_t some = bits & out[i];
            if (some == 0) continue;
            visit(word + static_cast<std::size_t>(rolls[i].far), std::rotl(some, rolls[i].far_by));
        }
    }

    void add(const Board& board, std::size_t part, Board::Cover squares, Firing fires) {
        const auto at = static_cast<std::size_t>(board.frame[squares.first]);
        const std::size_t row = at / frame_width_ - first_row_;
        const std::size_t column = at % frame_width_ - first_column_;
        const auto columns = static_cast<std::size_t>(columns_), rows = 64 / columns;
        const std::size_t word = (row / rows * tiles_a_row_ + column / columns) * parts + part;
        const auto here = static_cast<Slot>(word * 64 + row % rows * columns + column % columns);
        place[here] = static_cast<Place>(slot.size());
        slot.push_back(here);
        cover.push_back(squares);
        firing.push_back(fires);
    }

    // Nothing gets up on a fragile tile, so only what some roll leads to can be landed on.
    template <class Landing>
    void prepare(const std::vector<std::array<Place, 4>>& rolls_of_places, Landing landing) {
        rolls = &rolls_of_places;
        std::vector<bool> entered(rolls->size());
        for (Place here = 0; here < rolls->size(); ++here) {
            for (std::size_t i = 0; i < 4; ++i) {
                const Place to = (*rolls)[here][i];
                if (to == nowhere) continue;
                entered[to] = true;
                const std::size_t from_word = slot[here] / 64, to_word = slot[to] / 64;
                if (from_word / parts == to_word / parts) continue;
                leaving[from_word][i] |= bit(slot[here]);
                entering[to_word][i] |= bit(slot[to]);
            }
        }
        group.resize(rolls->size());
        for (Place here = 0; here < rolls->size(); ++here) {
            if (parts == block_parts && !entered[here]) continue;
            const std::size_t word = slot[here] / 64;
            const auto& does = landing(here);
            if (does.needs == 0) {
                firm[word] |= bit(slot[here]);
            } else {
                auto& list = bridged[word];
                auto same = std::find_if(list.begin(), list.end(), [&](const Bridged& one) {
                    return one.needs == does.needs;
                });
                if (same == list.end()) same = list.insert(same, {0, does.needs});
                same->slots |= bit(slot[here]);
            }
            if (!entered[here] || !firing[here].is_loud()) continue;
            loud[word] |= bit(slot[here]);
            if (firing[here].split >= 0) splits[word] |= bit(slot[here]);
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& one) {
                const auto& other = landing(one.front());
                return other.split == does.split && other.effect == does.effect;
            });
            group[here] = static_cast<std::uint32_t>(same - groups.begin());
            if (same == groups.end()) groups.emplace_back();
            groups[group[here]].push_back(here);
        }
    }

    std::size_t frame_width_ = 0;
    std::size_t first_row_ = 0, first_column_ = 0;  // that are not all void
    std::size_t tiles_a_row_ = 0;
    int columns_ = 0;  // of a tile
};

}  // namespace unriddle::bloxorz
