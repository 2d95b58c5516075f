#include "sokoban/optimal/search.h"

#include <algorithm>
#include <stdexcept>

#include "sokoban/board/moved_box.h"

namespace unriddle::sokoban {

namespace {

// Copies `boxes` with one of them moved, in ascending order.
void move_in_order(std::span<const Square> boxes, std::size_t box, Square to,
                   std::span<Square> moved) {
    std::copy(boxes.begin(), boxes.end(), moved.begin());
    std::size_t place = box;
    for (; place + 1 < moved.size() && moved[place + 1] < to; ++place)
        moved[place] = moved[place + 1];
    for (; place > 0 && moved[place - 1] > to; --place) moved[place] = moved[place - 1];
    moved[place] = to;
}

}  // namespace

OptimalSearch::OptimalSearch(const Task& task, Control& control)
    : task_(task),
      board_(task.board),
      control_(control),
      lower_bound_(board_, task.boxes.size(), task.costs, task.rules, task.pair_work, control),
      corrals_(board_, lower_bound_.is_dead()),
      walks_(board_),
      next_walks_(board_),
      flood_(board_),
      packing_(lower_bound_.is_dead(), task.boxes.size(), control),
      symmetries_(board_),
      nodes_(packing_.bytes(), control),
      open_(control),
      zobrist_(board_),
      full_(board_.walls),
      boxes_(task.boxes.begin(), task.boxes.end(), control),
      next_boxes_(task.boxes.size(), 0, control),
      image_(task.boxes.size(), 0, control),
      key_(packing_.bytes(), std::byte{0}, control),
      image_key_(packing_.bytes(), std::byte{0}, control) {}

bool OptimalSearch::run(std::uint64_t expansions) {
    if (!begun_) begin();
    const std::uint64_t last = expanded_ + expansions;
    while (!open_.empty()) {
        f_ = root_f_ + static_cast<std::uint32_t>(open_.least() / estimates());
        if (std::min(f_, upper_) > lower_) {
            lower_ = std::min(f_, upper_);
            on_bounds();
        }
        if (f_ >= upper_) return true;
        if (expanded_ == last) return false;
        const Nodes::Id node = open_.pop();
        if (nodes_.is_closed(node)) continue;
        nodes_.close(node);
        ++expanded_;
        control_.expansion(generated_, open_.size(), *this, node);
        generated_ = 0;
        expand(node);
    }
    lower_ = upper_;
    on_bounds();
    return true;
}

void OptimalSearch::begin() {
    begun_ = true;
    stand(boxes_, true);
    walks_.from(task_.player, full_);
    const std::uint32_t estimate = lower_bound_.look_at(boxes_, full_.data(), task_.player);
    if (estimate != LowerBound::dead) {
        if (task_.rules.potentials && task_.rules.matching && task_.costs.exact_player()) {
            lower_bound_.choose_potentials(boxes_, full_.data(), task_.player, 2);
        }
        const std::uint64_t hash = write_key(boxes_, task_.player, walks_);
        const Nodes::Id root = nodes_.add(key_.data(), hash, Nodes::none, 0);
        root_f_ = lower_bound_.look_at(boxes_, full_.data(), task_.player);
        open_.push(0, root);
        if (all_in(board_.is_goal, boxes_)) reached_goal(root, 0);
    }
    stand(boxes_, false);
}

void OptimalSearch::stand(std::span<const Square> boxes, bool there) {
    for (const Square box : boxes) full_[box] = there;
}

void OptimalSearch::expand(Nodes::Id node) {
    const Square player = packing_.unpack(nodes_.key(node), boxes_);
    stand(boxes_, true);
    walks_.from(player, full_);
    off_goal_ = 0;
    for (const Square box : boxes_) off_goal_ += !board_.is_goal[box];
    boxes_hash_ = zobrist_.boxes(boxes_);
    const Corrals::Finding finding = find_corral(player);
    if (finding == Corrals::Finding::dead) {
        learn_corral(player);
    } else if (lower_bound_.look_at(boxes_, full_.data(), player) != LowerBound::dead) {
        // A dead position would leave the bound half set up, and what it says of pushes
        // meaningless.
        // What opens a corral first need not be near a solution that does so later.
        if (finding == Corrals::Finding::corral && !task_.costs.exact_player() &&
            vicinity_ == nullptr) {
            for (const Push push : corrals_.pushes()) {
                const auto box = std::lower_bound(boxes_.begin(), boxes_.end(), push.box);
                generate(node, static_cast<std::size_t>(box - boxes_.begin()), push.direction);
            }
        } else {
            for (std::size_t box = 0; box < boxes_.size(); ++box) {
                for (std::size_t d = 0; d < 4; ++d) generate(node, box, d);
            }
        }
    }
    stand(boxes_, false);
}

Corrals::Finding OptimalSearch::find_corral(Square player) {
    if (!task_.rules.pi_corrals) return Corrals::Finding::nothing;
    const Pairs* const pairs = lower_bound_.pairs();
    return corrals_.find(boxes_, full_.data(), player, flood_,
                         [&](const Mask&, const Squares& border, Square from, Square to) {
                             return pairs != nullptr && pairs->loses(border, from, to);
                         });
}

// The border of a corral that cannot be opened is lost by itself if one of its boxes is off goal.
void OptimalSearch::learn_corral(Square player) {
    const std::span<const Square> border = corrals_.border();
    if (!all_in(board_.is_goal, border)) lower_bound_.proofs().learn(border, {}, player);
}

void OptimalSearch::generate(Nodes::Id node, std::size_t box, std::size_t direction) {
    const Square from = boxes_[box];
    const Square to = board_.next[from][direction];
    const Square behind = board_.next[from][opposite(direction)];
    if (full_[to] || !walks_.reached(behind) || lower_bound_.is_dead()[to]) return;
    ++generated_;
    const std::uint32_t cost =
        nodes_.cost(node) + task_.costs.walk * walks_.steps_to(behind) + task_.costs.push;
    if (cost >= upper_) return;
    if (vicinity_ != nullptr &&
        !vicinity_->contains(boxes_hash_ ^ zobrist_.box(from) ^ zobrist_.box(to))) {
        return;
    }

    full_[from] = 0;
    full_[to] = 1;
    if (!task_.costs.exact_player()) next_walks_.from(from, full_);
    move_in_order(boxes_, box, to, next_boxes_);
    const std::uint64_t hash = write_key(next_boxes_, from, next_walks_);
    Nodes::Id next = nodes_.find(key_.data(), hash);
    if (next == Nodes::none || cost < nodes_.cost(next)) {
        const std::uint32_t estimate = lower_bound_.after(box, to);
        if (estimate != LowerBound::dead && cost + estimate < upper_) {
            if (next == Nodes::none) {
                next = nodes_.add(key_.data(), hash, node, cost);
            } else {
                nodes_.improve(next, node, cost);
            }
            const std::uint32_t f = std::max(f_, cost + estimate);
            const std::size_t remaining = estimate / std::max(task_.costs.push, 1u);
            open_.push((f - root_f_) * estimates() + std::min(remaining, estimates() - 1), next);
            const bool is_goal =
                off_goal_ + board_.is_goal[from] == std::size_t{0} + board_.is_goal[to];
            if (is_goal) reached_goal(next, cost);
        }
    }
    full_[from] = 1;
    full_[to] = 0;
}

void OptimalSearch::reached_goal(Nodes::Id node, std::uint32_t cost) {
    if (cost >= upper_) return;
    upper_ = cost;
    goal_ = node;
    on_bounds();
}

// Writes the key of a position, or of its image with the least key, and returns its hash. Where the
// player's region counts, `walks` has explored it.
std::uint64_t OptimalSearch::write_key(std::span<const Square> boxes, Square player,
                                       const Walks& walks) {
    if (!task_.costs.exact_player()) {
        player = *std::min_element(walks.squares().begin(), walks.squares().end());
    }
    packing_.pack(boxes, player, key_.data());
    std::uint64_t hash = zobrist_.boxes(boxes) ^ zobrist_.player(player);
    if (vicinity_ != nullptr) return hash;
    for (const Squares& image : symmetries_.images()) {
        std::transform(boxes.begin(), boxes.end(), image_.begin(),
                       [&](Square box) { return image[box]; });
        std::sort(image_.begin(), image_.end());
        Square there = image[player];
        if (!task_.costs.exact_player()) {
            for (const Square square : walks.squares()) there = std::min(there, image[square]);
        }
        packing_.pack(image_, there, image_key_.data());
        if (image_key_ >= key_) continue;
        std::swap(key_, image_key_);
        hash = zobrist_.boxes(image_) ^ zobrist_.player(there);
    }
    return hash;
}

// The chain of nodes tells the positions, or images of them: which push leads from each to the next
// is found by trying.
std::vector<Push> OptimalSearch::solution() {
    std::vector<Nodes::Id> chain;
    for (Nodes::Id node = goal_; nodes_.parent(node) != Nodes::none; node = nodes_.parent(node)) {
        chain.push_back(node);
    }
    Squares boxes = task_.boxes;
    Square player = task_.player;
    std::vector<Push> pushes;
    for (std::size_t i = chain.size(); i-- > 0;) {
        const std::optional<Push> push = find_push(chain[i], boxes, player);
        if (!push) throw std::logic_error("a solution cannot be written out");
        pushes.push_back(*push);
    }
    return pushes;
}

// Makes the push with the shortest walk that leads to `next` or an image of it.
std::optional<Push> OptimalSearch::find_push(Nodes::Id next, Squares& boxes, Square& player) {
    Walks walks(board_), after(board_);
    Mask full = board_.with(boxes);
    walks.from(player, full);
    Squares moved(boxes.size()), best;
    std::optional<Push> push;
    unsigned least = unknown;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        for (std::uint8_t direction = 0; direction < 4; ++direction) {
            const Square from = boxes[box], to = board_.next[from][direction];
            const Square behind = board_.next[from][opposite(direction)];
            if (full[to] || lower_bound_.is_dead()[to] || !walks.reached(behind)) continue;
            if (walks.steps_to(behind) >= least) continue;
            move_in_order(boxes, box, to, moved);
            const MovedBox there(full, from, to);
            after.from(from, full);
            write_key(moved, from, after);
            if (!std::equal(key_.begin(), key_.end(), nodes_.key(next))) continue;
            least = walks.steps_to(behind);
            push = {from, direction};
            best = moved;
        }
    }
    if (push) {
        boxes = best;
        player = push->box;
    }
    return push;
}

}  // namespace unriddle::sokoban
