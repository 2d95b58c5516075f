#include "sokoban/textbook/cheapest_matching.h"

#include <limits>

namespace unriddle::sokoban {

CheapestMatching::CheapestMatching(const PushDistances& distances, Control& control)
    : distances_(distances), control_(control), rows_(control) {
    static_assert(PushDistances::never == Rows::never);
    if (EightGoals::fits(distances)) eight_goals_.emplace(distances, control);
}

double CheapestMatching::operator()(std::span<const Square> boxes) {
    if (eight_goals_) return (*eight_goals_)(boxes);
    if (!assignment_) assignment_.emplace(boxes.size(), distances_.goals(), control_);
    rows_.clear();
    for (const Square box : boxes) rows_.push_back(distances_.from(box));
    const std::int32_t sum = assignment_->solve(rows_);
    return sum == Rows::impossible ? std::numeric_limits<double>::infinity() : sum;
}

}  // namespace unriddle::sokoban
