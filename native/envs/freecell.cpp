#include "envs/freecell.h"

#include "envs/batch_of.h"

namespace unriddle::envs {

std::unique_ptr<Batch> FreeCellGames::batch(std::shared_ptr<const Games> self,
                                            const Settings& settings) const {
    return batch_of<FreeCellGames>(std::move(self), settings);
}

}  // namespace unriddle::envs
