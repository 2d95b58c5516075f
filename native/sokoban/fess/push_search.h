// What every forward search shares: the macro pushes of a position, and what makes it lost.
#pragma once

#include "sokoban/board/moved_box.h"
#include "sokoban/fess/feature_search.h"

namespace unriddle::sokoban::fess {

class PushSearch : public FeatureSearch {
  public:
    PushSearch(Context& context, Rank cell_mask);

    // Positions known to this search are as good as solved: from now on it ends at one of them.
    void meet(const FeatureSearch& other) { meeting_ = &other; }

  protected:
    bool lost(const Position& position) override;

    Position start() const;
    // Fills `candidates_` with the macro pushes of the position, each of weight 1 and not yet
    // ranked.
    void generate(const Position& position);
    // Ranks them by `rank(push)`, asked with `full_` and `boxes_` as they are afterwards. True:
    // the last of them solves the level, or is known to the search to meet.
    bool rank_all(const Position& position, auto&& rank) {
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            Candidate& candidate = candidates_[i];
            const MacroPush& push = candidate.push;
            if (i % 64 == 63) context_.control.check_limits();
            const MovedBox moved(full_, push.from, push.to);
            bool done = true;
            boxes_.assign(position.boxes.begin(), position.boxes.end());
            for (Square& box : boxes_) {
                if (box == push.from) box = push.to;
                done = done && prepared_.is_goal[box];
            }
            candidate.node = node_of(candidate.hash, [&] { return rank(push); });
            candidate.rank = rank_of(candidate.node);
            if (done || (meeting_ != nullptr && meeting_->knows(candidate.hash))) {
                std::swap(candidates_[i], candidates_.back());
                return true;
            }
        }
        return false;
    }

    Mask pushable_;  // by square of a box: the sides (bit d) from which it can be pushed

  private:
    const FeatureSearch* meeting_ = nullptr;
};

}  // namespace unriddle::sokoban::fess
