#include "sokoban/fess/spread.h"

#include <algorithm>
#include <utility>

#include "sokoban/board/moved_box.h"

namespace unriddle::sokoban::fess {

namespace {

constexpr std::int32_t most_distance = (1 << 22) - 1;

}  // namespace

SpreadSearch::SpreadSearch(Context& context, Squares goals)
    : FeatureSearch(context, ~Rank{0} << 48),
      goals_(std::move(goals)),
      prices_(context.control),
      matching_(goals_.size(), goals_.size(), context.control) {
    prices_.resize(prepared_.squares() * goals_.size());
    for (std::size_t i = 0; i < goals_.size(); ++i) {
        const auto goal = static_cast<std::size_t>(
            std::find(prepared_.goals.begin(), prepared_.goals.end(), goals_[i]) -
            prepared_.goals.begin());
        for (std::size_t cell = 0; cell < prepared_.squares(); ++cell) {
            prices_[cell * goals_.size() + i] = prepared_.to_goal[goal][cell];
        }
    }
}

// Boxes that nowhere could pull.
int SpreadSearch::stuck() const {
    int count = 0;
    for (const Square box : boxes_) {
        bool free = false;
        for (std::size_t d = 0; d < 4; ++d) {
            const Square beside = prepared_.next[box][d];
            free = free || (!full_[beside] && !full_[prepared_.next[beside][d]]);
        }
        count += free ? 0 : 1;
    }
    return count;
}

// The rank of `full_` with `boxes_` on it.
Rank SpreadSearch::measure(const MacroPush* push, std::int32_t distance) {
    const int parts = regions(full_, push);
    return few(parts) << 56 | few(cuts(full_, push)) << 48 | few(parts == 1 ? stuck() : 255) << 40 |
           static_cast<Rank>(std::min(distance, most_distance));
}

void SpreadSearch::begin(Square ending) {
    Position end = position_of(goals_, ending);
    full_ = end.full;
    boxes_ = end.boxes;
    const Rank first = measure(nullptr, 0);
    add_root(std::move(end), first);
}

bool SpreadSearch::lost(const Position& position) {
    return !bases_suffice(position.boxes, [](std::size_t) { return true; });
}

bool SpreadSearch::expand(const Position& position, Rank here) {
    turn_to(position);
    rows_.clear();
    for (const Square box : position.boxes) rows_.push_back(row(box));
    matching_.solve(rows_);
    std::vector<MacroPush> macro_pushes;
    const std::uint64_t hash = prepared_.zobrist.boxes(position.boxes);
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
        if (sides_[i] == 0) continue;
        context_.control.check_limits();
        macro_pushes.clear();
        context_.macro_pushes.each<true>(
            full_, position.boxes[i], sides_[i],
            [&](Square cell, std::size_t) { return prepared_.from_a_base[cell] != 0; },
            [&](const MacroPush& push) { macro_pushes.push_back(push); });
        for (std::size_t n = 0; n < macro_pushes.size(); ++n) {
            const MacroPush& push = macro_pushes[n];
            if (n % 64 == 63) context_.control.check_limits();
            const MovedBox moved(full_, push.from, push.to);
            if (context_.can_pull(push.player, full_)) {
                boxes_.assign(position.boxes.begin(), position.boxes.end());
                boxes_[i] = push.to;
                Candidate candidate{};
                candidate.push = push;
                candidate.hash = hash_after(hash, push);
                candidate.node = node_of(candidate.hash, [&] {
                    return measure(&push, matching_.with(i, row(push.to)));
                });
                candidate.rank = rank_of(candidate.node);
                candidate.weight = candidate.rank > here ? 0 : 1;
                candidates_.push_back(candidate);
            }
        }
    }
    return false;
}

}  // namespace unriddle::sokoban::fess
