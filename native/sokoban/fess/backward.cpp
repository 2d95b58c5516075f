#include "sokoban/fess/backward.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sokoban/board/moved_box.h"

namespace unriddle::sokoban::fess {

namespace {

constexpr std::uint16_t far_enough = 6;  // a sink must be in another room, or this many steps away

}  // namespace

BackwardSearch::BackwardSearch(Context& context, Squares goals, PullOrder order)
    : FeatureSearch(context, cell_mask()),
      goals_(std::move(goals)),
      order_(order),
      is_hole_(context.prepared.squares() + 1, 0),
      is_sink_(context.prepared.squares() + 1, 0),
      walks_(context.prepared.squares()) {
    Mask walls = prepared_.walls;
    for (bool changed = true; changed;) {
        changed = false;
        for (const Square goal : goals_) {
            if (is_hole_[goal]) continue;
            int closed = 0;
            for (const Square to : prepared_.next[goal]) closed += walls[to] ? 1 : 0;
            if (closed < 3) continue;
            is_hole_[goal] = walls[goal] = 1;
            changed = true;
        }
    }
}

Rank BackwardSearch::rank(const Features& f) {
    return static_cast<Rank>(1023 - f.left) << 54 | few(f.regions) << 46 | few(f.on_goals) << 38 |
           few(f.cuts) << 30 | std::min(most_spread, f.spread);
}

BackwardSearch::Features BackwardSearch::features(Rank rank) {
    return {1023 - static_cast<int>(rank >> 54), count_in(rank, 46), count_in(rank, 38),
            count_in(rank, 30), static_cast<std::uint32_t>(rank & most_spread)};
}

Rank BackwardSearch::cell_mask() { return ~Rank{0} << 30; }

BackwardSearch::Features BackwardSearch::measure(const Mask& full, std::span<const Square> boxes,
                                                 const MacroPush* push) {
    Features f{};
    f.left = static_cast<int>(boxes.size());
    f.regions = regions(full, push);
    f.cuts = cuts(full, push);
    for (const Square box : boxes) {
        f.on_goals += prepared_.is_goal[box];
        f.spread += prepared_.spread[box];
    }
    return f;
}

void BackwardSearch::begin(Square ending) {
    BaseSet all{};
    for (std::size_t base = 0; base < prepared_.bases.size(); ++base) {
        all[base / 64] |= std::uint64_t{1} << base % 64;
    }
    Position end = position_of(goals_, ending, all);
    const Rank first = rank(measure(end.full, end.boxes, nullptr));
    add_root(std::move(end), first);
}

// The largest groups of waiting bases between which a box can be pushed to and fro, with the boxes
// of the position as walls.
void BackwardSearch::find_sinks(const Position& position) {
    std::fill(is_sink_.begin(), is_sink_.end(), std::uint8_t{0});
    context_.flood.from(position.player, position.full);
    std::vector<std::pair<Square, std::uint8_t>> free;
    for (std::size_t base = 0; base < prepared_.bases.size(); ++base) {
        const Square cell = prepared_.bases[base];
        if (!waits(position.bases, base) || position.full[cell] || !context_.flood.reached(cell))
            continue;
        free.emplace_back(cell, static_cast<std::uint8_t>(context_.flood.sides(cell)));
    }
    std::vector<Mask> reaches;
    full_ = position.full;
    for (const auto& [cell, sides] : free) {
        Mask reach(prepared_.squares() + 1, 0);
        reach[cell] = 1;
        context_.macro_pushes.each<false>(
            full_, cell, sides, [](Square, std::size_t) { return true; },
            [&](const MacroPush& push) { reach[push.to] = 1; });
        full_[cell] = 0;  // no box stands there
        reaches.push_back(std::move(reach));
    }
    std::size_t largest = 0;
    std::vector<std::size_t> size(free.size(), 0);
    const auto together = [&](std::size_t i, std::size_t j) {
        return reaches[i][free[j].first] && reaches[j][free[i].first];
    };
    for (std::size_t i = 0; i < free.size(); ++i) {
        for (std::size_t j = 0; j < free.size(); ++j) size[i] += together(i, j) ? 1 : 0;
        largest = std::max(largest, size[i]);
    }
    for (std::size_t i = 0; i < free.size(); ++i) {
        if (size[i] == largest) is_sink_[free[i].first] = 1;
    }
}

bool BackwardSearch::lost(const Position& position) {
    return !can_come(position.boxes, position.bases);
}

// Can every box come from a waiting base of its own?
bool BackwardSearch::can_come(std::span<const Square> boxes, const BaseSet& bases) {
    return bases_suffice(boxes, [&](std::size_t base) { return waits(bases, base); });
}

void BackwardSearch::add(const Position& position, const MacroPush& push, bool sinks) {
    Candidate candidate{};
    candidate.push = push;
    candidate.weight = 1;
    candidate.sinks = sinks;
    const MovedBox moved(full_, push.from, sinks ? nowhere : push.to);
    if (sinks) {
        candidate.push.player = context_.flood.from(push.player, full_);
        candidate.push.regions = 0;
    }
    boxes_.clear();
    for (const Square box : position.boxes) {
        if (box != push.from) boxes_.push_back(box);
    }
    if (!sinks) boxes_.push_back(push.to);
    if (boxes_.empty() || context_.can_pull(candidate.push.player, full_)) {
        BaseSet bases = position.bases;
        if (sinks) take_off(bases, push.to);
        // A sink that the other boxes cannot spare is none.
        if (!sinks || can_come(boxes_, bases)) {
            candidate.hash = hash(boxes_, candidate.push.player, bases);
            candidate.node = node_of(candidate.hash,
                                     [&] { return rank(measure(full_, boxes_, &candidate.push)); });
            candidate.rank = rank_of(candidate.node);
            candidates_.push_back(candidate);
        }
    }
}

bool BackwardSearch::expand(const Position& position, Rank here) {
    std::size_t at_home = 0;
    for (std::size_t base = 0; base < prepared_.bases.size(); ++base) {
        at_home += waits(position.bases, base) && position.full[prepared_.bases[base]] ? 1 : 0;
    }
    arrived_ = at_home == position.boxes.size();
    if (arrived_) return false;
    find_sinks(position);
    turn_to(position);
    std::vector<MacroPush> all, sinking;
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
        if (sides_[i] == 0) continue;
        const Square from = position.boxes[i];
        if (walks_[from].empty()) walks_[from] = walks(prepared_, from);
        std::size_t found = 0;
        context_.macro_pushes.each<true>(
            full_, from, sides_[i],
            [&](Square cell, std::size_t) { return prepared_.from_a_base[cell] != 0; },
            [&](const MacroPush& push) {
                all.push_back(push);
                if (!is_sink_[push.to]) return;
                const unsigned room = context_.rooms.of(from);
                const bool away = (room != 0 && context_.rooms.of(push.to) != room) ||
                                  walks_[from][push.to] >= far_enough;
                if (!away) return;
                sinking.push_back(push);
            });
        while (found < sinking.size()) {  // one sink a box is enough
            const std::size_t before = candidates_.size();
            add(position, sinking[found], true);
            found = candidates_.size() > before ? sinking.size() : found + 1;
        }
        sinking.clear();
    }
    if (!candidates_.empty() && position.boxes.size() == 1) return true;
    if (candidates_.empty()) {
        for (const MacroPush& push : all) {
            if (candidates_.size() % 64 == 63) context_.control.check_limits();
            add(position, push, false);
        }
    }
    advise(position, features(here));
    return false;
}

void BackwardSearch::advise(const Position&, const Features& here) {
    const auto choose = [this](auto&& eligible, auto&& key) {
        std::size_t best = candidates_.size();
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (!eligible(candidates_[i])) continue;
            if (best == candidates_.size() || key(candidates_[i]) > key(candidates_[best]))
                best = i;
        }
        if (best < candidates_.size()) candidates_[best].weight = 0;
        return best < candidates_.size();
    };
    const auto not_hole = [this](const Candidate& c) { return is_hole_[c.push.from] ? 0 : 1; };
    const auto regions = [](const Candidate& c) { return -features(c.rank).regions; };
    const auto length = [this](const Candidate& c) {
        const auto steps = static_cast<int>(walks_[c.push.from][c.push.to]);
        return order_ == PullOrder::from_afar ? steps : -steps;
    };
    if (!candidates_.empty() && candidates_.front().sinks) {
        choose([](const Candidate&) { return true; },
               [&](const Candidate& c) {
                   return std::tuple(prepared_.is_goal[c.push.from] ? 0 : 1, not_hole(c),
                                     regions(c), length(c));
               });
        return;
    }
    choose(
        [&](const Candidate& c) {
            const Features f = features(c.rank);
            return prepared_.is_goal[c.push.from] && !prepared_.is_goal[c.push.to] &&
                   f.regions <= here.regions && f.cuts <= here.cuts && f.spread > here.spread;
        },
        [&](const Candidate& c) {
            return std::tuple(not_hole(c), regions(c), -features(c.rank).cuts, length(c));
        });
    choose([&](const Candidate& c) { return features(c.rank).regions < here.regions; },
           [](const Candidate& c) { return c.rank; });
    choose([&](const Candidate& c) { return features(c.rank).cuts < here.cuts; },
           [](const Candidate& c) { return c.rank; });
}

Plan BackwardSearch::plan() const {
    const std::vector<std::uint32_t> spots = path(best());
    std::vector<Entry> entries;
    // Where the box of each entry stands while it is the last one to move it.
    std::vector<Square> at;
    for (const Square box : boxes(spot(spots.back()))) {
        entries.push_back({box, for_good});
        at.push_back(box);
    }
    const std::size_t initial = entries.size();
    std::vector<std::size_t> holder(prepared_.squares() + 1, ~std::size_t{0});
    for (std::size_t i = 0; i < initial; ++i) holder[entries[i].to] = i;
    Square last = nowhere;  // where the box moved last stands
    for (std::size_t i = spots.size(); i-- > 1;) {
        const Spot& step = spot(spots[i]);
        const Square to = step.push.from;  // read forwards, the box arrives there
        const Square from = step.push.to;
        if (!step.sank && from == last) {  // the same box goes on: one entry
            entries.back().to = to;
            holder[to] = holder[from];
        } else {
            if (!step.sank)
                entries[holder[from]].until = static_cast<std::uint32_t>(entries.size());
            holder[to] = entries.size();
            entries.push_back({to, for_good});
        }
        last = to;
    }
    return Plan(prepared_, std::move(entries), initial);
}

}  // namespace unriddle::sokoban::fess
