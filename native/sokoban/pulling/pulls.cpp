#include "sokoban/pulling/pulls.h"

#include <stdexcept>

#include "containers/key_map.h"

namespace unriddle::sokoban {

namespace {

constexpr std::uint64_t bit(Square square) { return std::uint64_t{1} << square; }
constexpr std::uint64_t all_boxes = bit(Pulls::most_squares) - 1;

std::uint64_t packed(Square player, std::uint64_t boxes) {
    return boxes | std::uint64_t{player} << Pulls::most_squares;
}

const Level& checked(const Level& room) {
    room.check();
    return room;
}

}  // namespace

Pulls::Pulls(const Level& room, std::size_t most, std::size_t widest) : board_(checked(room)) {
    if (board_.squares() > most_squares) throw std::invalid_argument("the room is too large");
    search(most, widest);
}

void Pulls::search(std::size_t most, std::size_t widest) {
    KeyMap seen(control_);
    std::uint64_t solved = 0;
    for (const Square goal : board_.goals) solved |= bit(goal);
    for (Square player = 0; player < board_.squares(); ++player) {
        if (solved & bit(player)) continue;
        found_.push_back(packed(player, solved));
        seen[found_.back()] = 0;
    }
    std::size_t first = 0;
    while (first < found_.size()) {
        std::size_t last = found_.size();
        if (last - first > widest) {
            const std::size_t count = last - first;
            for (std::size_t i = 0; i < widest; ++i) {
                found_[first + i] = found_[first + i * count / widest];
            }
            last = first + widest;
            found_.resize(last);
            exact_ = false;
        }
        layers_.push_back(last - first);
        for (std::size_t at = first; at < last; ++at) {
            const auto player = static_cast<Square>(found_[at] >> most_squares);
            const std::uint64_t boxes = found_[at] & all_boxes;
            const auto keep = [&](std::uint64_t position) {
                std::uint32_t& number = seen[position];
                if (number != KeyMap::absent) return;
                number = 0;
                found_.push_back(position);
            };
            for (std::size_t d = 0; d < 4; ++d) {
                // The last step went in direction `d`: the player came from `before`.
                const Square before = board_.next[player][opposite(d)];
                if (before == board_.wall() || (boxes & bit(before))) continue;
                if (found_.size() >= most) return;
                keep(packed(before, boxes));
                const Square beyond = board_.next[player][d];
                if (beyond == board_.wall() || !(boxes & bit(beyond))) continue;
                keep(packed(before, (boxes ^ bit(beyond)) | bit(player)));
            }
        }
        first = last;
    }
}

std::vector<Index> Pulls::position(std::size_t number) const {
    const std::uint64_t position = found_.at(number);
    std::vector<Index> squares{board_.frame[position >> most_squares]};
    for (Square square = 0; square < board_.squares(); ++square) {
        if (position & all_boxes & bit(square)) squares.push_back(board_.frame[square]);
    }
    return squares;
}

}  // namespace unriddle::sokoban
