// What every forward search shares: the journeys of a position, and what makes it lost.
#pragma once

#include "sokoban/expert/corral_proof.h"
#include "sokoban/expert/feature_search.h"
#include "sokoban/expert/frozen.h"
#include "sokoban/expert/moved_box.h"
#include "sokoban/expert/pi_corral.h"

namespace unriddle::sokoban::expert {

class PushSearch : public FeatureSearch {
  public:
    PushSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals, Rank cell_mask);

    // Positions known to this search are as good as solved: from now on it ends at one of them.
    void meet(const FeatureSearch& other) { meeting_ = &other; }

  protected:
    bool lost(const Position& position, const Journey& last) override;

    Position start() const;
    // Fills `candidates_` with the journeys of the position, each of weight 1 and not yet ranked.
    void generate(const Position& position);
    // Ranks them by `rank(journey)`, asked with `full_` and `boxes_` as they are afterwards. True:
    // the last of them solves the level, or is known to the search to meet.
    bool rank_all(const Position& position, auto&& rank) {
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            Candidate& candidate = candidates_[i];
            const Journey& journey = candidate.journey;
            if (i % 64 == 63) tools_.control.look();
            const MovedBox moved(full_, journey.from, journey.to);
            bool done = true;
            boxes_.assign(position.boxes.begin(), position.boxes.end());
            for (Cell& box : boxes_) {
                if (box == journey.from) box = journey.to;
                done = done && arena_.is_goal[box];
            }
            candidate.node = node_of(candidate.hash, [&] { return rank(journey); });
            candidate.rank = rank_of(candidate.node);
            if (done || (meeting_ != nullptr && meeting_->knows(candidate.hash))) {
                std::swap(candidates_[i], candidates_.back());
                return true;
            }
        }
        return false;
    }

    Mask full_;
    Cells boxes_;
    std::vector<std::uint8_t> pushable_;  // by cell of a box: directions in which it can be pushed

  private:
    Grounds& grounds_;
    CorralProof& corrals_;
    PiCorral pi_corral_;
    Cells frozen_;
    std::vector<std::uint8_t> sides_;
    const FeatureSearch* meeting_ = nullptr;
};

}  // namespace unriddle::sokoban::expert
