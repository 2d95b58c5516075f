#include "bloxorz/engine.h"

#include <utility>

#include "bloxorz/domain.h"
#include "search/engine.h"

namespace unriddle::bloxorz {

std::shared_ptr<const AnyEngine> make_engine(const Stage& stage) {
    stage.check();
    Board board(stage);
    if (!Bloxorz<1>::fits(stage, board)) return make_wide_engine(stage, std::move(board));
    return std::make_shared<Engine<Bloxorz<1>>>(Bloxorz<1>(stage, std::move(board)));
}

std::vector<std::string> searches() { return Engine<Bloxorz<1>>::searches(); }

}  // namespace unriddle::bloxorz
