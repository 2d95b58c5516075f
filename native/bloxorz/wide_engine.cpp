#include <stdexcept>
#include <utility>

#include "bloxorz/domain.h"
#include "bloxorz/engine.h"
#include "search/engine.h"

namespace unriddle::bloxorz {

std::shared_ptr<const AnyEngine> make_wide_engine(const Stage& stage, Board board) {
    if (!Bloxorz<4>::fits(stage, board)) {
        throw std::invalid_argument("the engine takes at most 256 bridges");
    }
    return std::make_shared<Engine<Bloxorz<4>>>(Bloxorz<4>(stage, std::move(board)));
}

}  // namespace unriddle::bloxorz
