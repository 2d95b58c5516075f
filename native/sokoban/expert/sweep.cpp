#include "sokoban/expert/sweep.h"

#include <algorithm>

namespace unriddle::sokoban::expert {

namespace {

// A distance counts a little more than a push made: fewer positions, few extra pushes.
constexpr std::uint32_t weight_of_pushes = 2, weight_of_distance = 3;

}  // namespace

Sweep::Sweep(Toolbox& tools, Grounds& grounds, CorralProof& corrals)
    : tools_(tools),
      arena_(tools.arena),
      grounds_(grounds),
      corrals_(corrals),
      pi_corral_(tools),
      stride_(arena_.bases.size() + 1),
      nearest_(arena_.size() + 1, unreachable),
      pool_(Metered<Cell>(tools.control)),
      nodes_(Metered<Node>(tools.control)),
      slots_(Metered<Id>(tools.control)),
      turns_(Metered<Turn>(tools.control)) {
    for (const Distances& distance : arena_.to_goal) {
        for (std::size_t cell = 0; cell < arena_.size(); ++cell) {
            nearest_[cell] = std::min(nearest_[cell], distance[cell]);
        }
    }
    slots_.assign(1024, none);
    boxes_ = arena_.bases;
    full_ = arena_.blocked;
    for (const Cell box : boxes_) full_[box] = 1;
    const Cell player = tools_.flood.from(arena_.player, full_);
    const bool hopeless = std::any_of(boxes_.begin(), boxes_.end(),
                                      [&](Cell box) { return arena_.is_dead[box]; });
    if (!hopeless) add(player, none, 0, {});
}

std::uint64_t Sweep::hash(const Cell* cells) const {
    std::uint64_t hash = arena_.player_key[cells[stride_ - 1]];
    for (std::size_t i = 0; i + 1 < stride_; ++i) hash ^= arena_.box_key[cells[i]];
    return hash;
}

void Sweep::grow() {
    MeteredVector<Id> larger(slots_.size() * 2, none, slots_.get_allocator());
    slots_.swap(larger);
    const std::size_t mask = slots_.size() - 1;
    for (Id node = 0; node < nodes_.size(); ++node) {
        std::size_t at = static_cast<std::size_t>(hash(cells(node))) & mask;
        while (slots_[at] != none) at = (at + 1) & mask;
        slots_[at] = node;
    }
}

void Sweep::add(Cell player, Id parent, std::uint32_t pushes, Push push) {
    if ((nodes_.size() + 1) * 10 > slots_.size() * 7) grow();
    boxes_.push_back(player);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash(boxes_.data())) & mask;
    bool known = false;
    while (slots_[at] != none && !known) {
        known = std::equal(boxes_.begin(), boxes_.end(), cells(slots_[at]));
        at = (at + 1) & mask;
    }
    if (!known) {
        const Id node = static_cast<Id>(nodes_.size());
        pool_.insert(pool_.end(), boxes_.begin(), boxes_.end());
        nodes_.push_back({parent, pushes, push});
        slots_[at] = node;
        std::uint32_t distance = 0;
        for (std::size_t i = 0; i + 1 < stride_; ++i) distance += nearest_[boxes_[i]];
        if (distance == 0) found_ = node;
        turns_.push_back({weight_of_pushes * pushes + weight_of_distance * distance, node, node});
        std::push_heap(turns_.begin(), turns_.end());
    }
    boxes_.pop_back();
}

// Adds what can follow; true if a solution is among it.
bool Sweep::expand(Id node) {
    current_.assign(cells(node), cells(node) + stride_ - 1);
    const Cell player = cells(node)[stride_ - 1];
    const std::uint32_t pushes = nodes_[node].pushes + 1;
    Ground* ground = grounds_.find(current_, frozen_);
    if (ground == nullptr || !grounds_.goals_suffice(*ground, current_, player)) return false;
    full_ = arena_.blocked;
    for (const Cell box : current_) full_[box] = 1;
    if (corrals_.lost(current_, player, full_)) return false;
    const PiCorral::Answer corral = pi_corral_.find(current_, player, full_);
    if (corral == PiCorral::Answer::dead) return false;
    std::vector<std::pair<std::size_t, unsigned>> movers;
    tools_.flood.from(player, full_);
    for (std::size_t i = 0; i < current_.size(); ++i) {
        if (corral == PiCorral::Answer::restricted && !pi_corral_.may_move(current_[i])) continue;
        const unsigned sides = tools_.sides(current_[i]);
        if (sides != 0) movers.emplace_back(i, sides);
    }
    for (const auto& [i, sides] : movers) {
        const Cell box = current_[i];
        for (std::size_t side = 0; side < 4; ++side) {
            const std::size_t way = opposite_of(side);
            const Cell to = arena_.next[box][way];
            if ((sides >> side & 1) == 0 || full_[to]) continue;
            if ((ground->alive[to] >> side & 1) == 0) continue;
            full_[box] = 0;
            full_[to] = 1;
            if (!tools_.loses(to, box, full_)) {
                const Cell region = tools_.flood.from(box, full_);
                boxes_ = current_;
                boxes_[i] = to;
                std::sort(boxes_.begin(), boxes_.end());
                add(region, node, pushes, {box, static_cast<std::uint8_t>(way)});
            }
            full_[box] = 1;
            full_[to] = 0;
            if (found_ != none) return true;
        }
    }
    return false;
}

Sweep::End Sweep::run(std::uint64_t positions) {
    for (; found_ == none && !turns_.empty(); --positions) {
        if (positions == 0) return End::spent;
        std::pop_heap(turns_.begin(), turns_.end());
        const Id node = turns_.back().node;
        turns_.pop_back();
        const std::size_t before = nodes_.size();
        expand(node);
        tools_.control.expansion(nodes_.size() - before, turns_.size());
    }
    return found_ == none ? End::exhausted : End::found;
}

std::vector<Push> Sweep::solution() const {
    std::vector<Push> pushes;
    for (Id node = found_; nodes_[node].parent != none; node = nodes_[node].parent) {
        pushes.push_back(nodes_[node].push);
    }
    std::reverse(pushes.begin(), pushes.end());
    return pushes;
}

}  // namespace unriddle::sokoban::expert
