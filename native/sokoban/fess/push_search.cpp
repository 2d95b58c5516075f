#include "sokoban/fess/push_search.h"

namespace unriddle::sokoban::fess {

PushSearch::PushSearch(Context& context, Rank cell_mask)
    : FeatureSearch(context, cell_mask), pushable_(context.prepared.squares() + 1, 0) {}

FeatureSearch::Position PushSearch::start() const {
    Position start = position_of(prepared_.bases, prepared_.player);
    start.player = context_.flood.from(start.player, start.full);
    return start;
}

bool PushSearch::lost(const Position& position) {
    const FrozenBoard* frozen = context_.frozen_boards.find(position.boxes);
    return context_.is_lost(frozen, position.boxes, position.player, position.full);
}

void PushSearch::generate(const Position& position) {
    const FrozenBoard* frozen = context_.frozen_boards.find(position.boxes);
    if (frozen == nullptr) return;
    const auto corral = context_.find_corral(position.boxes, position.player, position.full);
    if (corral == Corrals::Finding::dead) return;
    turn_to(position);
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
        const Square box = position.boxes[i];
        if (frozen->graph.is_wall(box)) sides_[i] = 0;
        unsigned pushable = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides_[i] >> d & 1) != 0 && !full_[prepared_.next[box][opposite(d)]])
                pushable |= 1u << d;
        }
        pushable_[box] = static_cast<std::uint8_t>(pushable);
    }
    const auto may_stand = [&](Square square, std::size_t side) {
        return (frozen->alive[square] >> side & 1) != 0 &&
               !context_.loses(square, prepared_.next[square][side], full_);
    };
    const std::uint64_t hash = prepared_.zobrist.boxes(position.boxes);
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
        if (sides_[i] == 0) continue;
        context_.control.check_limits();
        const Square box = position.boxes[i];
        if (corral == Corrals::Finding::corral && !context_.pi_corrals.may_move(box)) continue;
        context_.macro_pushes.each<false>(full_, box, sides_[i], may_stand,
                                          [&](const MacroPush& push) {
                                              Candidate candidate{};
                                              candidate.push = push;
                                              candidate.weight = 1;
                                              candidate.hash = hash_after(hash, push);
                                              candidates_.push_back(candidate);
                                          });
    }
}

}  // namespace unriddle::sokoban::fess
