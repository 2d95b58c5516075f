#include "search/engine.h"
#include "sokoban/textbook/box_lanes.h"
#include "sokoban/textbook/domain.h"
#include "sokoban/textbook/engine.h"

namespace unriddle::sokoban {

static_assert(is_copied_whole<Sokoban<BoxLanes>::State>);

std::shared_ptr<const AnyEngine> make_small_engine(const Level& level) {
    return std::make_shared<Engine<Sokoban<BoxLanes>>>(Sokoban<BoxLanes>(level));
}

std::vector<std::string> searches() { return Engine<Sokoban<BoxLanes>>::searches(); }

}  // namespace unriddle::sokoban
