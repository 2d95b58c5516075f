#include "sokoban/optimal/search.h"

#include <algorithm>

#include "search/dice.h"

namespace unriddle::sokoban {

namespace {

MeteredVector<std::uint8_t> live_squares(const Board& board, const LoneBox& lone,
                                         Control& control) {
    MeteredVector<std::uint8_t> is_live{Metered<std::uint8_t>(control)};
    for (std::size_t square = 0; square < board.squares(); ++square) {
        is_live.push_back(!lone.is_dead(static_cast<Square>(square)));
    }
    return is_live;
}

}  // namespace

OptimalSearch::OptimalSearch(const Task& task, Control& control)
    : task_(task),
      board_(task.board),
      control_(control),
      estimate_(board_, task.boxes.size(), task.costs, task.rules, task.pair_work, control),
      corrals_(board_, estimate_.lone(), estimate_.pairs(), control),
      walking_(board_, control),
      next_walking_(board_, control),
      is_live_(live_squares(board_, estimate_.lone(), control)),
      packing_(is_live_, task.boxes.size(), control),
      nodes_(packing_.bytes(), control),
      open_(control),
      box_code_(Metered<std::uint64_t>(control)),
      player_code_(Metered<std::uint64_t>(control)),
      is_box_(board_.squares(), 0, Metered<std::uint8_t>(control)),
      boxes_(task.boxes.begin(), task.boxes.end(), Metered<Square>(control)),
      next_boxes_(task.boxes.size(), 0, Metered<Square>(control)),
      key_(packing_.bytes(), std::byte{0}, Metered<std::byte>(control)) {
    Dice dice(1);
    for (std::size_t square = 0; square < board_.squares(); ++square) {
        box_code_.push_back(dice.next());
        player_code_.push_back(dice.next());
    }
}

bool OptimalSearch::run(std::uint64_t expansions) {
    if (!begun_) begin();
    const std::uint64_t last = expanded_ + expansions;
    while (!open_.empty()) {
        f_ = root_f_ + static_cast<std::uint32_t>(open_.least());
        if (task_.weight == 1 && std::min(f_, upper_) > lower_) {
            lower_ = std::min(f_, upper_);
            on_bounds();
        }
        if (f_ >= upper_ || (task_.weight > 1 && has_solution())) return true;
        if (expanded_ == last) return false;
        const Nodes::Id node = open_.pop();
        if (nodes_.is_closed(node)) continue;
        nodes_.close(node);
        ++expanded_;
        control_.expansion(generated_, open_.size());
        generated_ = 0;
        expand(node);
    }
    if (task_.weight == 1) lower_ = upper_;
    on_bounds();
    return true;
}

void OptimalSearch::begin() {
    begun_ = true;
    stand(boxes_, true);
    walking_.explore(is_box_.data(), task_.player);
    const std::uint32_t estimate = estimate_.look_at(boxes_, is_box_.data(), task_.player);
    if (estimate != Estimate::dead) {
        if (task_.rules.potentials && task_.rules.matching && task_.costs.exact_player() &&
            !task_.end) {
            estimate_.choose_potentials(boxes_, is_box_.data(), task_.player, 2);
        }
        const Square player = task_.costs.exact_player() ? task_.player : walking_.first();
        packing_.pack(boxes_, player, key_.data());
        std::uint64_t hash = player_code_[player];
        for (const Square box : boxes_) hash ^= box_code_[box];
        const Nodes::Id root = nodes_.add(key_.data(), hash, Nodes::none, 0);
        root_f_ = estimate_.look_at(boxes_, is_box_.data(), task_.player);
        open_.push(0, root);
        const bool is_goal = std::all_of(boxes_.begin(), boxes_.end(),
                                         [this](Square box) { return board_.is_goal[box]; });
        if (is_goal) reached_goal(root, 0, task_.player);
    }
    stand(boxes_, false);
}

void OptimalSearch::stand(std::span<const Square> boxes, bool there) {
    for (const Square box : boxes) is_box_[box] = there;
}

void OptimalSearch::expand(Nodes::Id node) {
    const Square player = packing_.unpack(nodes_.key(node), boxes_);
    stand(boxes_, true);
    walking_.explore(is_box_.data(), player);
    boxes_hash_ = 0;
    off_goal_ = 0;
    for (const Square box : boxes_) {
        boxes_hash_ ^= box_code_[box];
        off_goal_ += !board_.is_goal[box];
    }
    auto finding = Corrals::Finding::nothing;
    if (task_.rules.corrals && !task_.end) {
        finding = corrals_.find(boxes_, is_box_.data(), walking_.is_reached());
    }
    if (finding != Corrals::Finding::dead) {
        estimate_.look_at(boxes_, is_box_.data(), player);
        if (finding == Corrals::Finding::corral && !task_.costs.exact_player()) {
            for (const Push push : corrals_.pushes()) generate(node, push.box, push.direction);
        } else {
            for (std::size_t box = 0; box < boxes_.size(); ++box) {
                for (std::size_t d = 0; d < 4; ++d) generate(node, box, d);
            }
        }
    }
    stand(boxes_, false);
}

void OptimalSearch::generate(Nodes::Id node, std::size_t box, std::size_t direction) {
    const Square from = boxes_[box];
    const Square to = board_.ways[from][direction].target;
    const Square behind = board_.ways[from][opposite(direction)].target;
    if (to == nowhere || is_box_[to] || behind == nowhere || !walking_.reaches(behind)) return;
    if (!is_live_[to]) return;
    ++generated_;
    const std::uint32_t cost =
        nodes_.cost(node) + task_.costs.walk * walking_.steps_to(behind) + task_.costs.push;
    if (cost >= upper_) return;

    is_box_[from] = 0;
    is_box_[to] = 1;
    Square player = from;
    if (!task_.costs.exact_player()) {
        next_walking_.explore(is_box_.data(), from);
        player = next_walking_.first();
    }
    // The boxes stay in order: those between the two squares move up by one place.
    std::copy(boxes_.begin(), boxes_.end(), next_boxes_.begin());
    std::size_t place = box;
    for (; place + 1 < next_boxes_.size() && next_boxes_[place + 1] < to; ++place) {
        next_boxes_[place] = next_boxes_[place + 1];
    }
    for (; place > 0 && next_boxes_[place - 1] > to; --place) {
        next_boxes_[place] = next_boxes_[place - 1];
    }
    next_boxes_[place] = to;
    const std::uint64_t hash =
        boxes_hash_ ^ box_code_[from] ^ box_code_[to] ^ player_code_[player];
    packing_.pack(next_boxes_, player, key_.data());
    Nodes::Id next = nodes_.find(key_.data(), hash);
    if (next == Nodes::none || cost < nodes_.cost(next)) {
        const std::uint32_t estimate = estimate_.after(box, to);
        if (estimate != Estimate::dead && cost + estimate < upper_) {
            if (next == Nodes::none) {
                next = nodes_.add(key_.data(), hash, node, cost);
            } else {
                nodes_.improve(next, node, cost);
            }
            const std::uint32_t f = std::max(f_, cost + task_.weight * estimate);
            open_.push(f - root_f_, next);
            const bool is_goal =
                off_goal_ + board_.is_goal[from] == std::size_t{0} + board_.is_goal[to];
            if (is_goal) reached_goal(next, cost, from);
        }
    }
    is_box_[from] = 1;
    is_box_[to] = 0;
}

void OptimalSearch::reached_goal(Nodes::Id node, std::uint32_t cost, Square player) {
    if (task_.end) {
        next_walking_.explore(is_box_.data(), player);
        if (!next_walking_.reaches(*task_.end)) return;
        cost += task_.costs.walk * next_walking_.steps_to(*task_.end);
    }
    if (cost >= upper_) return;
    upper_ = cost;
    goal_ = node;
    on_bounds();
}

std::vector<Way> OptimalSearch::solution() const {
    std::vector<Way> pushes;
    std::vector<Square> after(task_.boxes.size()), before(task_.boxes.size());
    for (Nodes::Id node = goal_; nodes_.parent(node) != Nodes::none; node = nodes_.parent(node)) {
        packing_.unpack(nodes_.key(node), after);
        packing_.unpack(nodes_.key(nodes_.parent(node)), before);
        Way push;
        std::set_difference(before.begin(), before.end(), after.begin(), after.end(), &push.target);
        std::set_difference(after.begin(), after.end(), before.begin(), before.end(), &push.beyond);
        pushes.push_back(push);
    }
    std::reverse(pushes.begin(), pushes.end());
    return pushes;
}

std::vector<Action> written_out(const Task& task, std::span<const Way> pushes, Control& control) {
    std::vector<Action> actions;
    std::vector<std::uint8_t> is_box(task.board.squares(), 0);
    for (const Square box : task.boxes) is_box[box] = 1;
    Walking walking(task.board, control);
    Square player = task.player;
    for (const auto& [from, to] : pushes) {
        std::size_t direction = 0;
        while (task.board.ways[from][direction].target != to) ++direction;
        walking.explore(is_box.data(), player);
        for (const std::uint8_t step :
             walking.way_to(task.board.ways[from][opposite(direction)].target)) {
            actions.push_back(step);
        }
        actions.push_back(static_cast<Action>(direction + 4));
        is_box[from] = 0;
        is_box[to] = 1;
        player = from;
    }
    if (task.end) {
        walking.explore(is_box.data(), player);
        for (const std::uint8_t step : walking.way_to(*task.end)) actions.push_back(step);
    }
    return actions;
}

}  // namespace unriddle::sokoban
