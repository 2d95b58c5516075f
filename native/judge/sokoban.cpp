#include "judge/sokoban.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace unriddle::judge {

namespace {

using Squares = std::vector<int>;

// The boxes in ascending order, and then the first square of the player's region: its normal form.
using Position = std::u32string;

// A board on which boxes are pushed: walls, goals, and where a player can walk.
class Board {
  public:
    Board(int width, const Squares& floor, const Squares& goals) : steps_{-width, width, -1, 1} {
        const auto size = at(*std::max_element(floor.begin(), floor.end()) + width + 1);
        is_floor_.resize(size);
        is_goal_.resize(size);
        is_box_.resize(size);
        reached_.resize(size);
        for (const int square : floor) is_floor_[at(square)] = true;
        for (const int goal : goals) is_goal_[at(goal)] = true;
    }

    int step(int direction) const { return steps_[at(direction)]; }
    bool is_on_board(int square) const { return square >= 0 && at(square) < is_floor_.size(); }
    bool is_floor(int square) const { return is_on_board(square) && is_floor_[at(square)]; }
    bool is_goal(int square) const { return is_goal_[at(square)]; }

    // A frozen box becomes a wall, and its goal is taken.
    void wall_up(int square) { is_floor_[at(square)] = is_goal_[at(square)] = false; }

    // Where the player can walk among the boxes; until the next question.
    const Squares& region(const Squares& boxes, int player) {
        for (const int square : region_) reached_[at(square)] = false;
        for (const int box : boxes) is_box_[at(box)] = true;
        region_.assign(1, player);
        reached_[at(player)] = true;
        for (std::size_t next = 0; next < region_.size(); ++next) {
            for (const int step : steps_) {
                const int square = region_[next] + step;
                if (!is_floor(square) || is_box_[at(square)] || reached_[at(square)]) continue;
                reached_[at(square)] = true;
                region_.push_back(square);
            }
        }
        for (const int box : boxes) is_box_[at(box)] = false;
        return region_;
    }
    // Is the square in the region that was asked for last?
    bool is_reached(int square) const { return is_floor(square) && reached_[at(square)]; }

    Position position(Squares boxes, int player) {
        std::sort(boxes.begin(), boxes.end());
        const Squares& squares = region(boxes, player);
        Position position(boxes.begin(), boxes.end());
        position += static_cast<char32_t>(*std::min_element(squares.begin(), squares.end()));
        return position;
    }

    struct Push {
        int box;
        int direction;  // up, down, left, right

        std::int64_t number() const { return std::int64_t{4} * box + direction; }
    };

    // What can be pushed in a position, in the order of the boxes and directions.
    std::vector<Push> pushes(const Position& position) {
        const Squares boxes(position.begin(), position.end() - 1);
        region(boxes, static_cast<int>(position.back()));
        std::vector<Push> pushes;
        for (const int box : boxes) {
            for (int direction = 0; direction < 4; ++direction) {
                const int behind = box - step(direction), ahead = box + step(direction);
                const bool is_free =
                    is_floor(ahead) && !std::binary_search(boxes.begin(), boxes.end(), ahead);
                if (is_reached(behind) && is_free) pushes.push_back({box, direction});
            }
        }
        return pushes;
    }

    // The position after a push that can be made.
    Position after(const Position& position, const Push& push) {
        Squares boxes(position.begin(), position.end() - 1);
        std::replace(boxes.begin(), boxes.end(), push.box, push.box + step(push.direction));
        return this->position(std::move(boxes), push.box);
    }

    bool is_solved(const Position& position) const {
        return std::all_of(position.begin(), position.end() - 1,
                           [this](char32_t box) { return is_goal(static_cast<int>(box)); });
    }

    // The squares from which a box could be pushed to a goal if it were alone and the player could
    // be everywhere: no box comes home from another one.
    std::vector<bool> live_squares() const {
        std::vector<bool> is_live(is_goal_.size());
        Squares live;
        const auto add = [&](int square) {
            if (!is_live[at(square)]) live.push_back(square);
            is_live[at(square)] = true;
        };
        for (std::size_t square = 0; square < is_goal_.size(); ++square) {
            if (is_goal_[square]) add(static_cast<int>(square));
        }
        for (std::size_t next = 0; next < live.size(); ++next) {
            for (const int step : steps_) {
                const int before = live[next] - step;
                if (is_floor(before) && is_floor(before - step)) add(before);
            }
        }
        return is_live;
    }

  private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    std::array<int, 4> steps_;              // up, down, left, right
    std::vector<bool> is_floor_, is_goal_;  // by square, like the next two
    std::vector<bool> is_box_;              // all false between two questions
    std::vector<bool> reached_;             // of the last region
    Squares region_;
};

// All positions that pushes of these boxes, alone on the board, lead to: calls `visit(position)`,
// and goes no further where the answer is false.
void explore(Board& board, const Squares& boxes, int player, Work& work, auto&& visit) {
    std::vector<Position> waiting{board.position(boxes, player)};
    std::unordered_set<Position> seen(waiting.begin(), waiting.end());
    while (!waiting.empty()) {
        const Position position = std::move(waiting.back());
        waiting.pop_back();
        work.spend();
        if (!visit(position)) continue;
        for (const Board::Push& push : board.pushes(position)) {
            Position after = board.after(position, push);
            if (seen.insert(after).second) waiting.push_back(std::move(after));
        }
    }
}

// A claim, and what the judge has found out about it.
class CheckedClaim {
  public:
    CheckedClaim(const Claim& claim, std::size_t number) : claim_(claim), number_(number) {
        boxes_.assign(claim.boxes.begin(), claim.boxes.end());
        boxes_.append(claim.frozen.begin(), claim.frozen.end());
        std::sort(boxes_.begin(), boxes_.end());
        boxes_.erase(std::unique(boxes_.begin(), boxes_.end()), boxes_.end());
    }

    // Of a claim without boxes it is one that no position has.
    char32_t first_box() const {
        return boxes_.empty() ? static_cast<char32_t>(-1) : boxes_.front();
    }

    // Is it about this position? `board` is that of the level.
    bool covers(const Position& position, Board& board) {
        if (!std::includes(position.begin(), position.end() - 1, boxes_.begin(), boxes_.end()) ||
            !board.is_on_board(claim_.player)) {
            return false;
        }
        if (region_.empty()) {
            region_ = board.region(Squares(boxes_.begin(), boxes_.end()), claim_.player);
            std::sort(region_.begin(), region_.end());
        }
        return std::binary_search(region_.begin(), region_.end(),
                                  static_cast<int>(position.back()));
    }

    // Throws a Refusal unless it holds. `board` is that of the level.
    void settle(Board board, Work& work) {
        if (is_settled_) return;
        check_squares(board);
        for (const int box : claim_.frozen) board.wall_up(box);
        if (claim_.by_goals) {
            settle_goals(board, work);
        } else {
            const std::vector<bool> is_live = board.live_squares();
            explore(board, claim_.boxes, claim_.player, work, [&](const Position& position) {
                require(!board.is_solved(position), "its boxes can all be brought to goals");
                return std::all_of(position.begin(), position.end() - 1,
                                   [&](char32_t box) { return is_live[box]; });
            });
        }
        is_settled_ = true;
    }

  private:
    void require(bool right, const std::string& objection) const {
        if (!right) throw Refusal{"claim " + std::to_string(number_) + ": " + objection};
    }

    void check_squares(const Board& board) const {
        const auto is_floor = [&](char32_t square) {
            return board.is_floor(static_cast<int>(square));
        };
        const auto player = static_cast<char32_t>(claim_.player);
        require(!claim_.boxes.empty(), "it names no box");
        require(boxes_.size() == claim_.boxes.size() + claim_.frozen.size() &&
                    boxes_.find(player) == boxes_.npos,
                "it names a square twice");
        require(std::all_of(boxes_.begin(), boxes_.end(), is_floor) && is_floor(player),
                "it names a square that is not floor");
        for (const int box : claim_.frozen) {
            require(board.is_goal(box), "it calls boxes frozen that are not on goals");
        }
        for (const int box : claim_.frozen) {
            require(is_held(board, box, 0) && is_held(board, box, 2),
                    "it calls boxes frozen that are not held by walls and each other");
        }
    }

    // By a wall or another frozen box, along the axis of a direction and the next one.
    bool is_held(const Board& board, int box, int direction) const {
        for (const int way : {direction, direction + 1}) {
            const int near = box + board.step(way);
            const auto& frozen = claim_.frozen;
            if (!board.is_floor(near)) return true;
            if (std::find(frozen.begin(), frozen.end(), near) != frozen.end()) return true;
        }
        return false;
    }

    // Hall: each box alone, from its place, which counts as well.
    void settle_goals(Board& board, Work& work) const {
        std::unordered_set<char32_t> goals;
        for (const int box : claim_.boxes) {
            explore(board, {box}, claim_.player, work, [&](const Position& position) {
                if (board.is_solved(position)) goals.insert(position.front());
                return true;
            });
        }
        require(goals.size() < claim_.boxes.size(),
                "its boxes reach " + std::to_string(goals.size()) + " goals");
    }

    const Claim& claim_;
    const std::size_t number_;
    std::u32string boxes_;  // all of them, in ascending order
    Squares region_;        // in ascending order, once it was needed
    bool is_settled_ = false;
};

class Game {
  public:
    Game(const SokobanStart& start, const Proof& proof, Work& work)
        : board_(start.width, start.floor, start.goals), work_(work) {
        claims_.reserve(proof.claims.size());
        for (const Claim& claim : proof.claims) {
            claims_.emplace_back(claim, claims_.size());
            by_first_box_[claims_.back().first_box()].push_back(claims_.size() - 1);
        }
        add(board_.position(start.boxes, start.player));
    }

    bool is_covered() { return is_covered(in_order_.front()); }
    bool is_solved(std::size_t state) const { return board_.is_solved(in_order_[state]); }

    Keeping keep(std::size_t parent, std::int64_t move) {
        const Position& before = in_order_[parent];
        const std::vector<Board::Push> pushes = board_.pushes(before);
        const auto push = std::find_if(pushes.begin(), pushes.end(), [&](const Board::Push& one) {
            return one.number() == move;
        });
        if (push == pushes.end()) return Keeping::not_legal;
        return add(board_.after(before, *push)) ? Keeping::kept : Keeping::there_twice;
    }

    void each_move(std::size_t state, auto&& visit) {
        const Position& position = in_order_[state];
        for (const Board::Push& push : board_.pushes(position)) {
            visit(push.number(), [&] {
                const Position next = board_.after(position, push);
                return kept_.contains(next) || is_covered(next);
            });
        }
    }

  private:
    bool add(const Position& position) {
        in_order_.push_back(position);
        return kept_.insert(position).second;
    }

    // By the first claim that is about the position, which must then hold.
    bool is_covered(const Position& position) {
        std::size_t first = claims_.size();
        for (auto box = position.begin(); box != position.end() - 1; ++box) {
            const auto found = by_first_box_.find(*box);
            if (found == by_first_box_.end()) continue;
            for (const std::size_t claim : found->second) {
                if (claim < first && claims_[claim].covers(position, board_)) first = claim;
            }
        }
        if (first == claims_.size()) return false;
        claims_[first].settle(board_, work_);
        return true;
    }

    Board board_;
    Work& work_;
    std::vector<CheckedClaim> claims_;
    std::unordered_map<char32_t, std::vector<std::size_t>> by_first_box_;
    std::vector<Position> in_order_;
    std::unordered_set<Position> kept_;
};

}  // namespace

void check(const SokobanStart& start) {
    const auto require = [](bool right, const char* what) {
        if (!right) throw std::invalid_argument(std::string("not a Sokoban level: ") + what);
    };
    require(start.width > 0, "bad width");
    const std::unordered_set<int> floor(start.floor.begin(), start.floor.end());
    for (const int square : floor) {
        require(square >= 0 && square < 1 << 30, "a square is off the board");
        const int column = square % start.width;
        require(0 < column && column + 1 < start.width, "the board is open at its side");
    }
    const auto on_floor = [&](int square) { return floor.contains(square); };
    require(std::all_of(start.goals.begin(), start.goals.end(), on_floor),
            "a goal is off the floor");
    require(std::all_of(start.boxes.begin(), start.boxes.end(), on_floor),
            "a box is off the floor");
    const std::unordered_set<int> boxes(start.boxes.begin(), start.boxes.end());
    require(boxes.size() == start.boxes.size(), "a box is doubled");
    require(on_floor(start.player), "the player is off the floor");
    require(!boxes.contains(start.player), "the player stands on a box");
}

Judgement judge_sokoban(const SokobanStart& start, const Proof& proof, Work& work) {
    check(start);
    return judged(proof, work, Game(start, proof, work));
}

}  // namespace unriddle::judge
