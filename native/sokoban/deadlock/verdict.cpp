#include "sokoban/deadlock/verdict.h"

#include <algorithm>
#include <optional>

#include "sokoban/board/assignment.h"
#include "sokoban/board/corrals.h"
#include "sokoban/board/freeze.h"
#include "sokoban/board/push_costs.h"
#include "sokoban/deadlock/goal_rooms.h"
#include "sokoban/deadlock/pairs.h"
#include "sokoban/deadlock/patterns.h"

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
          full_(board_.with(boxes_)),
          graph_(board_, board_.walls),
          sides_(board_, graph_, control),
          costs_(board_, graph_, {}, control) {}

    Verdict judge() {
        for (auto rule : {&Judge::dead_square, &Judge::freeze, &Judge::pair, &Judge::corral,
                          &Judge::pattern, &Judge::matching, &Judge::goal_room}) {
            if (Verdict verdict = (this->*rule)(); !verdict.rule.empty()) return verdict;
        }
        return {};
    }

  private:
    Verdict found(const char* rule, const Squares& boxes) const {
        Verdict verdict{rule, {}};
        for (const Square box : boxes) verdict.boxes.push_back(board_.frame[box]);
        return verdict;
    }

    Verdict dead_square() {
        for (const Square box : boxes_) {
            if (costs_.is_dead()[box]) return found("dead square", {box});
        }
        return {};
    }

    // The frozen boxes that hold one which is off goal: others may be frozen elsewhere.
    Verdict freeze() {
        Freeze freeze(board_, costs_.is_dead());
        const auto all_home = [&](std::span<const Square> frozen) {
            return std::all_of(frozen.begin(), frozen.end(),
                               [this](Square box) { return board_.is_goal[box] != 0; });
        };
        const std::span<const Square> frozen = freeze.find(boxes_);
        if (all_home(frozen)) return {};
        Squares guilty(frozen.begin(), frozen.end());
        shrink(guilty, [&](const Squares& fewer) { return !all_home(freeze.find(fewer)); });
        return found("freeze", guilty);
    }

    Verdict pair() {
        pairs_ = Pairs::make(board_, sides_, costs_, most_pair_work, control_);
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
        Patterns patterns(board_, costs_.is_dead(), control_);
        for (const Square box : boxes_) {
            if (!patterns.lost(full_.data(), box, player_)) continue;
            return found("pattern", patterns.guilty(full_.data(), box, player_));
        }
        return {};
    }

    Verdict goal_room() {
        const GoalRooms rooms(board_, boxes_.size(), costs_.is_dead(), most_room_positions,
                              control_);
        const Squares guilty = rooms.guilty(full_.data(), player_);
        return guilty.empty() ? Verdict{} : found("goal room", guilty);
    }

    Verdict corral() {
        Corrals corrals(board_, costs_.is_dead());
        Flood flood(board_);
        const auto loses = [this](const Mask&, const Squares& border, Square from, Square to) {
            return pairs_ && std::any_of(border.begin(), border.end(), [&](Square other) {
                       return other != from && (*pairs_)(to, other, from) == Pairs::dead;
                   });
        };
        if (corrals.find(boxes_, full_.data(), player_, flood, loses) != Corrals::Finding::dead) {
            return {};
        }
        return found("corral", {corrals.border().begin(), corrals.border().end()});
    }

    Verdict matching() {
        const auto fits = [this](const Squares& boxes) {
            Assignment<PushCosts::Price> assignment(boxes.size(), board_.goals.size(), control_);
            std::vector<const PushCosts::Price*> rows;
            for (const Square box : boxes) rows.push_back(costs_.from(box, sides_(box, player_)));
            return assignment.solve(rows) != assignment.impossible;
        };
        if (fits(boxes_)) return {};
        Squares guilty = boxes_;
        shrink(guilty, [&](const Squares& fewer) { return !fits(fewer); });
        return found("matching", guilty);
    }

    // Leaves boxes out as long as the rest is lost.
    static void shrink(Squares& boxes, auto&& is_lost) {
        for (std::size_t i = boxes.size(); i-- > 0;) {
            Squares fewer = boxes;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (!fewer.empty() && is_lost(fewer)) boxes = std::move(fewer);
        }
    }

    Control& control_;
    const Board board_;
    const Squares boxes_;
    const Square player_;
    const Mask full_;
    const PushGraph graph_;
    const Sides sides_;
    const PushCosts costs_;
    std::optional<Pairs> pairs_;
};

}  // namespace

Verdict why_lost(const Level& level, Control& control) { return Judge(level, control).judge(); }

}  // namespace unriddle::sokoban
