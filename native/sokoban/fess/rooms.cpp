#include "sokoban/fess/rooms.h"

#include <bit>

namespace unriddle::sokoban::fess {

Rooms::Rooms(const PreparedLevel& prepared)
    : prepared_(prepared), room_of_(prepared.squares() + 1, 0), mark_(prepared.squares() + 1, 0) {
    const Square wall = prepared.wall();
    const auto& next = prepared.next;
    // A block is named by its upper left square.
    const auto block = [&](Square cell) {
        if (cell == wall) return false;
        const Square below = next[cell][down];
        return next[cell][right] != wall && below != wall && next[below][right] != wall;
    };
    std::vector<unsigned> group(prepared.squares() + 1, 0);
    unsigned groups = 0;
    for (Square start = 0; start < wall; ++start) {
        if (!block(start) || group[start] != 0) continue;
        Squares members = {start};
        group[start] = ++groups;
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (const Square to : next[members[i]]) {
                if (!block(to) || group[to] != 0) continue;
                group[to] = groups;
                members.push_back(to);
            }
        }
        if (members.size() > 1) continue;
        group[start] = 0;  // a block on its own is no room
        --groups;
    }
    constexpr std::uint16_t several = 0xFFFF;
    for (Square cell = 0; cell < wall; ++cell) {
        if (group[cell] == 0) continue;
        const Square below = next[cell][down];
        for (const Square part : {cell, next[cell][right], below, next[below][right]}) {
            const auto room = static_cast<std::uint16_t>(group[cell]);
            if (room_of_[part] != 0 && room_of_[part] != room) room_of_[part] = several;
            if (room_of_[part] == 0) room_of_[part] = room;
        }
    }
    cells_.resize(groups + 1);
    for (Square cell = 0; cell < wall; ++cell) {
        if (room_of_[cell] == several || room_of_[cell] > 63) room_of_[cell] = 0;
        if (room_of_[cell] != 0) cells_[room_of_[cell]].push_back(cell);
    }
    if (cells_.size() > 64) cells_.resize(64);
    links_.assign(cells_.size(), 0);
    now_.assign(cells_.size(), 0);
    near_.resize(cells_.size());
    for (unsigned room = 1; room < cells_.size(); ++room) {
        links_[room] = links_of(room, prepared.walls);
        near_[room] = Mask(prepared.squares() + 1, 0);
        for (Square cell = 0; cell < wall; ++cell) {
            if (mark_[cell] != stamp_) continue;  // the walk just made
            near_[room][cell] = 1;
            for (const Square to : next[cell]) near_[room][to] = 1;
        }
        near_[room][wall] = 0;
    }
}

// The rooms that every part of `room` can be left for through corridor.
std::uint64_t Rooms::links_of(unsigned room, const Mask& full) {
    std::uint64_t common = ~std::uint64_t{0};
    bool any = false;
    ++stamp_;
    for (const Square start : cells_[room]) {
        if (full[start] || mark_[start] == stamp_) continue;
        any = true;
        std::uint64_t seen = 0;
        queue_.assign(1, start);
        mark_[start] = stamp_;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (const Square to : prepared_.next[queue_[i]]) {
                if (full[to]) continue;
                const unsigned other = room_of_[to];
                if (other != 0 && other != room) {
                    seen |= std::uint64_t{1} << other;
                } else if (mark_[to] != stamp_) {
                    mark_[to] = stamp_;
                    queue_.push_back(to);
                }
            }
        }
        common &= seen;
    }
    return any ? common : 0;
}

void Rooms::prepare(const Mask& full) {
    for (unsigned room = 1; room < cells_.size(); ++room) {
        if (links_[room] != 0) now_[room] = links_of(room, full);
    }
}

int Rooms::cuts_after(const Mask& full, Square from, Square to) {
    int gone = 0;
    for (unsigned room = 1; room < cells_.size(); ++room) {
        if (links_[room] == 0) continue;
        const bool same = !near_[room][from] && !near_[room][to];
        gone += std::popcount(links_[room] & ~(same ? now_[room] : links_of(room, full)));
    }
    return gone;
}

int Rooms::cuts(const Mask& full) {
    prepare(full);
    return cuts_after(full, prepared_.wall(), prepared_.wall());
}

}  // namespace unriddle::sokoban::fess
