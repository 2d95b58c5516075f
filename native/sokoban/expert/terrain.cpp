#include "sokoban/expert/terrain.h"

#include <utility>

namespace unriddle::sokoban::expert {

Terrain::Terrain(const Arena& arena, Mask walls)
    : arena_(arena),
      walls_(std::move(walls)),
      joins_(arena.size() + 1, 0),
      mark_(arena.size() + 1, 0) {}

void Terrain::find_joins(Cell cell) {
    // Where the free cells around hang together, so do the sides: no flood is needed.
    constexpr std::array<std::array<std::size_t, 2>, 4> round = {{{0, 3}, {3, 1}, {1, 2}, {2, 0}}};
    unsigned open = 0;
    int free = 0, linked = 0;
    for (const auto& [d, next] : round) {
        const Cell beside = arena_.next[cell][d];
        if (walls_[beside]) continue;
        ++free;
        open |= 1u << d;
        linked += !walls_[arena_.next[cell][next]] && !walls_[arena_.next[beside][next]] ? 1 : 0;
    }
    if (free - linked <= 1) {
        unsigned all = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            all |= ((open >> d & 1) != 0 ? open : 1u << d) << 4 * d;
        }
        joins_[cell] = static_cast<std::uint16_t>(all);
        return;
    }
    std::array<unsigned, 4> side{};  // which group each side is in; 0: wall
    unsigned groups = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        const Cell start = arena_.next[cell][d];
        if (walls_[start] || side[d] != 0) continue;
        ++groups;
        ++stamp_;
        queue_.clear();
        queue_.push_back(start);
        mark_[start] = stamp_;
        mark_[cell] = stamp_;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (const Cell to : arena_.next[queue_[i]]) {
                if (walls_[to] || mark_[to] == stamp_) continue;
                mark_[to] = stamp_;
                queue_.push_back(to);
            }
        }
        for (std::size_t other = d; other < 4; ++other) {
            const Cell to = arena_.next[cell][other];
            if (!walls_[to] && mark_[to] == stamp_) side[other] = groups;
        }
    }
    unsigned packed = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        unsigned mask = 1u << d;  // never 0, so that the entry says it is known
        for (std::size_t other = 0; other < 4; ++other) {
            if (side[d] != 0 && side[other] == side[d]) mask |= 1u << other;
        }
        packed |= mask << 4 * d;
    }
    joins_[cell] = static_cast<std::uint16_t>(packed);
}

unsigned Terrain::joined(Cell cell, std::size_t d) {
    if (joins_[cell] == 0) find_joins(cell);
    return joins_[cell] >> 4 * d & 15u;
}

template <bool Pull>
Distances Terrain::spread(std::span<const Cell> starts, Mask& seen) {
    Distances best(arena_.size() + 1, unreachable);
    seen.assign(arena_.size() + 1, 0);  // bit d: vertex (cell, d)
    std::vector<std::pair<Cell, std::uint8_t>> now, later;
    const auto enter = [&](auto& list, Cell cell, unsigned mask) {
        for (std::size_t d = 0; d < 4; ++d) {
            if ((mask >> d & 1) == 0 || (seen[cell] >> d & 1) != 0) continue;
            if (walls_[arena_.next[cell][d]]) continue;
            seen[cell] = static_cast<std::uint8_t>(seen[cell] | 1u << d);
            list.emplace_back(cell, static_cast<std::uint8_t>(d));
        }
    };
    for (const Cell start : starts) {
        best[start] = 0;
        enter(now, start, 15);
    }
    for (std::uint16_t depth = 1; !now.empty(); ++depth) {
        later.clear();
        for (const auto& [cell, d] : now) {
            Cell to;
            if constexpr (Pull) {
                to = arena_.next[cell][d];
                if (walls_[arena_.next[to][d]]) continue;
            } else {
                to = arena_.next[cell][opposite_of(d)];
                if (walls_[to]) continue;
            }
            if ((seen[to] >> d & 1) != 0) continue;
            if (best[to] == unreachable) best[to] = depth;
            enter(later, to, joined(to, d));
        }
        now.swap(later);
    }
    return best;
}

Distances Terrain::pushes_to(std::span<const Cell> targets) {
    Mask seen;
    return spread<true>(targets, seen);
}

Distances Terrain::pushes_from(std::span<const Cell> starts) {
    Mask seen;
    return spread<false>(starts, seen);
}

Mask Terrain::sides_to(std::span<const Cell> targets) {
    Mask seen;
    spread<true>(targets, seen);
    return seen;
}

unsigned Terrain::open_sides(Cell cell) const {
    unsigned sides = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        if (!walls_[arena_.next[cell][d]]) sides |= 1u << d;
    }
    return sides;
}

}  // namespace unriddle::sokoban::expert
