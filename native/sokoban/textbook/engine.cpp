#include "sokoban/textbook/engine.h"

#include <stdexcept>

#include "sokoban/textbook/bits.h"
#include "sokoban/textbook/box_lanes.h"
#include "sokoban/textbook/domain.h"
#include "sokoban/textbook/list.h"

namespace unriddle::sokoban {

std::shared_ptr<const AnyEngine> make_engine(const Level& level) {
    level.check();
    if (Sokoban<BoxLanes>::fits(level)) return make_small_engine(level);
    if (Sokoban<Bits<4>>::fits(level)) return make_medium_engine(level);
    if (Sokoban<List>::fits(level)) return make_large_engine(level);
    throw std::invalid_argument("the engine takes at most 1024 boxes on a board of this size");
}

}  // namespace unriddle::sokoban
