#include "sokoban/deadlock/patterns.h"

#include <cstdlib>

namespace unriddle::sokoban {

namespace {

constexpr int reach = 2;               // squares from the centre of a window to its edge
constexpr std::size_t most_boxes = 7;  // beyond, a search seldom ends within its allowance
constexpr std::size_t allowance = 150;

}  // namespace

Patterns::Patterns(const Board& board, const Mask& is_dead, Control& control)
    : board_(board),
      is_dead_(is_dead),
      control_(control),
      windows_(board.squares()),
      known_(control),
      open_(Area::most_nodes + 1) {}

Area& Patterns::window(Square centre) {
    std::unique_ptr<Area>& area = windows_[centre];
    if (area != nullptr) return *area;
    Squares squares;
    for (std::size_t square = 0; square < board_.squares(); ++square) {
        if (std::abs(board_.row[square] - board_.row[centre]) > reach) continue;
        if (std::abs(board_.column[square] - board_.column[centre]) > reach) continue;
        squares.push_back(static_cast<Square>(square));
    }
    area = std::make_unique<Area>(board_, squares, is_dead_, control_);
    return *area;
}

bool Patterns::lost(const std::uint8_t* is_box, Square moved, Square player) {
    const Area& area = window(moved);
    const Area::Boxes boxes = area.boxes(is_box);
    const auto count = static_cast<std::size_t>(std::popcount(boxes));
    if (count < 2 || count > most_boxes) return false;
    return lost(area, moved, boxes, area.region(boxes, player));
}

bool Patterns::lost(const Area& area, Square centre, Area::Boxes boxes, Area::Region region) {
    if ((boxes & ~area.goals()) == 0) return false;
    const std::uint32_t answer = known_.get(key(centre, boxes, region));
    if (answer != KeyMap::absent) return answer == dead;
    return search(area, centre, boxes, region) == dead;
}

// Fewest boxes first. If an end is found, all positions on the way to it are alive; if everything
// has been seen without one, all of them are dead. Where the allowance ends first, the position in
// question counts as alive.
Patterns::Answer Patterns::search(const Area& area, Square centre, Area::Boxes boxes,
                                  Area::Region region) {
    states_.clear();
    for (auto& waiting : open_) waiting.clear();
    const std::uint32_t seen = 2;        // in `known_`, while the search goes on
    std::uint32_t end = KeyMap::absent;  // the state from which an end is reached
    const auto add = [&](Area::Boxes next, Area::Region where, std::uint32_t before) {
        if (end != KeyMap::absent) return;
        if ((next & ~area.goals()) == 0) {
            end = before;
            return;
        }
        std::uint32_t& answer = known_[key(centre, next, where)];
        if (answer == alive) end = before;
        if (answer != KeyMap::absent) return;
        answer = seen;
        open_[static_cast<std::size_t>(std::popcount(next))].push_back(
            static_cast<std::uint32_t>(states_.size()));
        states_.push_back({next, where, before});
    };
    add(boxes, region, 0);
    bool over = false;
    while (!over && end == KeyMap::absent && states_.size() < allowance) {
        over = true;
        for (auto& waiting : open_) {
            if (waiting.empty()) continue;
            const std::uint32_t current = waiting.back();
            waiting.pop_back();
            const State state = states_[current];
            area.for_each_push(
                state.boxes, state.region,
                [&](Area::Boxes after, Area::Region where) { add(after, where, current); });
            over = false;
            break;
        }
    }
    const Answer verdict = over ? dead : alive;
    for (const State& state : states_) {
        known_[key(centre, state.boxes, state.region)] =
            over ? std::uint32_t{dead} : KeyMap::absent;
    }
    if (!over) {
        if (end == KeyMap::absent) end = 0;
        for (;; end = states_[end].before) {
            known_[key(centre, states_[end].boxes, states_[end].region)] = alive;
            if (end == 0) break;
        }
    }
    return verdict;
}

Squares Patterns::guilty(const std::uint8_t* is_box, Square moved, Square player) {
    const Area& area = window(moved);
    Area::Boxes boxes = area.boxes(is_box);
    for (std::size_t i = 0; i < area.lives(); ++i) {
        const Area::Boxes fewer = boxes & ~(Area::Boxes{1} << i);
        if (fewer != boxes && lost(area, moved, fewer, area.region(fewer, player))) boxes = fewer;
    }
    Squares found;
    for (std::size_t i = 0; i < area.lives(); ++i) {
        if ((boxes >> i & 1) != 0) found.push_back(area.squares()[i]);
    }
    return found;
}

}  // namespace unriddle::sokoban
