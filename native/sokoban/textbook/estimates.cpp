#include "sokoban/textbook/estimates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace unriddle::sokoban {

namespace {

int rows_between(const Board& board, Square one, Square other) {
    return std::abs(board.row[one] - board.row[other]);
}

int columns_between(const Board& board, Square one, Square other) {
    return std::abs(board.column[one] - board.column[other]);
}

int steps_between(const Board& board, Square one, Square other) {
    return rows_between(board, one, other) + columns_between(board, one, other);
}

// Visits the pairs of a box off goal and a free goal, both in reading order.
void for_each_pair(const Board& board, std::span<const Square> boxes, auto&& visit) {
    auto goal = board.goals.begin();
    auto standing = boxes.begin();  // the first box that is not before `goal`
    for (const Square box : boxes) {
        if (board.is_goal[box]) continue;
        for (; goal != board.goals.end(); ++goal) {
            standing = std::find_if(standing, boxes.end(), [&](Square b) { return b >= *goal; });
            if (standing == boxes.end() || *standing != *goal) break;
        }
        if (goal == board.goals.end()) return;
        visit(box, *goal++);
    }
}

// Three that pair boxes off goal with free goals in reading order.
double manhattan(const Board& board, std::span<const Square> boxes, Square) {
    std::int64_t total = 0;
    for_each_pair(board, boxes,
                  [&](Square box, Square goal) { total += steps_between(board, box, goal); });
    return static_cast<double>(total);
}

double euclid(const Board& board, std::span<const Square> boxes, Square) {
    double total = 0.0;
    for_each_pair(board, boxes, [&](Square box, Square goal) {
        const int down = rows_between(board, box, goal), right = columns_between(board, box, goal);
        total += std::sqrt(static_cast<double>(down * down + right * right));
    });
    return total;
}

double player(const Board& board, std::span<const Square> boxes, Square player) {
    std::int64_t total = 0;
    for_each_pair(board, boxes, [&](Square box, Square goal) {
        total += steps_between(board, player, box) + steps_between(board, box, goal);
    });
    return static_cast<double>(total);
}

// The steps before the player can touch a box, as if there were no walls.
double steps_to_touch(const Board& board, std::span<const Square> boxes, Square player) {
    int nearest = std::numeric_limits<int>::max();
    for (const Square box : boxes) nearest = std::min(nearest, steps_between(board, player, box));
    return static_cast<double>(nearest) - 1;
}

using enum Heuristic::Pushes;
constexpr auto table = std::to_array<Named<Heuristic>>({
    {"freeze", {.pushes = freeze}},
    {"walk", {.pushes = freeze, .rest = steps_to_touch}},
    {"matching", {.pushes = matching}},
    {"manhattan", {.rest = manhattan}},
    {"euclid", {.rest = euclid}},
    {"player", {.rest = player}},
});

}  // namespace

std::span<const Named<Heuristic>> heuristics() { return table; }

CheapestMatching::CheapestMatching(const PushDistances& distances, Control& control)
    : distances_(distances), control_(control), rows_(control) {
    static_assert(PushDistances::never == Rows::never);
    if (EightGoals::fits(distances)) eight_goals_.emplace(distances, control);
}

double CheapestMatching::operator()(std::span<const Square> boxes) {
    if (eight_goals_) return (*eight_goals_)(boxes);
    if (!assignment_) assignment_.emplace(boxes.size(), distances_.goals(), control_);
    rows_.clear();
    for (const Square box : boxes) rows_.push_back(distances_.from(box));
    const std::int32_t sum = assignment_->solve(rows_);
    return sum == Rows::impossible ? std::numeric_limits<double>::infinity() : sum;
}

LeastPushes::LeastPushes(const Board& board, bool freeze, Control& control)
    : board_(board),
      distances_(board, control),
      matching_(distances_, control),
      is_dead_(board.walls) {
    if (!freeze) return;
    for (Square square = 0; square < board.wall(); ++square) {
        is_dead_[square] = distances_.is_dead(square);
    }
    freeze_.emplace(board, is_dead_);
}

double LeastPushes::operator()(std::span<const Square> boxes) {
    const bool is_lost =
        freeze_ && (any_in(is_dead_, boxes) || !all_in(board_.is_goal, freeze_->find(boxes)));
    return is_lost ? std::numeric_limits<double>::infinity() : matching_(boxes);
}

}  // namespace unriddle::sokoban
