#include "sokoban/fess/gather.h"

#include <algorithm>
#include <utility>

namespace unriddle::sokoban::fess {

namespace {

constexpr std::int32_t most_distance = (1 << 22) - 1;

}  // namespace

GatherSearch::GatherSearch(Context& context, Squares target)
    : PushSearch(context, ~Rank{0} << 46),
      target_(std::move(target)),
      is_target_(context.prepared.squares() + 1, 0),
      prices_(context.control),
      matching_(target_.size(), target_.size(), context.control) {
    prices_.resize(prepared_.squares() * target_.size());
    for (std::size_t i = 0; i < target_.size(); ++i) {
        is_target_[target_[i]] = 1;
        const Distances pushes = prepared_.graph.pushes_to({&target_[i], 1});
        for (std::size_t cell = 0; cell < prepared_.squares(); ++cell) {
            prices_[cell * target_.size() + i] = pushes[cell];
        }
        context_.control.check_limits();
    }
}

// The rank of `full_` with `boxes_` on it.
Rank GatherSearch::measure(const MacroPush* push, std::int32_t distance) {
    int placed = 0, stuck = 0;
    for (const Square box : boxes_) {
        placed += is_target_[box];
        if (is_target_[box]) continue;
        const auto& next = prepared_.next[box];
        stuck += (full_[next[0]] || full_[next[1]]) && (full_[next[2]] || full_[next[3]]) ? 1 : 0;
    }
    const bool possible = distance != Assignment<std::uint16_t>::impossible;
    return static_cast<Rank>(possible ? 1 : 0) << 62 | few(regions(full_, push)) << 54 |
           static_cast<Rank>(placed) << 46 | few(stuck) << 38 |
           static_cast<Rank>(most_distance - std::min(most_distance, distance));
}

void GatherSearch::set_rows(const Position& position) {
    rows_.clear();
    for (const Square box : position.boxes) rows_.push_back(row(box));
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
    const auto rank = [&](const MacroPush& push) {
        const auto box = static_cast<std::size_t>(
            std::find(position.boxes.begin(), position.boxes.end(), push.from) -
            position.boxes.begin());
        return measure(&push, matching_.with(box, row(push.to)));
    };
    if (rank_all(position, rank)) return true;
    for (Candidate& candidate : candidates_) candidate.weight = candidate.rank > here ? 0 : 1;
    return false;
}

}  // namespace unriddle::sokoban::fess
