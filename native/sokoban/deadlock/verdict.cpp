#include "sokoban/deadlock/verdict.h"

#include <algorithm>
#include <optional>

#include "sokoban/deadlock/corrals.h"
#include "sokoban/deadlock/freeze.h"
#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/lone_box.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/patterns.h"
#include "sokoban/optimal/assignment.h"
#include "sokoban/optimal/walking.h"

namespace unriddle::sokoban {

namespace {

// What the tables may cost: some 20 milliseconds each, for a player is waiting.
constexpr std::size_t most_pair_work = 20'000'000;
constexpr std::size_t most_room_positions = 50'000;

class Judge {
  public:
    Judge(const Level& level, Control& control)
        : control_(control),
          board_(level),
          boxes_(board_.numbers(level.boxes)),
          player_(board_.number(level.player)),
          no_walls_(board_.squares(), 0),
          is_box_(board_.squares(), 0),
          sides_(board_, no_walls_, control),
          lone_(board_, no_walls_, sides_, {}, control) {
        for (const Square box : boxes_) is_box_[box] = 1;
    }

    Verdict judge() {
        for (auto rule : {&Judge::dead_square, &Judge::freeze, &Judge::pair, &Judge::corral,
                          &Judge::pattern, &Judge::matching, &Judge::goal_room}) {
            if (Verdict verdict = (this->*rule)(); !verdict.rule.empty()) return verdict;
        }
        return {};
    }

  private:
    Verdict found(const char* rule, const std::vector<Square>& boxes) const {
        Verdict verdict{rule, {}};
        for (const Square box : boxes) verdict.boxes.push_back(board_.frame[box]);
        return verdict;
    }

    Verdict dead_square() {
        for (const Square box : boxes_) {
            if (lone_.is_dead(box)) return found("dead square", {box});
        }
        return {};
    }

    // The frozen boxes that hold one which is off goal: others may be frozen elsewhere.
    Verdict freeze() {
        Freeze freeze(board_, lone_.dead_squares(), control_);
        const auto all_home = [&](std::span<const Square> frozen) {
            return std::all_of(frozen.begin(), frozen.end(),
                               [this](Square box) { return board_.is_goal[box] != 0; });
        };
        const std::span<const Square> frozen = freeze(boxes_);
        if (all_home(frozen)) return {};
        std::vector<Square> guilty(frozen.begin(), frozen.end());
        shrink(guilty, [&](const std::vector<Square>& fewer) { return !all_home(freeze(fewer)); });
        return found("freeze", guilty);
    }

    Verdict pair() {
        pairs_ = Pairs::make(board_, sides_, lone_, most_pair_work, control_);
        if (!pairs_) return {};
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
                if ((*pairs_)(boxes_[i], boxes_[j], player_) == Pairs::dead) {
                    return found("pair", {boxes_[i], boxes_[j]});
                }
            }
        }
        return {};
    }

    Verdict pattern() {
        Patterns patterns(board_, lone_.dead_squares(), control_);
        for (const Square box : boxes_) {
            if (!patterns.lost(is_box_.data(), box, player_)) continue;
            return found("pattern", patterns.guilty(is_box_.data(), box, player_));
        }
        return {};
    }

    Verdict goal_room() {
        const GoalRooms rooms(board_, boxes_.size(), lone_.dead_squares(), most_room_positions,
                              control_);
        const std::vector<Square> guilty = rooms.guilty(is_box_.data(), player_);
        return guilty.empty() ? Verdict{} : found("goal room", guilty);
    }

    Verdict corral() {
        Corrals corrals(board_, lone_, pairs_ ? &*pairs_ : nullptr, control_);
        Walking walking(board_, control_);
        walking.explore(is_box_.data(), player_);
        if (corrals.find(boxes_, is_box_.data(), walking.is_reached()) != Corrals::Finding::dead) {
            return {};
        }
        std::vector<Square> border;
        for (const std::uint16_t box : corrals.border()) border.push_back(boxes_[box]);
        return found("corral", border);
    }

    Verdict matching() {
        const auto fits = [this](const std::vector<Square>& boxes) {
            Assignment assignment(boxes.size(), board_.goals.size(), control_);
            std::vector<Assignment::Row> rows;
            for (const Square box : boxes) rows.push_back(lone_.from(box, sides_(box, player_)));
            return assignment.solve(rows) != Assignment::impossible;
        };
        if (fits(boxes_)) return {};
        std::vector<Square> guilty = boxes_;
        shrink(guilty, [&](const std::vector<Square>& fewer) { return !fits(fewer); });
        return found("matching", guilty);
    }

    // Leaves boxes out as long as the rest is lost.
    static void shrink(std::vector<Square>& boxes, auto&& is_lost) {
        for (std::size_t i = boxes.size(); i-- > 0;) {
            std::vector<Square> fewer = boxes;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (!fewer.empty() && is_lost(fewer)) boxes = std::move(fewer);
        }
    }

    Control& control_;
    const Board board_;
    const std::vector<Square> boxes_;
    const Square player_;
    const std::vector<std::uint8_t> no_walls_;
    std::vector<std::uint8_t> is_box_;
    const Sides sides_;
    const LoneBox lone_;
    std::optional<Pairs> pairs_;
};

}  // namespace

Verdict why_lost(const Level& level, Control& control) { return Judge(level, control).judge(); }

}  // namespace unriddle::sokoban
