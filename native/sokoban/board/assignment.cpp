#include "sokoban/board/assignment.h"

#include <algorithm>

namespace unriddle::sokoban {

template <class Price>
Assignment<Price>::Assignment(std::size_t boxes, std::size_t goals, Control& control)
    : rows_(boxes, nullptr, control),
      kept_(boxes, goals, control),
      tried_(boxes, goals, control),
      distance_(goals, 0, control),
      before_(goals, 0, control),
      waiting_(control),
      settled_(control) {
    waiting_.reserve(goals);
    settled_.reserve(goals);
}

template <class Price>
std::int32_t Assignment<Price>::solve(std::span<const Row> rows) {
    rows_.assign(rows.begin(), rows.end());
    return kept_total_ = solve_afresh();
}

template <class Price>
typename Assignment<Price>::Sum Assignment<Price>::solve_afresh() {
    Shape& shape = kept_;
    std::fill(shape.goal_price.begin(), shape.goal_price.end(), 0);
    std::fill(shape.owner.begin(), shape.owner.end(), nobody);
    // Most boxes find their nearest goal free: they enter without a search.
    for (std::size_t box = 0; box < rows_.size(); ++box) {
        const Row row = rows_[box];
        const Row nearest = std::min_element(row, row + shape.owner.size());
        if (*nearest == never) return impossible;
        shape.box_price[box] = *nearest;
    }
    for (std::size_t box = 0; box < rows_.size(); ++box) {
        const Row row = rows_[box];
        std::size_t goal = 0;
        while (goal < shape.owner.size() &&
               (row[goal] != shape.box_price[box] || shape.owner[goal] != nobody)) {
            ++goal;
        }
        if (goal < shape.owner.size()) {
            shape.owner[goal] = static_cast<std::uint16_t>(box);
        } else {
            if (!enter(shape, box)) return impossible;
        }
    }
    return total(shape);
}

template <class Price>
std::int32_t Assignment<Price>::with(std::size_t box, Row row) {
    const Row before = rows_[box];
    if (row == before) return kept_total_;
    rows_[box] = row;
    Sum result = impossible;
    if (rows_.size() == kept_.owner.size() && kept_total_ != impossible) {
        std::copy(kept_.box_price.begin(), kept_.box_price.end(), tried_.box_price.begin());
        std::copy(kept_.goal_price.begin(), kept_.goal_price.end(), tried_.goal_price.begin());
        std::copy(kept_.owner.begin(), kept_.owner.end(), tried_.owner.begin());
        *std::find(tried_.owner.begin(), tried_.owner.end(), box) = nobody;
        tried_.box_price[box] = 0;
        if (enter(tried_, box)) result = total(tried_);
    } else {
        std::swap(kept_, tried_);
        result = solve_afresh();
        std::swap(kept_, tried_);
    }
    rows_[box] = before;
    return result;
}

// Gives `box` a goal along a cheapest chain of exchanges (Dijkstra over goals).
template <class Price>
bool Assignment<Price>::enter(Shape& shape, std::size_t box) {
    const std::size_t goals = shape.owner.size();
    waiting_.clear();
    settled_.clear();
    for (std::size_t goal = 0; goal < goals; ++goal) {
        waiting_.push_back(static_cast<std::uint16_t>(goal));
        distance_[goal] = impossible;
    }
    std::size_t asking = box;
    std::uint16_t through = nobody;
    Sum reached = 0;
    for (;;) {
        const Row row = rows_[asking];
        const Sum so_far = reached - shape.box_price[asking];
        std::size_t nearest = 0;
        Sum least = impossible;
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const std::uint16_t goal = waiting_[i];
            if (row[goal] != never) {
                const Sum distance = so_far + row[goal] - shape.goal_price[goal];
                if (distance < distance_[goal]) {
                    distance_[goal] = distance;
                    before_[goal] = through;
                }
            }
            if (distance_[goal] < least) {
                least = distance_[goal];
                nearest = i;
            }
        }
        if (least == impossible) return false;
        through = waiting_[nearest];
        reached = least;
        if (shape.owner[through] == nobody) break;
        settled_.push_back(through);
        waiting_[nearest] = waiting_.back();
        waiting_.pop_back();
        asking = shape.owner[through];
    }
    shape.box_price[box] += reached;
    for (const std::uint16_t goal : settled_) {
        shape.box_price[shape.owner[goal]] += reached - distance_[goal];
        shape.goal_price[goal] -= reached - distance_[goal];
    }
    while (before_[through] != nobody) {
        const std::uint16_t previous = before_[through];
        shape.owner[through] = shape.owner[previous];
        through = previous;
    }
    shape.owner[through] = static_cast<std::uint16_t>(box);
    return true;
}

template <class Price>
typename Assignment<Price>::Sum Assignment<Price>::total(const Shape& shape) const {
    Sum sum = 0;
    for (std::size_t goal = 0; goal < shape.owner.size(); ++goal) {
        if (shape.owner[goal] != nobody) sum += rows_[shape.owner[goal]][goal];
    }
    return sum;
}

template class Assignment<std::uint16_t>;
template class Assignment<std::int32_t>;

}  // namespace unriddle::sokoban
