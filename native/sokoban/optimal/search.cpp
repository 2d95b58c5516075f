#include "sokoban/optimal/search.h"

#include <algorithm>
#include <stdexcept>

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

// Copies `boxes` with one of them moved, in ascending order.
void move_in_order(std::span<const Square> boxes, std::size_t box, Square to,
                   std::span<Square> moved) {
    std::copy(boxes.begin(), boxes.end(), moved.begin());
    std::size_t place = box;
    for (; place + 1 < moved.size() && moved[place + 1] < to; ++place) moved[place] = moved[place + 1];
    for (; place > 0 && moved[place - 1] > to; --place) moved[place] = moved[place - 1];
    moved[place] = to;
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
      symmetries_(board_),
      nodes_(packing_.bytes(), control),
      open_(control),
      box_code_(Metered<std::uint64_t>(control)),
      player_code_(Metered<std::uint64_t>(control)),
      is_box_(board_.squares(), 0, Metered<std::uint8_t>(control)),
      boxes_(task.boxes.begin(), task.boxes.end(), Metered<Square>(control)),
      next_boxes_(task.boxes.size(), 0, Metered<Square>(control)),
      image_(task.boxes.size(), 0, Metered<Square>(control)),
      key_(packing_.bytes(), std::byte{0}, Metered<std::byte>(control)),
      image_key_(packing_.bytes(), std::byte{0}, Metered<std::byte>(control)) {
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
        if (task_.weight == 1 ? f_ >= upper_ : has_solution()) return true;
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
        const std::uint64_t hash = write_key(boxes_, task_.player, walking_);
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
    off_goal_ = 0;
    for (const Square box : boxes_) off_goal_ += !board_.is_goal[box];
    auto finding = Corrals::Finding::nothing;
    if (task_.rules.pi_corrals && !task_.end) {
        finding = corrals_.find(boxes_, is_box_.data(), walking_.is_reached());
    }
    if (finding == Corrals::Finding::dead) {
        learn_corral(player);
    } else {
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

// The border of a corral that cannot be opened is lost by itself if one of its boxes is off goal.
void OptimalSearch::learn_corral(Square player) {
    std::vector<Square> border;
    bool off_goal = false;
    for (const std::uint16_t box : corrals_.border()) {
        border.push_back(boxes_[box]);
        off_goal = off_goal || !board_.is_goal[boxes_[box]];
    }
    if (off_goal) estimate_.proofs().learn(border, {}, player);
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
    if (!task_.costs.exact_player()) next_walking_.explore(is_box_.data(), from);
    move_in_order(boxes_, box, to, next_boxes_);
    const std::uint64_t hash = write_key(next_boxes_, from, next_walking_);
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

// Writes the key of a position, or of its image with the least key, and returns its hash. Where the
// player's region counts, `walking` has explored it.
std::uint64_t OptimalSearch::write_key(std::span<const Square> boxes, Square player,
                                       const Walking& walking) {
    if (!task_.costs.exact_player()) player = walking.first();
    packing_.pack(boxes, player, key_.data());
    std::uint64_t hash = player_code_[player];
    for (const Square box : boxes) hash ^= box_code_[box];
    if (task_.end) return hash;
    for (const std::vector<Square>& image : symmetries_.images()) {
        std::transform(boxes.begin(), boxes.end(), image_.begin(),
                       [&](Square box) { return image[box]; });
        std::sort(image_.begin(), image_.end());
        const Square there = task_.costs.exact_player() ? image[player] : walking.first(image);
        packing_.pack(image_, there, image_key_.data());
        if (image_key_ >= key_) continue;
        std::swap(key_, image_key_);
        hash = player_code_[there];
        for (const Square box : image_) hash ^= box_code_[box];
    }
    return hash;
}

// The chain of nodes tells the positions, or images of them: which push leads from each to the next
// is found by trying.
std::vector<Way> OptimalSearch::solution() {
    std::vector<Nodes::Id> chain;
    for (Nodes::Id node = goal_; nodes_.parent(node) != Nodes::none; node = nodes_.parent(node)) {
        chain.push_back(node);
    }
    std::vector<Square> boxes(task_.boxes.begin(), task_.boxes.end());
    Square player = task_.player;
    const std::vector<std::uint8_t> is_box(is_box_.begin(), is_box_.end());
    std::vector<Way> pushes;
    for (std::size_t i = chain.size(); i-- > 0;) {
        std::fill(is_box_.begin(), is_box_.end(), std::uint8_t{0});
        stand(boxes, true);
        Way push;
        if (!find_push(chain[i], boxes, player, push)) {
            throw std::logic_error("a solution cannot be written out");
        }
        pushes.push_back(push);
    }
    std::copy(is_box.begin(), is_box.end(), is_box_.begin());
    return pushes;
}

// Makes the push with the shortest walk that leads to `next` or an image of it.
bool OptimalSearch::find_push(Nodes::Id next, std::vector<Square>& boxes, Square& player,
                              Way& push) {
    Control unlimited;  // a solution is written out even where a limit has been reached
    Walking walking(board_, unlimited), after(board_, unlimited);
    walking.explore(is_box_.data(), player);
    std::vector<Square> moved(boxes.size()), best;
    unsigned least = Walking::never;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const Square from = boxes[box], to = board_.ways[from][direction].target;
            const Square behind = board_.ways[from][opposite(direction)].target;
            if (to == nowhere || is_box_[to] || behind == nowhere || !is_live_[to]) continue;
            if (walking.steps_to(behind) >= least) continue;
            move_in_order(boxes, box, to, moved);
            is_box_[from] = 0;
            is_box_[to] = 1;
            after.explore(is_box_.data(), from);
            write_key(moved, from, after);
            is_box_[from] = 1;
            is_box_[to] = 0;
            if (!std::equal(key_.begin(), key_.end(), nodes_.key(next))) continue;
            least = walking.steps_to(behind);
            push = {from, to};
            best = moved;
        }
    }
    if (best.empty()) return false;
    boxes = best;
    player = push.target;
    return true;
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

std::uint32_t cost_of(const Task& task, std::span<const Way> pushes) {
    Control unlimited;
    const std::size_t moves = written_out(task, pushes, unlimited).size();
    return static_cast<std::uint32_t>((moves - pushes.size()) * task.costs.walk +
                                      pushes.size() * task.costs.push);
}

}  // namespace unriddle::sokoban
