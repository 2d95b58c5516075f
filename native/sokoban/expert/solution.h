// From journeys to the steps of the player.
#pragma once

#include "search/domain.h"
#include "sokoban/expert/feature_search.h"

namespace unriddle::sokoban::expert {

// The single pushes from position to position, a journey of one box each.
std::vector<Push> pushes_along(Toolbox& tools, const std::vector<FeatureSearch::Stand>& stands);

// The whole plan, with the shortest walk before each push: 0 to 3 are steps, 4 to 7 pushes.
std::vector<Action> with_walks(const Level& level, const Arena& arena,
                               const std::vector<Push>& pushes);

}  // namespace unriddle::sokoban::expert
