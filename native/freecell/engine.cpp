#include "freecell/engine.h"

#include "freecell/domain.h"
#include "search/engine.h"

namespace unriddle::freecell {

std::shared_ptr<const AnyEngine> make_engine(const Position& start, const Rules& rules) {
    start.check();
    return std::make_shared<Engine<FreeCell>>(FreeCell(start, rules));
}

}  // namespace unriddle::freecell
