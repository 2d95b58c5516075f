#include "sokoban/board/board.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

namespace unriddle::sokoban {

namespace {

constexpr Index most_columns = 0x7FFF;  // and rows: so that a row and a column fit into 16 bits

void require(bool right, const char* what) {
    if (!right) throw std::invalid_argument(std::string("not a Sokoban level: ") + what);
}

bool ascends(const std::vector<Index>& squares) {
    return std::adjacent_find(squares.begin(), squares.end(), std::greater_equal()) ==
           squares.end();
}

}  // namespace

void Level::check() const {
    require(width > 0 && width <= most_columns, "bad width");
    require(!floor.empty() && floor.size() < nowhere, "bad number of squares");
    require(ascends(floor) && ascends(goals) && ascends(boxes), "squares are not in order");
    require(floor.front() >= 0 && floor.back() / width <= most_columns,
            "a square is off the board");
    for (const Index square : floor) {
        const Index column = square % width;
        require(0 < column && column + 1 < width, "the board is open at its side");
    }
    const auto take_part = [&](const std::vector<Index>& squares) {
        return std::includes(floor.begin(), floor.end(), squares.begin(), squares.end());
    };
    require(take_part(goals), "a goal is off the floor");
    require(take_part(boxes), "a box is off the floor");
    require(take_part({player}), "the player is off the floor");
    require(!std::binary_search(boxes.begin(), boxes.end(), player), "the player stands on a box");
}

Board::Board(const Level& level)
    : frame(level.floor),
      goals(numbers(level.goals)),
      is_goal(squares() + 1, 0),
      walls(squares() + 1, 0) {
    next.assign(squares() + 1, {wall(), wall(), wall(), wall()});
    const std::array<Index, 4> steps = {-level.width, level.width, -1, 1};
    for (std::size_t square = 0; square < squares(); ++square) {
        row.push_back(static_cast<std::int16_t>(frame[square] / level.width));
        column.push_back(static_cast<std::int16_t>(frame[square] % level.width));
        for (std::size_t d = 0; d < 4; ++d) next[square][d] = number(frame[square] + steps[d]);
    }
    for (const Square goal : goals) is_goal[goal] = 1;
    walls[wall()] = 1;
}

Square Board::number(Index square) const {
    const auto found = std::lower_bound(frame.begin(), frame.end(), square);
    if (found == frame.end() || *found != square) return wall();
    return static_cast<Square>(found - frame.begin());
}

Squares Board::numbers(const std::vector<Index>& squares) const {
    Squares result;
    for (const Index square : squares) result.push_back(number(square));
    return result;
}

Mask Board::with(const Squares& boxes) const {
    Mask full = walls;
    for (const Square box : boxes) full[box] = 1;
    return full;
}

}  // namespace unriddle::sokoban
