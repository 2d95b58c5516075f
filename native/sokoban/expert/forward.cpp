#include "sokoban/expert/forward.h"

#include <algorithm>

namespace unriddle::sokoban::expert {

namespace {

constexpr std::uint32_t most_spread = (1u << 22) - 1;

std::uint64_t few(int value) { return static_cast<std::uint64_t>(255 - std::clamp(value, 0, 255)); }
int back(Rank rank, int shift) { return 255 - static_cast<int>(rank >> shift & 255); }

}  // namespace

ForwardSearch::ForwardSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals,
                             Plan& plan)
    : FeatureSearch(tools, cell_mask()),
      grounds_(grounds),
      corrals_(corrals),
      plan_(plan),
      pi_corral_(tools),
      pushable_(tools.arena.size() + 1, 0) {}

Rank ForwardSearch::rank(const Features& f) {
    return static_cast<Rank>(f.packed) << 54 | few(f.regions) << 46 | few(f.cuts) << 38 |
           few(f.out_of_plan) << 30 | few(f.hot) << 22 | (most_spread - std::min(most_spread, f.spread));
}

ForwardSearch::Features ForwardSearch::features(Rank rank) {
    return {static_cast<int>(rank >> 54), back(rank, 46), back(rank, 38), back(rank, 30),
            back(rank, 22), most_spread - static_cast<std::uint32_t>(rank & most_spread)};
}

Rank ForwardSearch::cell_mask() {
    return Rank{1023} << 54 | Rank{255} << 46 | Rank{255} << 30;
}

ForwardSearch::Features ForwardSearch::measure(const Mask& full, std::span<const Cell> boxes,
                                               const Journey* journey) {
    Features f{};
    f.packed = static_cast<int>(plan_.packed(full));
    f.regions = journey != nullptr && journey->regions != 0
                    ? journey->regions
                    : count_regions(arena_, full, tools_.flood);
    f.cuts = journey != nullptr ? tools_.rooms.cuts_after(full, journey->from, journey->to)
                                : tools_.rooms.cuts(full);
    const Mask& zone = plan_.zone(static_cast<std::size_t>(f.packed));
    for (const Cell box : boxes) {
        f.out_of_plan += zone[box];
        f.spread += arena_.spread[box];
    }
    f.out_of_plan = std::max(f.out_of_plan,
                             plan_.without_entry(boxes, static_cast<std::size_t>(f.packed)));
    f.hot = tools_.hotspots.count(boxes);
    return f;
}

void ForwardSearch::begin() {
    Position start;
    start.boxes = arena_.bases;
    start.bases = {0, 0};
    start.full = arena_.blocked;
    for (const Cell box : start.boxes) start.full[box] = 1;
    start.player = tools_.flood.from(arena_.player, start.full);
    const Rank first = rank(measure(start.full, start.boxes, nullptr));
    add_root(std::move(start), first);
}

bool ForwardSearch::lost(const Position& position, const Journey&) {
    Ground* ground = grounds_.find(position.boxes, frozen_);
    return ground == nullptr || !grounds_.goals_suffice(*ground, position.boxes, position.player) ||
           corrals_.lost(position.boxes, position.player, position.full);
}

void ForwardSearch::generate(const Position& position) {
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
        return (ground->alive[cell] >> side & 1) != 0 && !tools_.freeze.loses(cell, full_, arena_.blocked);
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

bool ForwardSearch::expand(const Position& position, Rank here) {
    generate(position);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        Candidate& candidate = candidates_[i];
        const Journey& journey = candidate.journey;
        if (i % 64 == 63) tools_.control.look();
        full_[journey.from] = 0;
        full_[journey.to] = 1;
        bool done = true;
        boxes_.assign(position.boxes.begin(), position.boxes.end());
        for (Cell& box : boxes_) {
            if (box == journey.from) box = journey.to;
            done = done && arena_.is_goal[box];
        }
        candidate.node = node_of(candidate.hash,
                                 [&] { return rank(measure(full_, boxes_, &journey)); });
        candidate.rank = rank_of(candidate.node);
        if (done) {
            std::swap(candidates_[i], candidates_.back());
            return true;
        }
        full_[journey.from] = 1;
        full_[journey.to] = 0;
    }
    advise(position, features(here));
    return false;
}

}  // namespace unriddle::sokoban::expert
