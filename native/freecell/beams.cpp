#include "freecell/beams.h"

#include <algorithm>
#include <numeric>

namespace unriddle::freecell {

namespace {

// Found by hill climbing on the mean cost: for player moves over deals 2001 to 2300, width 160; for
// the others over deals 1001 to 1200, width 64.
constexpr BeamEvaluation::Weights for_player_moves = {
    24, 54, 26, 12, 76, 8, {28, 7, 2}, {0, 8, 35, 116, 221}, {0, 90, 124, 122}};
constexpr BeamEvaluation::Weights for_others = {
    24, 68, 40, 12, 68, 8, {24, 8, 3}, {0, 8, 24, 116, 220}, {0, 100, 124, 120}};

const BeamEvaluation::Weights& weights_for(const Metric& metric) {
    return metric.as_one && !metric.home_is_counted ? for_player_moves : for_others;
}

}  // namespace

Beams::Beams(const Table& table, const Metric& metric, Control& control)
    : table_(table),
      metric_(metric),
      control_(control),
      evaluation_(table, weights_for(metric), metric.as_one),
      start_(table, table.start().lies) {
    if (metric.free_to_settle) settle(table, start_, metric.autoplay);
}

Beams::Ending Beams::search(std::size_t width) {
    const std::size_t best_before = best_;
    width_ = width;
    complete_ = true;
    layers_.clear();
    nodes_ = std::make_unique<LayoutStore>(control_, std::min<std::size_t>(width, 4096) * 64);
    const NodeNumber start = nodes_->add(start_, start_.hash(), no_number, 0, 0);
    if (start_.left() == 0 && best_ != 0) keep_route(start, 0);
    layer(0).candidates.push_back({start, 0});
    for (std::size_t effort = 0; effort < std::min(layers_.size(), best_); ++effort) {
        if (layers_[effort].candidates.size() > width) {
            layers_[effort].narrow(width);
            complete_ = false;
        }
        for (std::size_t i = 0; i < layers_[effort].candidates.size(); ++i) {  // it may grow
            expand(layers_[effort].candidates[i].node, effort);
        }
        layers_[effort] = Layer{MeteredVector<Candidate>(control_)};
    }
    return {best_ < best_before, complete_};
}

bool Beams::Layer::take(const Candidate& candidate, std::size_t width) {
    if (candidate.points >= limit) return true;  // it was judged before the limit fell
    const int bin = std::clamp(candidate.points / points_in_bin, 0, int{bins} - 1);
    candidates.push_back(candidate);
    ++count[static_cast<std::size_t>(bin)];
    if (++good <= width || good - count[last] < width) return false;
    for (; good - count[last] >= width; --last) good -= count[last];
    limit = static_cast<int>(last + 1) * points_in_bin;
    return true;
}

// Sorts by counting, so that nothing depends on the standard library: the better come first, of
// equal ones the first to come. (In the order of coming, plans are as short for the same time, and
// longer for the same number of positions.)
void Beams::Layer::narrow(std::size_t width) {
    int lowest = candidates.front().points, highest = lowest;
    for (const Candidate& one : candidates) {
        lowest = std::min(lowest, one.points);
        highest = std::max(highest, one.points);
    }
    const auto rank = [&](const Candidate& one) {
        return static_cast<std::size_t>(one.points - lowest);
    };
    MeteredVector<std::uint32_t> places(static_cast<std::size_t>(highest - lowest) + 2, 0,
                                        candidates.get_allocator());
    for (const Candidate& one : candidates) ++places[rank(one) + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    MeteredVector<Candidate> best(width, {}, candidates.get_allocator());
    for (const Candidate& one : candidates) {
        const std::uint32_t place = places[rank(one)]++;
        if (place < width) best[place] = one;
    }
    candidates.swap(best);
}

void Beams::expand(NodeNumber number, std::size_t effort) {
    const LayoutNode& node = (*nodes_)[number];
    if (node.cost != effort) return;  // reached with less since
    const Layout layout(table_, node.lies());
    evaluation_.look_at(layout);
    const Cards ready = ready_cards(metric_.autoplay, layout.home());
    const bool settle_all = unsettled(layout, ready);
    std::size_t generated = 0;
    children_.clear();
    each_shift(table_, layout, metric_.singly, [&](const Shift& shift) {
        ++generated;
        const std::size_t spent = effort + effort_of(shift, layout);
        const bool goes_home = settle_all || frees(layout, shift, ready);
        Layout after;
        if (goes_home) {
            after = layout;
            carry(table_, after, shift);
            settle(table_, after, metric_.autoplay);
        }
        const BeamEvaluation::Score score =
            goes_home ? evaluation_(after) : evaluation_.after(layout, shift);
        if (spent + static_cast<std::size_t>(score.steps) >= best_) return;
        if (score.points >= layer(spent).limit) {
            complete_ = false;
            return;
        }
        if (!goes_home) {
            after = layout;
            carry(table_, after, shift);
        }
        const std::uint64_t hash = after.hash();
        nodes_->prefetch(hash);
        children_.push_back({after, spent, score.points, hash});
    });
    for (const Child& child : children_) reach(child, number);
    control_.expansion(generated, nodes_->size(), table_, layout);
}

// Does a card go home by this move or after it? `ready` is what goes by itself as soon as it lies
// open, and nothing of it does.
bool Beams::frees(const Layout& layout, const Shift& shift, Cards ready) const {
    if (shift.to == Shift::To::home) return true;
    if (holds(layout.held(), shift.lowest)) return false;
    return holds(ready, table_.below(layout, shift.lowest));
}

std::size_t Beams::effort_of(const Shift& shift, const Layout& before) const {
    if (shift.to == Shift::To::home && metric_.home_is_counted) return 0;
    return static_cast<std::size_t>(metric_.price(table_, before, shift, 0));
}

void Beams::reach(const Child& child, NodeNumber parent) {
    NodeNumber number = nodes_->find(child.layout, child.hash);
    if (number == no_number) {
        number = nodes_->add(child.layout, child.hash, parent, static_cast<int>(child.effort), 0);
        ++seen_;
    } else {
        LayoutNode& known = (*nodes_)[number];
        if (known.cost <= child.effort) return;
        known.cost = static_cast<std::uint16_t>(child.effort);
        known.parent = parent;
    }
    if (child.layout.left() == 0) {
        if (child.effort < best_) keep_route(number, child.effort);
        return;
    }
    if (layer(child.effort).take({number, child.points}, width_)) complete_ = false;
}

Beams::Layer& Beams::layer(std::size_t effort) {
    while (layers_.size() <= effort) {
        layers_.push_back({MeteredVector<Candidate>(control_)});
    }
    return layers_[effort];
}

void Beams::keep_route(NodeNumber goal, std::size_t effort) {
    best_ = effort;
    route_ = nodes_->route(table_, goal);
}

}  // namespace unriddle::freecell
