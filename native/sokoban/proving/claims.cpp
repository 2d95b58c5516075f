#include "sokoban/proving/claims.h"

#include <algorithm>
#include <utility>

namespace unriddle::sokoban {

namespace {

constexpr std::size_t most_squares = 64 * 64;  // tables have a place for every pair of them

// Positions that a search may look at to confirm a claim, answers that are remembered, and boards
// with frozen boxes as walls.
constexpr std::size_t most_positions = 2'000, some_positions = 50;
constexpr std::size_t most_known = 200'000;
constexpr std::size_t most_frozen_boards = 256;

// Those that rest on nothing but their boxes.
const auto rules = std::span(DeadlockFinder::rules).first<5>();

Mask dead_squares(const Board& board, const Mask& is_live) {
    Mask dead(board.squares() + 1, 0);
    for (std::size_t square = 0; square < board.squares(); ++square)
        dead[square] = !is_live[square];
    return dead;
}

}  // namespace

void Claims::add(LossClaim claim) {
    Squares boxes;
    std::merge(claim.boxes.begin(), claim.boxes.end(), claim.frozen.begin(), claim.frozen.end(),
               std::back_inserter(boxes));
    std::vector<bool> region = pusher_.region(boxes, claim.player);
    with_first_[boxes.front()].push_back(static_cast<std::uint32_t>(claims_.size()));
    shapes_.push_back({std::move(boxes), std::move(region)});
    claims_.push_back(std::move(claim));
}

bool Claims::cover(PositionView position) const {
    const PositionView boxes = boxes_of(position);
    for (auto first = boxes.begin(); first != boxes.end(); ++first) {
        for (const std::uint32_t claim : with_first_[*first]) {
            const Shape& shape = shapes_[claim];
            if (shape.region[position.back()] &&
                std::includes(first, boxes.end(), shape.boxes.begin(), shape.boxes.end())) {
                return true;
            }
        }
    }
    return false;
}

ClaimFinder::ClaimFinder(const Board& board, std::size_t boxes, Pusher& pusher, Control& control)
    : board_(board),
      pusher_(pusher),
      alone_(board, pusher, control),
      nothing_(board.squares() + 1, 0),
      dead_(dead_squares(board, alone_.is_live())),
      hold_(board, nothing_),
      freeze_(board, dead_),
      flood_(board),
      goals_(board, nothing_, {}, flood_) {
    if (board.squares() <= most_squares) finder_.emplace(board, boxes, control);
}

std::optional<LossClaim> ClaimFinder::find(PositionView position) {
    const Squares boxes(boxes_of(position).begin(), boxes_of(position).end());
    if (!finder_) return on_large_board(boxes, position.back());
    for (const DeadlockFinder::Rule& rule : rules) {
        const Squares guilty = (*finder_.*rule.guilty)(boxes, position.back());
        if (guilty.empty()) continue;
        if (std::optional<LossClaim> claim = by_search(guilty, position.back())) return claim;
    }
    return by_goals(position);
}

// A box on a dead square, or the boxes that hold one off goal.
std::optional<LossClaim> ClaimFinder::on_large_board(const Squares& boxes, Square player) {
    const auto dead =
        std::find_if(boxes.begin(), boxes.end(), [this](Square box) { return dead_[box] != 0; });
    if (dead != boxes.end()) return by_search({*dead}, player);
    const std::span<const Square> frozen = freeze_.find(boxes);
    if (all_in(board_.is_goal, frozen)) return std::nullopt;
    return by_search({frozen.begin(), frozen.end()}, player);
}

// Fewer boxes may take more positions: the judge should not have to work much longer for that.
std::optional<LossClaim> ClaimFinder::by_search(Squares boxes, Square player) {
    std::sort(boxes.begin(), boxes.end());
    std::size_t positions = most_positions;
    if (!is_lost(boxes, player, positions)) return std::nullopt;
    shrink(boxes, [&](const Squares& fewer) {
        std::size_t most = 2 * positions + some_positions;
        return is_lost(fewer, player, most);
    });
    return LossClaim{false, std::move(boxes), player};
}

bool ClaimFinder::is_lost(const Squares& boxes, Square player, std::size_t& most) {
    const Position position = pusher_.position(boxes, player);
    if (known_.size() == most_known) known_.clear();
    auto found = known_.find(position);
    const bool is_known =
        found != known_.end() &&
        (found->second.answer != IsolatedBoxes::Answer::unknown || found->second.positions > most);
    if (!is_known) found = known_.insert_or_assign(position, alone_.lost(position, most)).first;
    most = found->second.positions;
    return found->second.answer == IsolatedBoxes::Answer::lost;
}

// Boxes on goals that hold each other are walls for the others, who must do with the goals left.
std::optional<LossClaim> ClaimFinder::by_goals(PositionView position) {
    Squares boxes(boxes_of(position).begin(), boxes_of(position).end());
    const Square player = position.back();
    Squares frozen = frozen_at_home(boxes);
    if (!frozen.empty() && lacks_goals(boxes, {}, player)) frozen.clear();
    const auto is_frozen = [&](Square box) {
        return std::binary_search(frozen.begin(), frozen.end(), box);
    };
    std::erase_if(boxes, is_frozen);
    if (!lacks_goals(boxes, frozen, player)) return std::nullopt;
    shrink(boxes, [&](const Squares& fewer) { return lacks_goals(fewer, frozen, player); });
    shrink(frozen, [&](const Squares& fewer) {
        return frozen_at_home(fewer) == fewer &&
               alone_.goals_within_reach(boxes, fewer, player) < boxes.size();
    });
    if (alone_.goals_within_reach(boxes, frozen, player) >= boxes.size()) return std::nullopt;
    return LossClaim{true, std::move(boxes), player, std::move(frozen)};
}

// Is there no goal of its own for every box?
bool ClaimFinder::lacks_goals(const Squares& boxes, const Squares& frozen, Square player) {
    if (boxes.empty()) return false;
    if (frozen_boards_.size() == most_frozen_boards) frozen_boards_.clear();
    std::unique_ptr<FrozenBoard>& board = frozen_boards_[frozen];
    if (board == nullptr) board = std::make_unique<FrozenBoard>(board_, frozen);
    return !goals_.goals_suffice(*board, boxes, player);
}

// Those of the boxes that stand on goals and hold each other, in ascending order.
Squares ClaimFinder::frozen_at_home(Squares boxes) {
    std::erase_if(boxes, [this](Square box) { return board_.is_goal[box] == 0; });
    const std::span<const Square> held = hold_.find(boxes);
    return {held.begin(), held.end()};
}

}  // namespace unriddle::sokoban
