#include "envs/bloxorz.h"

#include "envs/batch_of.h"

namespace unriddle::envs {

std::unique_ptr<Batch> BloxorzGames::batch(std::shared_ptr<const Games> self,
                                           const Settings& settings) const {
    return batch_of<BloxorzGames>(std::move(self), settings);
}

}  // namespace unriddle::envs
