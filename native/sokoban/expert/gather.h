// The forward half without a plan: brings the boxes to an open position that was found backwards
// (spread.h), or to any other that the backward search knows.
#pragma once

#include "sokoban/expert/push_search.h"
#include "sokoban/optimal/assignment.h"

namespace unriddle::sokoban::expert {

class GatherSearch : public PushSearch {
  public:
    // `target`: the cells that are to be filled.
    GatherSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals, Cells target);

    // Call once, before `run`.
    void begin();

  protected:
    bool expand(const Position& position, Rank rank) override;

  private:
    Rank measure(const Journey* journey, std::int32_t distance);
    void set_rows(const Position& position);
    const std::uint16_t* row(Cell cell) const { return &prices_[cell * target_.size()]; }

    const Cells target_;
    Mask is_target_;
    MeteredVector<std::uint16_t> prices_;  // by cell: pushes to each cell of the target
    sokoban::Assignment matching_;
    std::vector<sokoban::Assignment::Row> rows_;
};

}  // namespace unriddle::sokoban::expert
