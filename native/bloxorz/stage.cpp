#include "bloxorz/stage.h"

#include <stdexcept>
#include <string>

namespace unriddle::bloxorz {

namespace {

void require(bool right, const char* what) {
    if (!right) throw std::invalid_argument(std::string("not a Bloxorz stage: ") + what);
}

void require_indices(const std::vector<Index>& indices, Index lowest, std::size_t count,
                     const char* what) {
    for (const Index index : indices) {
        require(index >= lowest && index < static_cast<Index>(count), what);
    }
}

}  // namespace

void Stage::check() const {
    const std::size_t count = squares.size();
    require(width > 0 && count > 0 && count % static_cast<std::size_t>(width) == 0, "bad width");
    require(count <= 1u << 30, "too many squares");
    require(bridge_at.size() == count && switch_at.size() == count && split_at.size() == count,
            "a list has not one entry a square");
    require(bridges >= 0, "bad number of bridges");
    const auto bridge_count = static_cast<std::size_t>(bridges);
    require_indices(bridge_at, -1, bridge_count, "no such bridge");
    require_indices(switch_at, -1, switches.size(), "no such switch");
    require_indices(split_at, -1, splits.size(), "no such split switch");
    require_indices(on, 0, bridge_count, "no such bridge is on");
    for (const Switch& one : switches) {
        for (const auto* list : {&one.toggle, &one.open, &one.close}) {
            require_indices(*list, 0, bridge_count, "a switch names no such bridge");
        }
    }
    const auto borne = [&](Index square) {
        return square >= 0 && square < static_cast<Index>(count) &&
               squares[static_cast<std::size_t>(square)] != Square::void_;
    };
    for (const Split& one : splits) {
        require(borne(one.first) && borne(one.second) && one.first != one.second,
                "a cube appears over void");
    }
    require(borne(goal), "the goal is void");
    require(borne(first) && borne(second), "the start is void");
    const bool in_a_row = second == first + 1 && second % width != 0;
    require(split || second == first || in_a_row || second == first + width, "no block lies there");
}

Board::Board(const Stage& stage) : numbers(stage.squares.size(), nowhere) {
    const auto width = static_cast<std::size_t>(stage.width);
    for (std::size_t i = 0; i < stage.squares.size(); ++i) {
        if (stage.squares[i] == Square::void_) continue;
        numbers[i] = squares();
        frame.push_back(static_cast<Index>(i));
    }

    neighbour.resize(squares(), {nowhere, nowhere, nowhere, nowhere});
    lying = neighbour;
    for (Place c = 0; c < squares(); ++c) {
        const auto i = static_cast<std::size_t>(frame[c]);
        if (i % width + 1 < width) neighbour[c][right] = numbers[i + 1];
        if (i + width < numbers.size()) neighbour[c][down] = numbers[i + width];
        cover.push_back({c, c});
    }
    for (Place c = 0; c < squares(); ++c) {
        for (const auto& [ahead, back] : {std::pair{right, left}, std::pair{down, up}}) {
            const Place next = neighbour[c][ahead];
            if (next == nowhere) continue;
            neighbour[next][back] = c;
            lying[c][ahead] = lying[next][back] = static_cast<Place>(cover.size());
            cover.push_back({c, next});
        }
    }

    const auto step = [&](Place square, int direction) {
        return square == nowhere ? nowhere : neighbour[square][static_cast<std::size_t>(direction)];
    };
    const auto upright = [&](Place square) {
        if (square == nowhere) return nowhere;
        const auto i = static_cast<std::size_t>(frame[square]);
        return stage.squares[i] == Square::fragile ? nowhere : square;
    };
    roll.resize(cover.size());
    for (Place place = 0; place < cover.size(); ++place) {
        const auto [first, second] = cover[place];
        for (const int direction : {left, right, up, down}) {
            const auto way = static_cast<std::size_t>(direction);
            const bool backwards = direction == left || direction == up;
            const bool lengthwise = lying[first][backwards ? way + 1 : way] == place;
            Place& to = roll[place][way];
            const Place ahead = step(backwards ? first : second, direction);
            if (first == second) {  // falls over: covers the next two squares
                to = ahead == nowhere ? nowhere : lying[ahead][way];
            } else if (lengthwise) {  // gets up on the square ahead
                to = upright(ahead);
            } else {  // rolls sideways
                const Place one = step(first, direction), other = step(second, direction);
                const std::size_t along = lying[first][right] == place ? right : down;
                to = one == nowhere || other == nowhere ? nowhere : lying[one][along];
            }
        }
    }
}

}  // namespace unriddle::bloxorz
