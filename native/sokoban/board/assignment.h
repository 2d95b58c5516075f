// The cheapest way to give every box a goal of its own, kept so that one box can be moved cheaply.
//
// The Hungarian method with prices on boxes and goals (matching.py explains it). A push changes the
// row of one box: where there are as many goals as boxes, the other rows keep their goals and
// prices, and the box looks for a goal along one cheapest chain of exchanges. With goals to spare
// prices of free goals would have to be mended as well, and everything is worked out afresh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "containers/metered.h"

namespace unriddle::sokoban {

template <class Price>
class Assignment {
  public:
    using Row = const Price*;  // the price of each goal
    static constexpr Price never = std::numeric_limits<Price>::max();
    static constexpr std::int32_t impossible = 0x3FFFFFFF;

    Assignment(std::size_t boxes, std::size_t goals, Control& control);

    // The least total of `rows`, one a box, or `impossible`. The rows are remembered by address.
    std::int32_t solve(std::span<const Row> rows);

    // The least total if `box` had this row instead; what `solve` left behind stays as it is.
    std::int32_t with(std::size_t box, Row row);

  private:
    using Sum = std::int32_t;
    static constexpr std::uint16_t nobody = 0xFFFF;

    struct Shape {
        explicit Shape(std::size_t boxes, std::size_t goals, Control& control)
            : box_price(boxes, 0, control),
              goal_price(goals, 0, control),
              owner(goals, nobody, control) {}
        MeteredVector<Sum> box_price, goal_price;
        MeteredVector<std::uint16_t> owner;  // by goal: the box it belongs to
    };

    Sum solve_afresh();
    bool enter(Shape& shape, std::size_t box);
    Sum total(const Shape& shape) const;

    MeteredVector<Row> rows_;
    Shape kept_, tried_;
    Sum kept_total_ = 0;
    MeteredVector<Sum> distance_;          // by goal, while a box enters
    MeteredVector<std::uint16_t> before_;  // by goal: the goal before it on the chain
    MeteredVector<std::uint16_t> waiting_, settled_;
};

extern template class Assignment<std::uint16_t>;
extern template class Assignment<std::int32_t>;

}  // namespace unriddle::sokoban
