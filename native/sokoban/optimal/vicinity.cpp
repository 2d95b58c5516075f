#include "sokoban/optimal/vicinity.h"

#include <algorithm>
#include <bit>

namespace unriddle::sokoban {

namespace {

// The squares around one, the nearest first, as a box would be shifted over what is not dead.
Squares squares_around(const Board& board, Square middle, const Mask& is_dead, std::size_t most) {
    Squares found{middle};
    for (std::size_t i = 0; i < found.size() && found.size() < most; ++i) {
        for (const Square next : board.next[found[i]]) {
            if (next == board.wall() || is_dead[next]) continue;
            if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
        }
    }
    found.resize(std::min(found.size(), most));
    return found;
}

}  // namespace

Vicinity::Vicinity(const Board& board, Squares boxes, std::span<const Push> solution,
                   const Mask& is_dead, std::span<const std::size_t> around, std::size_t most,
                   Control& control)
    : zobrist_(board),
      most_(most),
      hashes_(std::bit_ceil(2 * (most + solution.size() + 1)), 0, control),
      full_(board.with(boxes)) {
    const std::size_t widest = around.empty() ? 1 : *std::max_element(around.begin(), around.end());
    for (Square square = 0; square < board.wall(); ++square) {
        nearest_.push_back(squares_around(board, square, is_dead, widest));
    }
    std::uint64_t hash = zobrist_.boxes(boxes);
    add(hash);
    vary(boxes, 0, hash, around);
    for (const Push& push : solution) {
        const Square to = board.next[push.box][push.direction];
        *std::find(boxes.begin(), boxes.end(), push.box) = to;
        full_[push.box] = 0;
        full_[to] = 1;
        hash ^= zobrist_.box(push.box) ^ zobrist_.box(to);
        add(hash);  // these are in it even where there is no room for others
        control.check_limits();
        vary(boxes, 0, hash, around);
    }
}

void Vicinity::vary(Squares& boxes, std::size_t first, std::uint64_t hash,
                    std::span<const std::size_t> around) {
    if (around.empty()) return;
    for (std::size_t box = first; box < boxes.size() && size_ < most_; ++box) {
        const Square from = boxes[box];
        const Squares& nearest = nearest_[from];
        full_[from] = 0;
        for (std::size_t i = 1; i < std::min(nearest.size(), around.front()); ++i) {
            const Square to = nearest[i];
            if (full_[to]) continue;
            const std::uint64_t varied = hash ^ zobrist_.box(from) ^ zobrist_.box(to);
            if (size_ < most_) add(varied);
            full_[to] = 1;
            boxes[box] = to;
            vary(boxes, box + 1, varied, around.subspan(1));
            full_[to] = 0;
        }
        boxes[box] = from;
        full_[from] = 1;
    }
}

std::size_t Vicinity::slot_of(std::uint64_t hash) const {
    const std::size_t mask = hashes_.size() - 1;
    std::size_t slot = hash & mask;
    while (hashes_[slot] != 0 && hashes_[slot] != hash) slot = (slot + 1) & mask;
    return slot;
}

void Vicinity::add(std::uint64_t hash) {
    std::uint64_t& slot = hashes_[slot_of(hash)];
    size_ += slot == 0 ? 1 : 0;
    slot = hash;
}

}  // namespace unriddle::sokoban
