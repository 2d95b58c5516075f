// From journeys to the steps of the player.
#pragma once

#include "search/domain.h"
#include "sokoban/expert/feature_search.h"

namespace unriddle::sokoban::expert {

// The single pushes along a path of positions that a forward search found.
std::vector<Push> pushes_along(Toolbox& tools, const FeatureSearch& search,
                               const std::vector<std::uint32_t>& path);

// The whole plan, with the shortest walk before each push: 0 to 3 are steps, 4 to 7 pushes.
std::vector<Action> with_walks(const Level& level, const Arena& arena,
                               const std::vector<Push>& pushes);

}  // namespace unriddle::sokoban::expert
