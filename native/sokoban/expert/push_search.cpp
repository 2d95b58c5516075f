#include "sokoban/expert/push_search.h"

namespace unriddle::sokoban::expert {

PushSearch::PushSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals, Rank cell_mask)
    : FeatureSearch(tools, cell_mask),
      pushable_(tools.arena.size() + 1, 0),
      grounds_(grounds),
      corrals_(corrals),
      pi_corral_(tools) {}

FeatureSearch::Position PushSearch::start() const {
    Position start;
    start.boxes = arena_.bases;
    start.bases = {0, 0};
    start.full = arena_.blocked;
    for (const Cell box : start.boxes) start.full[box] = 1;
    start.player = tools_.flood.from(arena_.player, start.full);
    return start;
}

bool PushSearch::lost(const Position& position, const Journey&) {
    Ground* ground = grounds_.find(position.boxes, frozen_);
    return ground == nullptr || !grounds_.goals_suffice(*ground, position.boxes, position.player) ||
           corrals_.lost(position.boxes, position.player, position.full);
}

void PushSearch::generate(const Position& position) {
    Ground* ground = grounds_.find(position.boxes, frozen_);
    if (ground == nullptr) return;
    full_ = position.full;
    tools_.rooms.prepare(full_);
    const PiCorral::Answer corral = pi_corral_.find(position.boxes, position.player, full_);
    if (corral == PiCorral::Answer::dead) return;
    tools_.flood.from(position.player, full_);
    sides_.clear();
    for (const Cell box : position.boxes) {
        const unsigned sides = ground->terrain.is_wall(box) ? 0 : tools_.sides(box);
        sides_.push_back(static_cast<std::uint8_t>(sides));
        unsigned pushable = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            if ((sides >> d & 1) != 0 && !full_[arena_.next[box][opposite_of(d)]]) pushable |= 1u << d;
        }
        pushable_[box] = static_cast<std::uint8_t>(pushable);
    }
    const auto may_stand = [&](Cell cell, std::size_t side) {
        return (ground->alive[cell] >> side & 1) != 0 &&
               !tools_.loses(cell, arena_.next[cell][side], full_);
    };
    std::uint64_t base_hash = 0;
    for (const Cell box : position.boxes) base_hash ^= arena_.box_key[box];
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
        if (sides_[i] == 0) continue;
        tools_.control.look();
        if (corral == PiCorral::Answer::restricted && !pi_corral_.may_move(position.boxes[i])) continue;
        tools_.journeys.each<false>(
            full_, position.boxes[i], sides_[i], may_stand, [&](const Journey& journey) {
                Candidate candidate{};
                candidate.journey = journey;
                candidate.weight = 1;
                candidate.hash = base_hash ^ arena_.box_key[journey.from] ^
                                 arena_.box_key[journey.to] ^ arena_.player_key[journey.player];
                candidates_.push_back(candidate);
            });
    }
}

}  // namespace unriddle::sokoban::expert
