#include "sokoban/deadlock/verdict.h"

#include <algorithm>

#include "sokoban/optimal/assignment.h"

namespace unriddle::sokoban {

namespace {

// What the tables may cost: some 20 milliseconds each, for a player is waiting.
constexpr std::size_t most_pair_work = 20'000'000;
constexpr std::size_t most_room_positions = 50'000;

// Leaves boxes out as long as the rest is lost.
void shrink(std::vector<Square>& boxes, auto&& is_lost) {
    for (std::size_t i = boxes.size(); i-- > 0;) {
        std::vector<Square> fewer = boxes;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (!fewer.empty() && is_lost(fewer)) boxes = std::move(fewer);
    }
}

const char* name_of(Rule rule) {
    switch (rule) {
        case Rule::dead_square:
            return "dead square";
        case Rule::freeze:
            return "freeze";
        case Rule::pair:
            return "pair";
        case Rule::corral:
            return "corral";
        case Rule::pattern:
            return "pattern";
        case Rule::matching:
            return "matching";
        case Rule::goal_room:
            return "goal room";
    }
    return "";
}

}  // namespace

LossFinder::LossFinder(const Board& board, std::size_t boxes, Control& control)
    : control_(control),
      board_(board),
      boxes_(boxes),
      no_walls_(board_.squares(), 0),
      is_box_(board_.squares(), 0),
      sides_(board_, no_walls_, control),
      lone_(board_, no_walls_, sides_, {}, control),
      freeze_(board_, lone_.dead_squares(), control),
      walking_(board_, control),
      patterns_(board_, lone_.dead_squares(), control) {}

std::vector<Square> LossFinder::guilty(Rule rule, const Boxes& boxes, Square player) {
    switch (rule) {
        case Rule::dead_square:
            return dead_square(boxes);
        case Rule::freeze:
            return frozen(boxes);
        case Rule::pair:
            return pair(boxes, player);
        case Rule::matching:
            return unmatched(boxes, player);
        default:
            break;
    }
    for (const Square box : boxes) is_box_[box] = 1;
    Boxes found = rule == Rule::corral    ? corral(boxes, player)
                  : rule == Rule::pattern ? pattern(boxes, player)
                                          : goal_room(player);
    for (const Square box : boxes) is_box_[box] = 0;
    return found;
}

LossFinder::Boxes LossFinder::dead_square(const Boxes& boxes) const {
    for (const Square box : boxes) {
        if (lone_.is_dead(box)) return {box};
    }
    return {};
}

// The frozen boxes that hold one which is off goal: others may be frozen elsewhere.
LossFinder::Boxes LossFinder::frozen(const Boxes& boxes) {
    const auto all_home = [&](std::span<const Square> frozen) {
        return std::all_of(frozen.begin(), frozen.end(),
                           [this](Square box) { return board_.is_goal[box] != 0; });
    };
    const std::span<const Square> frozen = freeze_(boxes);
    if (all_home(frozen)) return {};
    Boxes guilty(frozen.begin(), frozen.end());
    shrink(guilty, [&](const Boxes& fewer) { return !all_home(freeze_(fewer)); });
    return guilty;
}

const Pairs* LossFinder::pairs() {
    if (!has_pairs_) pairs_ = Pairs::make(board_, sides_, lone_, most_pair_work, control_);
    has_pairs_ = true;
    return pairs_ ? &*pairs_ : nullptr;
}

LossFinder::Boxes LossFinder::pair(const Boxes& boxes, Square player) {
    const Pairs* const known = pairs();
    const bool all_live = std::none_of(boxes.begin(), boxes.end(),
                                       [this](Square box) { return lone_.is_dead(box); });
    if (known == nullptr || !all_live) return {};
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            if ((*known)(boxes[i], boxes[j], player) == Pairs::dead) return {boxes[i], boxes[j]};
        }
    }
    return {};
}

LossFinder::Boxes LossFinder::pattern(const Boxes& boxes, Square player) {
    for (const Square box : boxes) {
        if (patterns_.lost(is_box_.data(), box, player)) {
            return patterns_.guilty(is_box_.data(), box, player);
        }
    }
    return {};
}

LossFinder::Boxes LossFinder::goal_room(Square player) {
    if (!rooms_) {
        rooms_.emplace(board_, boxes_, lone_.dead_squares(), most_room_positions, control_);
    }
    return rooms_->guilty(is_box_.data(), player);
}

LossFinder::Boxes LossFinder::corral(const Boxes& boxes, Square player) {
    if (!corrals_) corrals_.emplace(board_, lone_, pairs(), control_);
    walking_.explore(is_box_.data(), player);
    const Corrals::Finding finding = corrals_->find(boxes, is_box_.data(), walking_.is_reached());
    if (finding != Corrals::Finding::dead) return {};
    Boxes border;
    for (const std::uint16_t box : corrals_->border()) border.push_back(boxes[box]);
    return border;
}

LossFinder::Boxes LossFinder::unmatched(const Boxes& boxes, Square player) const {
    const auto fits = [&](const Boxes& some) {
        Assignment assignment(some.size(), board_.goals.size(), control_);
        std::vector<Assignment::Row> rows;
        for (const Square box : some) rows.push_back(lone_.from(box, sides_(box, player)));
        return assignment.solve(rows) != Assignment::impossible;
    };
    if (fits(boxes)) return {};
    Boxes guilty = boxes;
    shrink(guilty, [&](const Boxes& fewer) { return !fits(fewer); });
    return guilty;
}

Verdict why_lost(const Level& level, Control& control) {
    const Board board(level);
    const std::vector<Square> boxes = board.numbers(level.boxes);
    LossFinder finder(board, boxes.size(), control);
    for (const Rule rule : LossFinder::rules) {
        const std::vector<Square> guilty = finder.guilty(rule, boxes, board.number(level.player));
        if (guilty.empty()) continue;
        Verdict verdict{name_of(rule), {}};
        for (const Square box : guilty) verdict.boxes.push_back(board.frame[box]);
        return verdict;
    }
    return {};
}

}  // namespace unriddle::sokoban
