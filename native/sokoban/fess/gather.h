// The forward half without a plan: brings the boxes to an open position that was found backwards
// (spread.h), or to any other that the backward search knows.
#pragma once

#include "sokoban/board/assignment.h"
#include "sokoban/fess/push_search.h"

namespace unriddle::sokoban::fess {

class GatherSearch : public PushSearch {
  public:
    // `target`: the squares that are to be filled.
    GatherSearch(Context& context, Squares target);

    // Call once, before `run`.
    void begin();

  protected:
    bool expand(const Position& position, Rank rank) override;

  private:
    Rank measure(const MacroPush* push, std::int32_t distance);
    void set_rows(const Position& position);
    const std::uint16_t* row(Square cell) const { return &prices_[cell * target_.size()]; }

    const Squares target_;
    Mask is_target_;
    MeteredVector<std::uint16_t> prices_;  // by square: pushes to each square of the target
    Assignment<std::uint16_t> matching_;
    std::vector<const std::uint16_t*> rows_;
};

}  // namespace unriddle::sokoban::fess
