#include "sokoban/deadlock/goal_rooms.h"

#include <array>
#include <utility>

namespace unriddle::sokoban {

namespace {

constexpr std::size_t most_squares = 30, most_live_squares = 20, most_rooms = 16;

// Could the square cut the floor? Not where the floor around it hangs together.
bool may_cut(const Board& board, Square square) {
    // each direction with the one that follows it clockwise
    constexpr std::array<std::array<std::size_t, 2>, 4> round = {
        {{up, right}, {right, down}, {down, left}, {left, up}}};
    int free = 0, linked = 0;
    for (const auto& [direction, next] : round) {
        const Square beside = board.ways[square][direction].target;
        if (beside == nowhere) continue;
        ++free;
        linked += board.ways[square][next].target != nowhere &&
                  board.ways[beside][next].target != nowhere;
    }
    return free - linked > 1;
}

// What lies behind each square that cuts the floor: the parts with at least two goals, and the
// square itself as the last one; the largest first.
std::vector<std::vector<Square>> pockets(const Board& board, Control& control) {
    std::vector<std::vector<Square>> found;
    std::vector<Square> seen_from(board.squares(), nowhere), part;
    for (std::size_t square = 0; square < board.squares(); ++square) {
        const auto entrance = static_cast<Square>(square);
        if (!may_cut(board, entrance)) continue;
        control.look();
        seen_from[entrance] = entrance;
        for (const Way& way : board.ways[entrance]) {
            if (way.target == nowhere || seen_from[way.target] == entrance) continue;
            part.assign(1, way.target);
            seen_from[way.target] = entrance;
            std::size_t goals = 0;
            for (std::size_t next = 0; next < part.size(); ++next) {
                goals += board.is_goal[part[next]];
                for (const Way& step : board.ways[part[next]]) {
                    if (step.target == nowhere || seen_from[step.target] == entrance) continue;
                    seen_from[step.target] = entrance;
                    part.push_back(step.target);
                }
            }
            if (goals < 2 || part.size() >= most_squares || part.size() + 1 >= board.squares()) continue;
            part.push_back(entrance);
            found.push_back(part);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& one, const auto& other) { return one.size() > other.size(); });
    return found;
}

}  // namespace

GoalRooms::GoalRooms(const Board& board, std::size_t boxes, std::span<const std::uint8_t> is_dead,
                     std::size_t most_positions, Control& control)
    : room_of_(board.squares(), no_room, Metered<std::uint8_t>(control)) {
    if (boxes != board.goals.size()) return;
    for (const std::vector<Square>& squares : pockets(board, control)) {
        if (rooms_.size() == most_rooms) return;
        control.look();
        const bool taken = std::any_of(squares.begin(), squares.end(),
                                       [&](Square square) { return room_of_[square] != no_room; });
        if (taken) continue;
        Area area(board, squares, is_dead, control);
        if (area.lives() > most_live_squares) continue;
        Room room(std::move(area), control);
        if (!room.complete(most_positions, control)) continue;
        for (const Square square : squares) {
            room_of_[square] = static_cast<std::uint8_t>(rooms_.size());
        }
        rooms_.push_back(std::move(room));
    }
}

bool GoalRooms::Room::complete(std::size_t most_positions, Control& control) {
    struct Position {
        Area::Boxes boxes;
        Area::Region region;
    };
    MeteredVector<Position> found{Metered<Position>(control)};
    completable.assign(std::size_t{1} << area.lives(), 0);
    const auto add = [&](Area::Boxes boxes, Area::Region region) {
        const std::uint32_t bit = std::uint32_t{1} << Area::name(region);
        if ((completable[boxes] & bit) != 0) return;
        completable[boxes] |= bit;
        found.push_back({boxes, region});
    };
    area.for_each_region(area.goals(), [&](Area::Region region) { add(area.goals(), region); });
    for (std::size_t next = 0; next < found.size(); ++next) {
        if (found.size() > most_positions) return false;
        if (next % 1024 == 0) control.look();
        const Position position = found[next];
        area.for_each_pull(position.boxes, position.region, add);
    }
    return true;
}

std::vector<Square> GoalRooms::guilty(const std::uint8_t* is_box, Square player) const {
    std::vector<Square> boxes;
    for (const Room& room : rooms_) {
        if (!boxes.empty() || !room.lost(is_box, player)) continue;
        for (const Square square : room.area.squares()) {
            if (is_box[square]) boxes.push_back(square);
        }
    }
    return boxes;
}

}  // namespace unriddle::sokoban
