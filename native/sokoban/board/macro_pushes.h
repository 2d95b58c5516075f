// Macro pushes: a box pushed (or pulled) along a whole path, everything else standing still.
//
// A breadth-first search over (square of the box, side of the player). Each place that the box can
// reach is reported once for every region in which the player can then be, with the least number of
// pushes, and with the lowest square of that region, which is how positions name it. The place may
// be the one where the box began, with the player in another region.
//
// The regions of the board without the box are labelled once. Where the box then stands without
// cutting its surroundings (the free squares around it hang together) nothing changes but its own
// square, and no flood is needed; that is so in most places.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "sokoban/board/flood.h"
#include "sokoban/board/pushes.h"

namespace unriddle::sokoban {

struct MacroPush {
    Square from, to;
    Square player;  // lowest square of the player's region afterwards
    std::uint16_t pushes;
    std::uint16_t regions;  // how many there are afterwards; 0: not known
};

class MacroPushes {
  public:
    MacroPushes(const Board& board, Flood& flood)
        : board_(board),
          flood_(flood),
          seen_(board.squares() + 1, 0),
          stamp_of_(board.squares() + 1, 0),
          regions_(board) {}

    // Calls `report(macro_push)` for each macro push of the box on `from`. `sides`: bit d is set
    // where the player can stand on the neighbour in direction d. `full` is left as it was.
    // `may_stand(square, side)` says whether the box may be on a square, also in passing, with the
    // player on that side of it; `full` then has the box on it.
    template <bool Pull>
    void each(Mask& full, Square from, unsigned sides, auto&& may_stand, auto&& report) {
        begin(from, sides);
        full[from] = 0;
        bool labelled = false;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const Vertex at = queue_[i];
            const Square to = target<Pull>(full, at);
            if (to == board_.wall() || has_seen(to, at.side)) continue;
            const Square feet = Pull ? board_.next[to][at.side] : at.square;
            full[to] = 1;
            const bool may = may_stand(to, at.side);
            full[to] = 0;
            if (!may) continue;
            if (!labelled) regions_.label(full.data(), flood_);
            labelled = true;
            MacroPush found{from, to, 0, static_cast<std::uint16_t>(at.pushes + 1), 0};
            const std::uint16_t region = regions_.of(feet);
            unsigned open = 0;
            if (may_cut(board_, to, full.data(), open) || regions_.lowest(region) == to) {
                full[to] = 1;
                found.player = flood_.from(feet, full);
                full[to] = 0;
                region_size_ = flood_.size();
                open = flood_.sides(to);
            } else {
                found.player = regions_.lowest(region);
                found.regions = static_cast<std::uint16_t>(regions_.count());
                region_size_ = regions_.size(region) - 1;
            }
            enter(to, open, i);
            report(found);
        }
        full[from] = 1;
    }

    // How many squares the player has after the macro push reported last.
    std::size_t region_size() const { return region_size_; }

    // The single pushes (or pulls) of a macro push that `each` reported. Throws std::logic_error if
    // there is no such macro push.
    template <bool Pull>
    std::vector<Push> path(Mask& full, const MacroPush& wanted, unsigned sides, auto&& may_stand) {
        std::size_t last = 0;
        each<Pull>(full, wanted.from, sides, may_stand, [&](const MacroPush& found) {
            if (last == 0 && found.to == wanted.to && found.player == wanted.player) {
                last = queue_.size();  // its vertices were just added: the last one is among them
            }
        });
        if (last == 0) throw std::logic_error("a macro push cannot be made");
        std::vector<Push> pushes;
        for (std::size_t i = last - 1; queue_[i].from != i; i = queue_[i].from) {
            const Vertex& before = queue_[queue_[i].from];
            const std::size_t way = Pull ? before.side : opposite(before.side);
            pushes.push_back({before.square, static_cast<std::uint8_t>(way)});
        }
        std::reverse(pushes.begin(), pushes.end());
        return pushes;
    }

  private:
    struct Vertex {
        Square square;
        std::uint8_t side;
        std::uint16_t pushes;
        std::uint32_t from;  // index of the vertex it came from; its own at the start
    };

    void begin(Square from, unsigned sides) {
        ++stamp_;
        queue_.clear();
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides >> d & 1) == 0) continue;
            see(from, d);
            queue_.push_back(
                {from, static_cast<std::uint8_t>(d), 0, static_cast<std::uint32_t>(queue_.size())});
        }
    }

    // Where the box goes, or the wall if it cannot.
    template <bool Pull>
    Square target(const Mask& full, const Vertex& at) const {
        if constexpr (Pull) {
            const Square to = board_.next[at.square][at.side];
            return full[to] || full[board_.next[to][at.side]] ? board_.wall() : to;
        } else {
            const Square to = board_.next[at.square][opposite(at.side)];
            return full[to] ? board_.wall() : to;
        }
    }

    // The box stands on `to`, and the player can be on these sides of it.
    void enter(Square to, unsigned sides, std::size_t parent) {
        const auto pushes = static_cast<std::uint16_t>(queue_[parent].pushes + 1);
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides >> d & 1) == 0 || has_seen(to, d)) continue;
            see(to, d);
            queue_.push_back(
                {to, static_cast<std::uint8_t>(d), pushes, static_cast<std::uint32_t>(parent)});
        }
    }

    bool has_seen(Square square, std::size_t d) const {
        return stamp_of_[square] == stamp_ && (seen_[square] >> d & 1) != 0;
    }
    void see(Square square, std::size_t d) {
        if (stamp_of_[square] != stamp_) seen_[square] = 0;
        stamp_of_[square] = stamp_;
        seen_[square] = static_cast<std::uint8_t>(seen_[square] | 1u << d);
    }

    const Board& board_;
    Flood& flood_;
    Mask seen_;
    std::vector<std::uint32_t> stamp_of_;
    std::uint32_t stamp_ = 0;
    std::vector<Vertex> queue_;
    Regions regions_;  // of the board without the box
    std::size_t region_size_ = 0;
};

}  // namespace unriddle::sokoban
