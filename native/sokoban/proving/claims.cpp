#include "sokoban/proving/claims.h"

#include <algorithm>

namespace unriddle::sokoban {

void Claims::add(LossClaim claim) {
    Squares boxes;
    std::merge(claim.boxes.begin(), claim.boxes.end(), claim.frozen.begin(), claim.frozen.end(),
               std::back_inserter(boxes));
    std::vector<bool> region = pusher_.region(boxes, claim.player);
    with_first_[boxes.front()].push_back(static_cast<std::uint32_t>(claims_.size()));
    shapes_.push_back({std::move(boxes), std::move(region)});
    claims_.push_back(std::move(claim));
}

bool Claims::cover(PositionView position) const {
    const PositionView boxes = boxes_of(position);
    for (auto first = boxes.begin(); first != boxes.end(); ++first) {
        for (const std::uint32_t claim : with_first_[*first]) {
            const Shape& shape = shapes_[claim];
            if (shape.region[position.back()] &&
                std::includes(first, boxes.end(), shape.boxes.begin(), shape.boxes.end())) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace unriddle::sokoban
