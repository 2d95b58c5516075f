#include "search/engine.h"
#include "sokoban/textbook/bits.h"
#include "sokoban/textbook/domain.h"
#include "sokoban/textbook/engine.h"

namespace unriddle::sokoban {

std::shared_ptr<const AnyEngine> make_medium_engine(const Level& level) {
    return std::make_shared<Engine<Sokoban<Bits<4>>>>(Sokoban<Bits<4>>(level));
}

}  // namespace unriddle::sokoban
