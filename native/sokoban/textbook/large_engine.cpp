#include "search/engine.h"
#include "sokoban/textbook/domain.h"
#include "sokoban/textbook/engine.h"
#include "sokoban/textbook/list.h"

namespace unriddle::sokoban {

std::shared_ptr<const AnyEngine> make_large_engine(const Level& level) {
    return std::make_shared<Engine<Sokoban<List>>>(Sokoban<List>(level));
}

}  // namespace unriddle::sokoban
