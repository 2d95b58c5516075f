#include "envs/sokoban.h"

#include "envs/batch_of.h"

namespace unriddle::envs {

std::unique_ptr<Batch> SokobanGames::batch(std::shared_ptr<const Games> self,
                                           const Settings& settings) const {
    return batch_of<SokobanGames>(std::move(self), settings);
}

}  // namespace unriddle::envs
