#include "sokoban/fess/plain_search.h"

#include <algorithm>

#include "sokoban/board/moved_box.h"

namespace unriddle::sokoban::fess {

namespace {

// A distance counts a little more than a push made: fewer positions, few extra pushes.
constexpr std::uint32_t weight_of_pushes = 2, weight_of_distance = 3;

}  // namespace

PlainSearch::PlainSearch(Context& context)
    : context_(context),
      prepared_(context.prepared),
      nearest_(prepared_.squares() + 1, unreachable),
      packing_(prepared_.is_dead, prepared_.bases.size(), context.control),
      nodes_(packing_.bytes(), context.control),
      open_(context.control),
      key_(packing_.bytes()),
      boxes_(prepared_.bases) {
    for (const Distances& distance : prepared_.to_goal) {
        for (std::size_t square = 0; square < prepared_.squares(); ++square) {
            nearest_[square] = std::min(nearest_[square], distance[square]);
        }
    }
    if (any_in(prepared_.is_dead, boxes_)) return;
    full_ = prepared_.with(boxes_);
    add(context_.flood.from(prepared_.player, full_), Nodes::none, 0);
}

void PlainSearch::add(Square player, Nodes::Id parent, std::uint32_t pushes) {
    packing_.pack(boxes_, player, key_.data());
    const std::uint64_t hash = prepared_.zobrist.boxes(boxes_) ^ prepared_.zobrist.player(player);
    if (nodes_.find(key_.data(), hash) != Nodes::none) return;
    const Nodes::Id node = nodes_.add(key_.data(), hash, parent, pushes);
    std::uint32_t distance = 0;
    for (const Square box : boxes_) distance += nearest_[box];
    if (distance == 0) found_ = node;
    open_.push(weight_of_pushes * pushes + weight_of_distance * distance, node);
}

// Adds what can follow, until a solution is among it.
void PlainSearch::expand(Nodes::Id node) {
    current_.resize(prepared_.bases.size());
    const Square player = packing_.unpack(nodes_.key(node), current_);
    const std::uint32_t pushes = nodes_.cost(node) + 1;
    full_ = prepared_.with(current_);
    const FrozenBoard* frozen = context_.frozen_boards.find(current_);
    if (context_.is_lost(frozen, current_, player, full_)) return;
    const auto corral = context_.find_corral(current_, player, full_);
    if (corral == Corrals::Finding::dead) return;
    std::vector<std::pair<std::size_t, unsigned>> movers;
    context_.flood.from(player, full_);
    for (std::size_t i = 0; i < current_.size(); ++i) {
        if (corral == Corrals::Finding::corral && !context_.pi_corrals.may_move(current_[i]))
            continue;
        const unsigned sides = context_.flood.sides(current_[i]);
        if (sides != 0) movers.emplace_back(i, sides);
    }
    for (const auto& [i, sides] : movers) {
        const Square box = current_[i];
        for (std::size_t side = 0; side < 4; ++side) {
            const Square to = prepared_.next[box][opposite(side)];
            if ((sides >> side & 1) == 0 || full_[to]) continue;
            if ((frozen->alive[to] >> side & 1) == 0) continue;
            const MovedBox moved(full_, box, to);
            if (context_.loses(to, box, full_)) continue;
            boxes_ = current_;
            boxes_[i] = to;
            std::sort(boxes_.begin(), boxes_.end());
            add(context_.flood.from(box, full_), node, pushes);
            if (found_ != Nodes::none) return;
        }
    }
}

PlainSearch::End PlainSearch::run(std::uint64_t positions) {
    for (; found_ == Nodes::none && !open_.empty(); --positions) {
        if (positions == 0) return End::spent;
        const Nodes::Id before = nodes_.size();
        const Nodes::Id node = open_.pop();
        expand(node);
        context_.control.expansion(nodes_.size() - before, open_.size(), *this, node);
    }
    return found_ == Nodes::none ? End::exhausted : End::found;
}

std::vector<Push> PlainSearch::solution() const {
    std::vector<Push> pushes;
    Squares after(prepared_.bases.size()), before(after), from, to;
    packing_.unpack(nodes_.key(found_), after);
    for (Nodes::Id node = nodes_.parent(found_); node != Nodes::none; node = nodes_.parent(node)) {
        packing_.unpack(nodes_.key(node), before);
        from.clear();
        to.clear();
        std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                            std::back_inserter(from));
        std::set_difference(after.begin(), after.end(), before.begin(), before.end(),
                            std::back_inserter(to));
        const auto& next = prepared_.next[from.front()];
        const auto direction = std::find(next.begin(), next.end(), to.front()) - next.begin();
        pushes.push_back({from.front(), static_cast<std::uint8_t>(direction)});
        after.swap(before);
    }
    std::reverse(pushes.begin(), pushes.end());
    return pushes;
}

}  // namespace unriddle::sokoban::fess
