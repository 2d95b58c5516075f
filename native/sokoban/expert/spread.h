// The backward half without sinks: from the solved board all boxes are pulled apart until they stand
// as open as possible. That position is one to aim at from the start (gather.h), and everything
// seen on the way is as good as solved.
#pragma once

#include "sokoban/expert/feature_search.h"
#include "sokoban/optimal/assignment.h"

namespace unriddle::sokoban::expert {

class SpreadSearch : public FeatureSearch {
  public:
    // `goals`: where the boxes end, as many as there are boxes.
    SpreadSearch(Toolbox& tools, Cells goals);

    // Call once, before `run`: with the player in a region that `endings` names.
    void begin(Cell ending);

  protected:
    bool lost(const Position& position, const Journey& last) override;
    bool expand(const Position& position, Rank rank) override;

  private:
    Rank measure(const Journey* journey, std::int32_t distance);
    int stuck() const;
    const std::uint16_t* row(Cell cell) const { return &prices_[cell * goals_.size()]; }

    const Cells goals_;
    Mask live_;                            // some start box can be pushed here
    MeteredVector<std::uint16_t> prices_;  // by cell: pushes to each goal
    sokoban::Assignment matching_;
    std::vector<sokoban::Assignment::Row> rows_;
    Mask full_;
    Cells boxes_;
    std::vector<std::uint8_t> sides_;
};

}  // namespace unriddle::sokoban::expert
