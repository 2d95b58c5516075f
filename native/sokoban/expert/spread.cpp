#include "sokoban/expert/spread.h"

#include <algorithm>
#include <utility>

#include "sokoban/expert/moved_box.h"
#include "sokoban/expert/pulls.h"

namespace unriddle::sokoban::expert {

namespace {

constexpr std::int32_t most_distance = (1 << 22) - 1;

std::uint64_t few(int value) { return static_cast<std::uint64_t>(255 - std::clamp(value, 0, 255)); }

}  // namespace

SpreadSearch::SpreadSearch(Toolbox& tools, Cells goals)
    : FeatureSearch(tools, ~Rank{0} << 48),
      goals_(std::move(goals)),
      live_(tools.arena.size() + 1, 0),
      prices_(Metered<std::uint16_t>(tools.control)),
      matching_(goals_.size(), goals_.size(), tools.control) {
    for (const Distances& pushes : arena_.from_base) {
        for (std::size_t cell = 0; cell < arena_.size(); ++cell) live_[cell] |= pushes[cell] != unreachable;
    }
    prices_.resize(arena_.size() * goals_.size());
    for (std::size_t i = 0; i < goals_.size(); ++i) {
        const auto goal = static_cast<std::size_t>(
            std::find(arena_.goals.begin(), arena_.goals.end(), goals_[i]) - arena_.goals.begin());
        for (std::size_t cell = 0; cell < arena_.size(); ++cell) {
            prices_[cell * goals_.size() + i] = arena_.to_goal[goal][cell];
        }
    }
}

// Boxes that nobody could pull.
int SpreadSearch::stuck() const {
    int count = 0;
    for (const Cell box : boxes_) {
        bool free = false;
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell beside = arena_.next[box][d];
            free = free || (!full_[beside] && !full_[arena_.next[beside][d]]);
        }
        count += free ? 0 : 1;
    }
    return count;
}

// The rank of `full_` with `boxes_` on it.
Rank SpreadSearch::measure(const Journey* journey, std::int32_t distance) {
    const int regions = journey != nullptr && journey->regions != 0
                            ? journey->regions
                            : count_regions(arena_, full_, tools_.flood);
    const int cuts = journey != nullptr ? tools_.rooms.cuts_after(full_, journey->from, journey->to)
                                        : tools_.rooms.cuts(full_);
    return few(regions) << 56 | few(cuts) << 48 | few(regions == 1 ? stuck() : 255) << 40 |
           static_cast<Rank>(std::min(distance, most_distance));
}

void SpreadSearch::begin(Cell ending) {
    Position end;
    end.boxes = goals_;
    end.player = ending;
    end.bases = {0, 0};
    end.full = arena_.blocked;
    for (const Cell box : end.boxes) end.full[box] = 1;
    full_ = end.full;
    boxes_ = end.boxes;
    const Rank first = measure(nullptr, 0);
    add_root(std::move(end), first);
}

bool SpreadSearch::lost(const Position& position, const Journey&) {
    return !tools_.assignment.exists(
        position.boxes.size(), arena_.bases.size(), [&](std::size_t box, std::size_t base) {
            return arena_.from_base[base][position.boxes[box]] != unreachable;
        });
}

bool SpreadSearch::expand(const Position& position, Rank here) {
    full_ = position.full;
    tools_.rooms.prepare(full_);
    tools_.flood.from(position.player, full_);
    sides_.clear();
    rows_.clear();
    for (const Cell box : position.boxes) {
        sides_.push_back(static_cast<std::uint8_t>(tools_.sides(box)));
        rows_.push_back(row(box));
    }
    matching_.solve(rows_);
    std::vector<Journey> journeys;
    std::uint64_t base_hash = 0;
    for (const Cell box : position.boxes) base_hash ^= arena_.box_key[box];
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
        if (sides_[i] == 0) continue;
        tools_.control.look();
        journeys.clear();
        tools_.journeys.each<true>(
            full_, position.boxes[i], sides_[i],
            [&](Cell cell, std::size_t) { return live_[cell] != 0; },
            [&](const Journey& journey) { journeys.push_back(journey); });
        for (std::size_t n = 0; n < journeys.size(); ++n) {
            const Journey& journey = journeys[n];
            if (n % 64 == 63) tools_.control.look();
            const MovedBox moved(full_, journey.from, journey.to);
            if (can_pull(tools_, journey.player, full_)) {
                boxes_.assign(position.boxes.begin(), position.boxes.end());
                boxes_[i] = journey.to;
                Candidate candidate{};
                candidate.journey = journey;
                candidate.hash = base_hash ^ arena_.box_key[journey.from] ^
                                 arena_.box_key[journey.to] ^ arena_.player_key[journey.player];
                candidate.node = node_of(candidate.hash, [&] {
                    return measure(&journey, matching_.with(i, row(journey.to)));
                });
                candidate.rank = rank_of(candidate.node);
                candidate.weight = candidate.rank > here ? 0 : 1;
                candidates_.push_back(candidate);
            }
        }
    }
    return false;
}

}  // namespace unriddle::sokoban::expert
