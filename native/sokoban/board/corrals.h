// PI-corrals: parts of the board that must be opened sooner or later, and might as well be now.
//
// A corral is a part that the player cannot reach; its border are the boxes that touch it, also
// diagonally. Look at the pushes of border boxes that are possible if no other box stands on the
// board, leaving out those that lose at once. If each of them goes into the corral and the player
// can make it now, then this is a PI-corral. If besides a border box is off goal (or a goal inside
// is empty and every goal is needed), then every solution pushes a border box at some time: only a
// box that touches the corral can be the first to enter it. Until its first such push the other
// border boxes stand where they are, so it is one of those pushes; the player does not enter the
// corral before and no box does, so it can be made first, and what comes before it does not mind:
// the box has gone where the player never was, and left a square free. The number of pushes stays
// the same. So:
//   - where pushes are counted, no other push has to be looked at here: an optimal solution begins
//     with one of these;
//   - if there is no such push, the position is lost under any cost.
// The walks of the player do not stay the same, so nothing more follows where moves are counted.
//
// A corral may consist of several regions: they are joined while a push leads from one to another.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "sokoban/board/flood.h"
#include "sokoban/board/pushes.h"

namespace unriddle::sokoban {

class Corrals {
  public:
    enum class Finding { nothing, corral, dead };

    // `is_dead` must live on.
    Corrals(const Board& board, const Mask& is_dead)
        : board_(board), is_dead_(is_dead), regions_(board), inside_(board.squares() + 1, 0) {}

    // Looks for the PI-corral with the fewest pushes, which `pushes` then holds; of a dead position
    // it has none. `loses(board, border, from, to)` says whether a push of a border box surely
    // loses; `board` has the border alone, after the push, and `border` is as before it.
    template <class Loses>
    Finding find(std::span<const Square> boxes, const std::uint8_t* full, Square player,
                 Flood& flood, Loses&& loses) {
        const std::size_t regions = regions_.label(full, flood);
        if (regions < 2 || regions > most_regions) return Finding::nothing;
        ours_ = regions_.of(player);
        Finding finding = Finding::nothing;
        for (std::uint16_t region = 1; region <= regions; ++region) {
            if (region == ours_) continue;
            joined_.assign(regions + 1, 0);
            joined_[region] = 1;
            if (!is_corral(boxes, loses)) continue;
            if (finding == Finding::nothing || found_.size() < best_.size()) {
                std::swap(found_, best_);
                std::swap(border_, best_border_);
                finding = Finding::corral;
            }
            if (best_.empty()) return Finding::dead;
        }
        return finding;
    }

    std::span<const Push> pushes() const { return best_; }
    bool may_move(Square box) const {
        return std::any_of(best_.begin(), best_.end(), [=](Push push) { return push.box == box; });
    }
    // The border of the corral that was found.
    std::span<const Square> border() const { return best_border_; }

  private:
    static constexpr std::size_t most_regions = 70;  // beyond, looking costs more than it saves

    // Is this corral, grown where it must be, a PI-corral with work to do?
    bool is_corral(std::span<const Square> boxes, auto&& loses) {
        for (;;) {
            find_border(boxes);
            const Growth growth = find_pushes(loses);
            if (growth == Growth::done) return has_work(boxes);
            if (growth == Growth::impossible) return false;
        }
    }

    enum class Growth { done, grown, impossible };

    Growth find_pushes(auto&& loses) {
        found_.clear();
        for (const Square box : border_) {
            for (std::uint8_t d = 0; d < 4; ++d) {
                const Square feet = board_.next[box][opposite(d)], to = board_.next[box][d];
                if (alone_[feet] || alone_[to] || inside_[feet] || is_dead_[to]) continue;
                alone_[box] = 0;
                alone_[to] = 1;
                const bool lost = loses(alone_, border_, box, to);
                alone_[to] = 0;
                alone_[box] = 1;
                if (lost) continue;
                if (inside_[to] && regions_.of(feet) == ours_) {
                    found_.push_back({box, d});
                } else if (!join(feet) && (inside_[to] || !join(to))) {
                    return Growth::impossible;
                } else {
                    return Growth::grown;
                }
            }
        }
        return Growth::done;
    }

    // Makes the region of a square part of the corral; false for a box and for the player's region.
    bool join(Square square) {
        const std::uint16_t region = regions_.of(square);
        if (region == 0 || region == ours_) return false;
        joined_[region] = 1;
        return true;
    }

    void find_border(std::span<const Square> boxes) {
        for (Square square = 0; square < board_.wall(); ++square) {
            inside_[square] = joined_[regions_.of(square)];
        }
        alone_ = board_.walls;
        border_.clear();
        for (const Square box : boxes) {
            if (!touches(board_, box, inside_)) continue;
            border_.push_back(box);
            alone_[box] = 1;
        }
    }

    bool has_work(std::span<const Square> boxes) const {
        if (!all_in(board_.is_goal, border_)) return true;
        return board_.goals.size() == boxes.size() && any_in(inside_, board_.goals);
    }

    const Board& board_;
    const Mask& is_dead_;
    Regions regions_;
    std::uint16_t ours_ = 0;            // the player's region
    std::vector<std::uint8_t> joined_;  // by region: does it belong to the corral in hand?
    Mask inside_;                       // the squares of these regions
    Mask alone_;                        // the border without the other boxes
    Squares border_, best_border_;
    std::vector<Push> found_, best_;
};

}  // namespace unriddle::sokoban
