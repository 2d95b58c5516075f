#include "sokoban/deadlock/deadlock_finder.h"

#include "sokoban/board/assignment.h"

namespace unriddle::sokoban {

namespace {

// What the tables may cost: some 20 milliseconds each, for a player is waiting.
constexpr std::size_t most_pair_work = 20'000'000;
constexpr std::size_t most_room_positions = 50'000;

}  // namespace

const std::array<DeadlockFinder::Rule, 7> DeadlockFinder::rules = {{
    {"dead square", &DeadlockFinder::dead_square},
    {"freeze", &DeadlockFinder::frozen},
    {"pair", &DeadlockFinder::pair},
    {"corral", &DeadlockFinder::corral},
    {"pattern", &DeadlockFinder::pattern},
    {"matching", &DeadlockFinder::unmatched},
    {"goal room", &DeadlockFinder::goal_room},
}};

DeadlockFinder::DeadlockFinder(const Board& board, std::size_t boxes, Control& control)
    : control_(control),
      board_(board),
      boxes_(boxes),
      graph_(board_, board_.walls),
      sides_(board_, graph_, control),
      costs_(board_, graph_, {}, control),
      freeze_(board_, is_dead()),
      flood_(board_),
      corrals_(board_, is_dead()),
      patterns_(board_, is_dead(), control) {}

Squares DeadlockFinder::dead_square(const Squares& boxes, Square) {
    for (const Square box : boxes) {
        if (is_dead()[box]) return {box};
    }
    return {};
}

// The frozen boxes that hold one which is off goal: others may be frozen elsewhere.
Squares DeadlockFinder::frozen(const Squares& boxes, Square) {
    const std::span<const Square> frozen = freeze_.find(boxes);
    if (all_in(board_.is_goal, frozen)) return {};
    Squares guilty(frozen.begin(), frozen.end());
    shrink(guilty,
           [&](const Squares& fewer) { return !all_in(board_.is_goal, freeze_.find(fewer)); });
    return guilty;
}

const Pairs* DeadlockFinder::pairs() {
    if (!has_pairs_) pairs_ = Pairs::make(board_, sides_, costs_, most_pair_work, control_);
    has_pairs_ = true;
    return pairs_ ? &*pairs_ : nullptr;
}

Squares DeadlockFinder::pair(const Squares& boxes, Square player) {
    const Pairs* const known = pairs();
    if (known == nullptr || any_in(is_dead(), boxes)) return {};
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            if ((*known)(boxes[i], boxes[j], player) == Pairs::dead) return {boxes[i], boxes[j]};
        }
    }
    return {};
}

Squares DeadlockFinder::pattern(const Squares& boxes, Square player) {
    const Mask full = board_.with(boxes);
    for (const Square box : boxes) {
        if (patterns_.lost(full.data(), box, player)) {
            return patterns_.guilty(full.data(), box, player);
        }
    }
    return {};
}

Squares DeadlockFinder::goal_room(const Squares& boxes, Square player) {
    if (!rooms_) rooms_.emplace(board_, boxes_, is_dead(), most_room_positions, control_);
    return rooms_->guilty(board_.with(boxes).data(), player);
}

Squares DeadlockFinder::corral(const Squares& boxes, Square player) {
    const Pairs* const known = pairs();
    const auto loses = [known](const Mask&, const Squares& border, Square from, Square to) {
        return known != nullptr && known->loses(border, from, to);
    };
    const auto is_lost = [&](const Squares& some) {
        const Mask full = board_.with(some);
        return corrals_.find(some, full.data(), player, flood_, loses) == Corrals::Finding::dead;
    };
    if (any_in(is_dead(), boxes) || !is_lost(boxes)) return {};
    // Not the border alone: an empty goal inside counts only if there are boxes that need it.
    Squares guilty = boxes;
    shrink(guilty, is_lost);
    return guilty;
}

Squares DeadlockFinder::unmatched(const Squares& boxes, Square player) {
    const auto fits = [&](const Squares& some) {
        Assignment<PushCosts::Price> assignment(some.size(), board_.goals.size(), control_);
        std::vector<const PushCosts::Price*> rows;
        for (const Square box : some) rows.push_back(costs_.from(box, sides_(box, player)));
        return assignment.solve(rows) != assignment.impossible;
    };
    if (fits(boxes)) return {};
    Squares guilty = boxes;
    shrink(guilty, [&](const Squares& fewer) { return !fits(fewer); });
    return guilty;
}

Deadlock find_deadlock(const Level& level, Control& control) {
    const Board board(level);
    const Squares boxes = board.numbers(level.boxes);
    DeadlockFinder finder(board, boxes.size(), control);
    for (const auto& [name, find] : DeadlockFinder::rules) {
        const Squares guilty = (finder.*find)(boxes, board.number(level.player));
        if (guilty.empty()) continue;
        Deadlock deadlock{name, {}};
        for (const Square box : guilty) deadlock.boxes.push_back(board.frame[box]);
        return deadlock;
    }
    return {};
}

}  // namespace unriddle::sokoban
