// The backward half without sinks: from the solved board all boxes are pulled apart until they
// stand as open as possible. That position is one to aim at from the start (gather.h), and
// everything seen on the way is as good as solved.
#pragma once

#include "sokoban/board/assignment.h"
#include "sokoban/fess/feature_search.h"

namespace unriddle::sokoban::fess {

class SpreadSearch : public FeatureSearch {
  public:
    // `goals`: where the boxes end, as many as there are boxes.
    SpreadSearch(Context& context, Squares goals);

    // Call once, before `run`: with the player in a region that `endings` names.
    void begin(Square ending);

  protected:
    bool lost(const Position& position) override;
    bool expand(const Position& position, Rank rank) override;

  private:
    Rank measure(const MacroPush* push, std::int32_t distance);
    int stuck() const;
    const std::uint16_t* row(Square cell) const { return &prices_[cell * goals_.size()]; }

    const Squares goals_;
    MeteredVector<std::uint16_t> prices_;  // by square: pushes to each goal
    Assignment<std::uint16_t> matching_;
    std::vector<const std::uint16_t*> rows_;
};

}  // namespace unriddle::sokoban::fess
