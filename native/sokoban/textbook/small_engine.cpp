#include "search/engine.h"
#include "sokoban/textbook/domain.h"
#include "sokoban/textbook/engine.h"
#include "sokoban/textbook/lanes.h"

namespace unriddle::sokoban {

static_assert(is_copied_whole<Sokoban<Lanes>::State>);

std::shared_ptr<const AnyEngine> make_small_engine(const Level& level) {
    return std::make_shared<Engine<Sokoban<Lanes>>>(Sokoban<Lanes>(level));
}

std::vector<std::string> searches() { return Engine<Sokoban<Lanes>>::searches(); }

}  // namespace unriddle::sokoban
