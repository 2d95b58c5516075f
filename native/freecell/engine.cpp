#include "freecell/engine.h"

#include "freecell/domain.h"
#include "search/engine.h"

namespace unriddle::freecell {

std::shared_ptr<const AnyEngine> make_engine(const Game& game) {
    game.start.check();
    return std::make_shared<Engine<FreeCell>>(FreeCell(game));
}

std::vector<std::string> searches() { return Engine<FreeCell>::searches(); }

}  // namespace unriddle::freecell
