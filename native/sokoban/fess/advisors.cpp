// The advisors of the forward search: each may name one push, which then costs nothing.
//
// None of them ever names a push that undoes a part of the plan.
#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "sokoban/board/moved_box.h"
#include "sokoban/fess/forward.h"

namespace unriddle::sokoban::fess {

namespace {

// Keeps the candidate with the greatest key.
template <class Key>
class Choice {
  public:
    void offer(std::size_t candidate, const Key& key) {
        if (chosen_ && !(key > key_)) return;
        chosen_ = true;
        key_ = key;
        candidate_ = candidate;
    }
    void take(std::vector<Candidate>& candidates) const {
        if (chosen_) candidates[candidate_].weight = 0;
    }
    bool chosen() const { return chosen_; }

  private:
    bool chosen_ = false;
    Key key_{};
    std::size_t candidate_ = 0;
};

}  // namespace

void ForwardSearch::advise(const Position& position, const Features& here) {
    Choice<Rank> pack, connect, link, cool, fit;
    Choice<std::tuple<int, int, Rank>> into_plan, open;
    const auto packed = static_cast<std::size_t>(here.packed);
    const Distances& from_zone = plan_.from_zone(packed);
    const bool unfinished = packed < plan_.size();
    Distances to_next;
    if (unfinished) to_next = walks(prepared_, plan_.entries()[packed].to);
    const auto steps = [](std::uint16_t distance) { return static_cast<int>(distance); };

    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& candidate = candidates_[i];
        const Features f = features(candidate.rank);
        const MacroPush& push = candidate.push;
        if (f.packed < here.packed) continue;
        if (f.packed > here.packed) pack.offer(i, candidate.rank);
        if (f.regions < here.regions) connect.offer(i, candidate.rank);
        if (f.cuts < here.cuts) link.offer(i, candidate.rank);
        if (f.out_of_plan < here.out_of_plan) fit.offer(i, candidate.rank);
        if (f.hot < here.hot) cool.offer(i, candidate.rank);
        const bool harmless = f.regions <= here.regions && f.cuts <= here.cuts;
        if (!harmless) continue;
        const bool undoable = context_.pushes_from(push.to)[push.from] != unreachable;
        if (here.out_of_plan > 0 && undoable && from_zone[push.to] != unreachable &&
            from_zone[push.from] != unreachable && from_zone[push.to] > from_zone[push.from]) {
            into_plan.offer(
                i, {-steps(from_zone[push.from]), steps(from_zone[push.to]), candidate.rank});
        }
        if (unfinished && to_next[push.to] > to_next[push.from]) {
            open.offer(i, {-steps(to_next[push.from]), steps(to_next[push.to]), candidate.rank});
        }
    }
    pack.take(candidates_);
    connect.take(candidates_);
    link.take(candidates_);
    cool.take(candidates_);
    fit.take(candidates_);
    send_explorer(position, here);
    into_plan.take(candidates_);
    if (!pack.chosen()) open.take(candidates_);
    if (candidates_.size() <= 2 && !candidates_.empty()) {
        auto first = std::max_element(
            candidates_.begin(), candidates_.end(),
            [](const auto& one, const auto& other) { return one.rank < other.rank; });
        first->weight = 0;
    }
}

// Names the best push that can be undone and after which some other box has a new push.
void ForwardSearch::send_explorer(const Position& position, const Features& here) {
    constexpr std::size_t most_tried = 40;
    std::vector<std::pair<Rank, std::size_t>> order;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const MacroPush& push = candidates_[i].push;
        if (features(candidates_[i].rank).packed < here.packed) continue;
        if (context_.pushes_from(push.to)[push.from] == unreachable) continue;
        order.emplace_back(candidates_[i].rank, i);
    }
    std::sort(order.begin(), order.end(), std::greater());
    for (std::size_t n = 0; n < std::min(most_tried, order.size()); ++n) {
        if (!opens_pushes(position, candidates_[order[n].second].push)) continue;
        candidates_[order[n].second].weight = 0;
        return;
    }
}

bool ForwardSearch::opens_pushes(const Position& position, const MacroPush& push) {
    const MovedBox moved(full_, push.from, push.to);
    context_.flood.from(push.player, full_);
    bool opens = false;
    for (const Square box : position.boxes) {
        if (box == push.from || opens) continue;
        for (std::size_t d = 0; d < 4; ++d) {
            const Square beside = prepared_.next[box][d];
            opens = opens ||
                    ((pushable_[box] >> d & 1) == 0 && !full_[beside] &&
                     context_.flood.reached(beside) && !full_[prepared_.next[box][opposite(d)]]);
        }
    }
    return opens;
}

}  // namespace unriddle::sokoban::fess
