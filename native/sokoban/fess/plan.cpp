#include "sokoban/fess/plan.h"

#include <utility>

namespace unriddle::sokoban::fess {

namespace {

// Squares from which a box can be pushed to one square.
Mask reaching(const PreparedLevel& prepared, const Mask& walls, Square to) {
    const PushGraph graph(prepared, walls);
    Mask reach(prepared.squares() + 1, 0);
    reach[to] = 1;
    graph.search<true>({&to, 1},
                       [&](Square square, unsigned, std::uint32_t) { reach[square] = 1; });
    return reach;
}

}  // namespace

Plan::Plan(const PreparedLevel& prepared, std::vector<Entry> entries, std::size_t initial)
    : entries_(std::move(entries)), initial_(initial), prepared_(&prepared) {
    find_zones(prepared);
}

const Plan::Serving& Plan::serving(std::size_t packed) {
    const PreparedLevel& prepared = *prepared_;
    if (serving_.empty()) {
        serving_.resize(entries_.size() + 1);
        step_at_.assign(prepared.squares() + 1, for_good);
        Mask walls = prepared.walls;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const Square to = entries_[i].to;
            reach_.push_back(reaching(prepared, walls, to));
            if (entries_[i].until != for_good) continue;
            walls[to] = 1;
            step_at_[to] = static_cast<std::uint32_t>(i);
        }
    }
    Serving& serves = serving_[packed];
    if (!serves.empty()) return serves;
    serves.assign(prepared.squares() + 1, {0, 0});
    Mask walls = prepared.walls;
    for (std::size_t i = 0; i < packed; ++i) {
        if (entries_[i].until == for_good) walls[entries_[i].to] = 1;
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        std::size_t last = i;  // where the box of this entry comes to rest
        while (entries_[last].until != for_good) last = entries_[last].until;
        if (last < packed) continue;
        const Mask reach = i < packed ? reaching(prepared, walls, entries_[i].to) : reach_[i];
        for (std::size_t cell = 0; cell < prepared.squares(); ++cell) {
            if (reach[cell]) serves[cell][last / 64] |= std::uint64_t{1} << last % 64;
        }
    }
    return serves;
}

int Plan::without_entry(std::span<const Square> boxes, std::size_t packed) {
    if (entries_.size() > most_entries) return 0;
    const Serving& serves = serving(packed);
    matching_.begin(entries_.size());
    int without = 0;
    for (const Square box : boxes) {
        if (step_at_[box] < packed) continue;
        const std::span<const Matching::Word> wants(serves[box]);
        if (!matching_.add(wants.first(Matching::words(entries_.size())))) ++without;
    }
    return without;
}

std::size_t Plan::packed(const Mask& full) const {
    std::size_t present = 0, missing_for_good = 0;
    for (std::size_t i = 0; i < initial_; ++i) {
        const bool there = full[entries_[i].to] != 0;
        present += there ? 1 : 0;
        missing_for_good += !there && entries_[i].until == for_good ? 1 : 0;
    }
    if (missing_for_good != 0) return present;
    std::size_t done = entries_.size();
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (std::size_t i = initial_; i < done; ++i) {
            if (full[entries_[i].to] || entries_[i].until < done) continue;
            done = i;
            shorter = true;
        }
    }
    std::size_t missing = 0;
    for (std::size_t i = 0; i < initial_; ++i) {
        missing += !full[entries_[i].to] && entries_[i].until >= done ? 1 : 0;
    }
    return done - missing;
}

void Plan::find_zones(const PreparedLevel& prepared) {
    const std::size_t steps = entries_.size();
    // zone after s entries, for s below the number of entries
    std::vector<Mask> after;
    std::vector<Mask> walls_after;
    for (std::size_t s = 0; s < steps; ++s) {
        Mask walls = prepared.walls;
        for (std::size_t i = 0; i < s; ++i) {
            if (entries_[i].until == for_good) walls[entries_[i].to] = 1;
        }
        Squares targets;
        for (std::size_t i = s; i < steps; ++i) {
            if (!walls[entries_[i].to]) targets.push_back(entries_[i].to);
        }
        PushGraph graph(prepared, walls);
        const Distances reach = graph.pushes_to(targets);
        Mask zone(prepared.squares() + 1, 0);
        for (Square cell = 0; cell < prepared.wall(); ++cell) {
            zone[cell] = !walls[cell] && !prepared.is_dead[cell] && reach[cell] == unreachable;
        }
        after.push_back(std::move(zone));
        walls_after.push_back(std::move(walls));
    }
    if (after.empty()) {
        after.emplace_back(prepared.squares() + 1, 0);
        walls_after.push_back(prepared.walls);
    }
    // A box must have left a zone before the step at which the zone appears, so that zone is in
    // force as soon as the one before it is.
    zone_of_.assign(steps + 1, 0);
    std::uint32_t current = 0;
    for (std::size_t s = after.size(); s-- > 0;) {
        if (zones_.empty() || after[s] != zones_.back()) {
            zones_.push_back(after[s]);
            Squares sources;
            for (Square cell = 0; cell < prepared.wall(); ++cell) {
                if (after[s][cell]) sources.push_back(cell);
            }
            Distances least(prepared.squares() + 1, unreachable);
            if (!sources.empty()) {
                PushGraph graph(prepared, walls_after[s]);
                least = graph.pushes_from(sources);
            }
            from_zones_.push_back(std::move(least));
            current = static_cast<std::uint32_t>(zones_.size() - 1);
        }
        // `current` is the zone after s entries; before its first entry the next zone counts.
        zone_of_[s] = current;
    }
    std::vector<std::uint32_t> soon(zone_of_);
    for (std::size_t s = 0; s + 1 < after.size(); ++s) {
        std::size_t change = s + 1;
        while (change + 1 < after.size() && zone_of_[change] == zone_of_[s]) ++change;
        soon[s] = zone_of_[change];
    }
    soon[steps] = soon[steps > 0 ? steps - 1 : 0];
    zone_of_ = std::move(soon);
}

}  // namespace unriddle::sokoban::fess
