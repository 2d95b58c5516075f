#include "sokoban/expert/gather.h"

#include <algorithm>
#include <utility>

namespace unriddle::sokoban::expert {

namespace {

constexpr std::int32_t most_distance = (1 << 22) - 1;

std::uint64_t few(int value) { return static_cast<std::uint64_t>(255 - std::clamp(value, 0, 255)); }

}  // namespace

GatherSearch::GatherSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals, Cells target)
    : PushSearch(tools, grounds, corrals, ~Rank{0} << 46),
      target_(std::move(target)),
      is_target_(tools.arena.size() + 1, 0),
      prices_(Metered<std::uint16_t>(tools.control)),
      matching_(target_.size(), target_.size(), tools.control) {
    prices_.resize(arena_.size() * target_.size());
    for (std::size_t i = 0; i < target_.size(); ++i) {
        is_target_[target_[i]] = 1;
        const Distances pushes = tools_.open.pushes_to({&target_[i], 1});
        for (std::size_t cell = 0; cell < arena_.size(); ++cell) {
            prices_[cell * target_.size() + i] = pushes[cell];
        }
        tools_.control.look();
    }
}

// The rank of `full_` with `boxes_` on it.
Rank GatherSearch::measure(const Journey* journey, std::int32_t distance) {
    const int regions = journey != nullptr && journey->regions != 0
                            ? journey->regions
                            : count_regions(arena_, full_, tools_.flood);
    int placed = 0, stuck = 0;
    for (const Cell box : boxes_) {
        placed += is_target_[box];
        if (is_target_[box]) continue;
        const auto& next = arena_.next[box];
        stuck += (full_[next[0]] || full_[next[1]]) && (full_[next[2]] || full_[next[3]]) ? 1 : 0;
    }
    const bool possible = distance != sokoban::Assignment::impossible;
    return static_cast<Rank>(possible ? 1 : 0) << 62 | few(regions) << 54 |
           static_cast<Rank>(placed) << 46 | few(stuck) << 38 |
           static_cast<Rank>(most_distance - std::min(most_distance, distance));
}

void GatherSearch::set_rows(const Position& position) {
    rows_.clear();
    for (const Cell box : position.boxes) rows_.push_back(row(box));
}

void GatherSearch::begin() {
    Position start = this->start();
    set_rows(start);
    full_ = start.full;
    boxes_ = start.boxes;
    const Rank first = measure(nullptr, matching_.solve(rows_));
    add_root(std::move(start), first);
}

bool GatherSearch::expand(const Position& position, Rank here) {
    generate(position);
    set_rows(position);
    matching_.solve(rows_);
    const auto rank = [&](const Journey& journey) {
        const auto box = static_cast<std::size_t>(
            std::find(position.boxes.begin(), position.boxes.end(), journey.from) -
            position.boxes.begin());
        return measure(&journey, matching_.with(box, row(journey.to)));
    };
    if (rank_all(position, rank)) return true;
    for (Candidate& candidate : candidates_) candidate.weight = candidate.rank > here ? 0 : 1;
    return false;
}

}  // namespace unriddle::sokoban::expert
