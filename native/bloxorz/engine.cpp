#include "bloxorz/engine.h"

#include "bloxorz/domain.h"
#include "search/engine.h"

namespace unriddle::bloxorz {

std::shared_ptr<const AnyEngine> make_engine(const Stage& stage) {
    return std::make_shared<Engine<Bloxorz>>(Bloxorz(stage));
}

std::vector<std::string> searches() { return Engine<Bloxorz>::searches(); }

}  // namespace unriddle::bloxorz
