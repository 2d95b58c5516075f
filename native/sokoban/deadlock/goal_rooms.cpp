#include "sokoban/deadlock/goal_rooms.h"

#include <algorithm>
#include <utility>

#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

namespace {

constexpr std::size_t most_squares = 30, most_live_squares = 20, most_rooms = 16;

// What lies behind each square that cuts the floor: the parts with at least two goals, and the
// square itself as the last one; the largest first.
std::vector<Squares> pockets(const Board& board, Control& control) {
    std::vector<Squares> found;
    Flood flood(board);
    Mask full = board.walls;
    unsigned open = 0;
    for (Square entrance = 0; entrance < board.wall(); ++entrance) {
        if (!may_cut(board, entrance, board.walls.data(), open)) continue;
        control.check_limits();
        full[entrance] = 1;
        flood.begin();
        for (const Square start : board.next[entrance]) {
            if (full[start] || flood.reached(start)) continue;
            flood.add(start, full.data());
            const std::span<const Square> part = flood.squares();
            const auto goals = std::count_if(part.begin(), part.end(), [&](Square square) {
                return board.is_goal[square] != 0;
            });
            if (goals < 2 || part.size() >= most_squares || part.size() + 1 >= board.squares())
                continue;
            found.emplace_back(part.begin(), part.end()).push_back(entrance);
        }
        full[entrance] = 0;
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& one, const auto& other) { return one.size() > other.size(); });
    return found;
}

}  // namespace

GoalRooms::GoalRooms(const Board& board, std::size_t boxes, const Mask& is_dead,
                     std::size_t most_positions, Control& control)
    : room_of_(board.squares(), no_room, control) {
    if (boxes != board.goals.size()) return;
    for (const Squares& squares : pockets(board, control)) {
        if (rooms_.size() == most_rooms) return;
        control.check_limits();
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
    MeteredVector<Position> found(control);
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
        if (next % 1024 == 0) control.check_limits();
        const Position position = found[next];
        area.for_each_pull(position.boxes, position.region, add);
    }
    return true;
}

Squares GoalRooms::guilty(const std::uint8_t* is_box, Square player) const {
    Squares boxes;
    for (const Room& room : rooms_) {
        if (!boxes.empty() || !room.lost(is_box, player)) continue;
        for (const Square square : room.area.squares()) {
            if (is_box[square]) boxes.push_back(square);
        }
    }
    return boxes;
}

}  // namespace unriddle::sokoban
