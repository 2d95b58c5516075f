#include "search/engine.h"
#include "sokoban/bits.h"
#include "sokoban/domain.h"
#include "sokoban/engine.h"

namespace unriddle::sokoban {

std::shared_ptr<const AnyEngine> make_medium_engine(const Level& level) {
    return std::make_shared<Engine<Sokoban<Bits<4>>>>(Sokoban<Bits<4>>(level));
}

}  // namespace unriddle::sokoban
