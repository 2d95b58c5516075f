#include "search/engine.h"
#include "sokoban/domain.h"
#include "sokoban/engine.h"
#include "sokoban/list.h"

namespace unriddle::sokoban {

std::shared_ptr<const AnyEngine> make_large_engine(const Level& level) {
    return std::make_shared<Engine<Sokoban<List>>>(Sokoban<List>(level));
}

}  // namespace unriddle::sokoban
