#include "sokoban/fess/feature_search.h"

#include <algorithm>
#include <utility>

namespace unriddle::sokoban::fess {

FeatureSearch::FeatureSearch(Context& context, Rank cell_mask)
    : context_(context),
      prepared_(context.prepared),
      cell_mask_(cell_mask),
      pool_(context.control),
      spots_(context.control),
      branches_(context.control),
      nodes_(context.control),
      numbers_(context.control) {}

std::uint64_t FeatureSearch::hash(std::span<const Square> boxes, Square player,
                                  const BaseSet& bases) const {
    std::uint64_t hash = prepared_.zobrist.boxes(boxes) ^ prepared_.zobrist.player(player);
    for (std::size_t base = 0; base < std::min<std::size_t>(128, prepared_.bases.size()); ++base) {
        if ((bases[base / 64] >> base % 64 & 1) != 0) hash ^= prepared_.base_key[base];
    }
    return hash;
}

void FeatureSearch::add_root(Position position, Rank rank) {
    const std::uint32_t node =
        node_of(hash(position.boxes, position.player, position.bases), [&] { return rank; });
    if (nodes_[node].closed) return;
    nodes_[node].closed = true;
    Branch root{};
    root.node = node;
    if (file(position, rank, no_spot, &root)) found_ = true;
}

std::vector<std::uint32_t> FeatureSearch::path(std::uint32_t spot) const {
    std::vector<std::uint32_t> path;
    for (; spot != no_spot; spot = spots_[spot].parent) path.push_back(spot);
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<FeatureSearch::Stand> FeatureSearch::stands(std::uint32_t spot) const {
    std::vector<Stand> stands;
    for (const std::uint32_t index : path(spot)) {
        const Spot& at = spots_[index];
        stands.push_back(
            {Squares(boxes(at).begin(), boxes(at).end()), at.player, at.push.from, at.push.to});
    }
    return stands;
}

std::vector<FeatureSearch::Stand> FeatureSearch::stands_to(std::uint64_t hash) const {
    const std::uint32_t node = numbers_.get(hash);
    const Spot& origin = spots_[nodes_[node].origin];
    std::vector<Stand> found = stands(nodes_[node].origin);
    for (std::uint32_t i = origin.first; i < origin.last; ++i) {
        if (branches_[i].node != node) continue;
        const MacroPush& push = branches_[i].push;
        Stand last{found.back().boxes, push.player, push.from, push.to};
        std::replace(last.boxes.begin(), last.boxes.end(), push.from, push.to);
        found.push_back(std::move(last));
        break;
    }
    return found;
}

std::uint64_t FeatureSearch::hash(const PreparedLevel& prepared, const Stand& stand) {
    return prepared.zobrist.boxes(stand.boxes) ^ prepared.zobrist.player(stand.player);
}

std::vector<Push> FeatureSearch::pushes_along(Context& context, const std::vector<Stand>& stands) {
    std::vector<Push> pushes;
    for (std::size_t i = 1; i < stands.size(); ++i) {
        const Stand& before = stands[i - 1];
        const Stand& after = stands[i];
        Mask full = context.prepared.with(before.boxes);
        const MacroPush push{after.from, after.to, after.player, 0, 0};
        context.flood.from(before.player, full);
        const auto path = context.macro_pushes.path<false>(
            full, push, context.flood.sides(push.from), [](Square, std::size_t) { return true; });
        pushes.insert(pushes.end(), path.begin(), path.end());
    }
    return pushes;
}

void FeatureSearch::turn_to(const Position& position) {
    full_ = position.full;
    context_.rooms.prepare(full_);
    context_.flood.from(position.player, full_);
    sides_.clear();
    for (const Square box : position.boxes) {
        sides_.push_back(static_cast<std::uint8_t>(context_.flood.sides(box)));
    }
}

// Expands a position and files it in its cell; true if the end was found.
bool FeatureSearch::file(Position& position, Rank rank, std::uint32_t parent,
                         const Branch* branch) {
    candidates_.clear();
    const bool done = expand(position, rank);
    const auto index = static_cast<std::uint32_t>(spots_.size());
    Spot spot{};
    spot.boxes = pool_.size();
    spot.count = static_cast<std::uint16_t>(position.boxes.size());
    pool_.insert(pool_.end(), position.boxes.begin(), position.boxes.end());
    if (pool_.empty()) pool_.push_back(0);  // so that even a position without boxes has an address
    spot.player = position.player;
    spot.bases = position.bases;
    spot.parent = parent;
    spot.push = branch->push;
    spot.sank = branch->sinks;
    spot.node = branch->node;
    spot.rank = rank;
    spot.label = parent == no_spot ? rank : std::max(rank, spots_[parent].label);
    spot.weight = parent == no_spot ? 0 : spots_[parent].weight + branch->weight;
    spot.first = spot.next = static_cast<std::uint32_t>(branches_.size());
    if (done) {
        branches_.push_back(candidates_.back());
    } else {
        // Stable, so that the search does not depend on the standard library.
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const auto& one, const auto& other) {
                             if (one.weight != other.weight) return one.weight < other.weight;
                             return one.rank > other.rank;
                         });
        branches_.insert(branches_.end(), candidates_.begin(), candidates_.end());
    }
    spot.last = static_cast<std::uint32_t>(branches_.size());
    spots_.push_back(spot);
    if (best_ == no_spot || rank > spots_[best_].rank) best_ = index;
    context_.control.expansion(candidates_.size(), branches_.size(), *this, position);
    context_.flood.work += candidates_.size() * prepared_.squares();  // each was measured
    if (arrived_) {
        best_ = index;
        return true;
    }
    if (done) {  // the last position too, because the path is read to its end
        const Branch last = branches_.back();
        Spot end = spot;
        end.boxes = pool_.size();
        end.count = 0;
        for (std::size_t i = 0; i < position.boxes.size(); ++i) {
            const Square box = position.boxes[i];
            if (box == last.push.from && last.sinks) continue;
            pool_.push_back(box == last.push.from ? last.push.to : box);
            ++end.count;
        }
        if (end.boxes == pool_.size()) pool_.push_back(0);
        end.player = last.push.player;
        end.parent = index;
        end.push = last.push;
        end.sank = last.sinks;
        end.rank = end.label = ~Rank{0};
        end.first = end.next = end.last;
        best_ = static_cast<std::uint32_t>(spots_.size());
        spots_.push_back(end);
        return true;
    }
    queue(index);
    return false;
}

void FeatureSearch::queue(std::uint32_t index) {
    const Spot& spot = spots_[index];
    if (spot.next == spot.last) return;
    const Branch& branch = branches_[spot.next];
    const Rank key = spot.label & cell_mask_;
    const auto [place, fresh] =
        cell_of_.try_emplace(key, static_cast<std::uint32_t>(cells_.size()));
    if (fresh) {
        cells_.push_back({key, {}});
        cursor_ = cells_.size() - 1;  // a new cell is served next
    }
    cells_[place->second].turns.push(
        {spot.weight + branch.weight, nodes_[branch.node].rank, index});
}

// Moves on past branches whose position was expanded or refuted elsewhere; false if none is left.
bool FeatureSearch::skip_closed(Cell_& cell) {
    while (!cell.turns.empty()) {
        const std::uint32_t index = cell.turns.top().spot;
        Spot& spot = spots_[index];
        if (!nodes_[branches_[spot.next].node].closed) return true;
        cell.turns.pop();
        while (spot.next < spot.last && nodes_[branches_[spot.next].node].closed) ++spot.next;
        queue(index);
    }
    return false;
}

FeatureSearch::Cell_* FeatureSearch::next_cell() {
    odd_ = !odd_;
    if (!odd_) {  // every other turn goes to the most advanced cell
        Cell_* best = nullptr;
        for (Cell_& cell : cells_) {
            if ((best == nullptr || cell.key > best->key) && !cell.turns.empty() &&
                skip_closed(cell)) {
                best = &cell;
            }
        }
        return best;
    }
    for (std::size_t tried = 0; tried < cells_.size(); ++tried) {
        if (cursor_ >= cells_.size()) cursor_ = 0;
        Cell_& cell = cells_[cursor_++];
        if (skip_closed(cell)) return &cell;
    }
    return nullptr;
}

FeatureSearch::End FeatureSearch::run(std::uint64_t work) {
    if (found_) return End::found;
    const std::uint64_t end = context_.flood.work + work;
    Position position;
    while (context_.flood.work < end) {
        Cell_* cell = next_cell();
        if (cell == nullptr) return End::nothing_left;
        const std::uint32_t index = cell->turns.top().spot;
        cell->turns.pop();
        const Branch branch = branches_[spots_[index].next++];
        queue(index);
        nodes_[branch.node].closed = true;

        const Spot& parent = spots_[index];
        position.boxes.clear();
        for (const Square box : boxes(parent)) {
            if (box != branch.push.from) {
                position.boxes.push_back(box);
            } else if (!branch.sinks) {
                position.boxes.push_back(branch.push.to);
            }
        }
        position.player = branch.push.player;
        position.bases = parent.bases;
        if (branch.sinks) take_off(position.bases, branch.push.to);
        position.full = prepared_.with(position.boxes);
        context_.control.check_limits();
        if (lost(position)) continue;
        if (file(position, nodes_[branch.node].rank, index, &branch)) {
            found_ = true;
            return End::found;
        }
    }
    return End::spent;
}

}  // namespace unriddle::sokoban::fess
