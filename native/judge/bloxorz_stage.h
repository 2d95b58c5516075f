// The rules of Bloxorz, as its judges know them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "judge/bloxorz.h"

namespace unriddle::judge {

inline std::size_t place(int number) { return static_cast<std::size_t>(number); }

// A state as a record: twice the square of the controlled cube, or of the first cell of the block,
// and 1 more if there are two cubes; the other square; and a bit for every bridge.
using Number = std::uint32_t;
using Record = std::span<const Number>;
using Draft = std::span<Number>;
constexpr std::size_t bridges_at = 2;

inline int first_of(Record state) { return static_cast<int>(state[0] / 2); }
inline int second_of(Record state) { return static_cast<int>(state[1]); }
inline bool is_split(Record state) { return state[0] % 2 == 1; }
inline bool is_on(Record state, int bridge) {
    return (state[bridges_at + place(bridge) / 32] >> bridge % 32 & 1) != 0;
}
inline void put(Draft state, int first, int second, bool split) {
    state[0] = static_cast<Number>(2 * first + (split ? 1 : 0));
    state[1] = static_cast<Number>(second);
}

struct Cell {
    int row, column;

    auto operator<=>(const Cell&) const = default;  // in reading order
    Cell operator+(const Cell& step) const { return {row + step.row, column + step.column}; }
};

constexpr std::array<Cell, 4> arrows = {{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}};

// What rolls: the two cells of a block in reading order, equal if it is upright, or twice that of a
// cube.
struct Parts {
    Cell first, second;
    bool is_whole;

    bool is_upright() const { return is_whole && first == second; }
};

inline Parts rolled(const Parts& parts, const Cell& step) {
    const Cell first = parts.first + step, second = parts.second + step;
    if (!parts.is_whole) return {first, first, false};
    if (parts.is_upright()) {  // it falls over and covers the next two squares
        const Cell beyond = second + step;
        return {std::min(first, beyond), std::max(first, beyond), true};
    }
    // Lengthwise it gets up, on the square beyond.
    if (first == parts.second) return {second, second, true};
    if (second == parts.first) return {first, first, true};
    return {first, second, true};
}

// Why a roll loses, and on which square.
struct Fall {
    enum class Why { not_at_all, edge, landing, appearing, resting } why = Why::not_at_all;
    int square = -1;  // on the board

    explicit operator bool() const { return why != Why::not_at_all; }
};

class Stage {
  public:
    explicit Stage(const BloxorzStart& start)
        : start_(start),
          height_(static_cast<int>(start.squares.size()) / start.width),
          length_(bridges_at + (place(start.bridges) + 31) / 32) {
        for (const BloxorzSwitch& one : start.switches) {
            switches_.push_back(
                {one.heavy, set_of(one.toggle), set_of(one.open), set_of(one.close)});
        }
    }

    // How many numbers a record has.
    std::size_t length() const { return length_; }

    std::vector<Number> start() const {
        std::vector<Number> state(bridges_at);
        put(state, start_.first, start_.second, start_.is_split);
        const std::vector<Number> on = set_of(start_.on);
        state.insert(state.end(), on.begin(), on.end());
        return state;
    }

    bool is_solved(Record state) const {
        return !is_split(state) && first_of(state) == start_.goal &&
               second_of(state) == start_.goal;
    }

    // What follows, in `after`, unless something falls.
    Fall roll(Record state, const Cell& arrow, Draft after) const {
        const bool cubes = is_split(state);
        const Cell here = cell_of(first_of(state));
        const Parts parts = rolled({here, cubes ? here : cell_of(second_of(state)), !cubes}, arrow);
        for (const Cell& cell : {parts.first, parts.second}) {
            if (!has(cell)) return {Fall::Why::edge};
            if (!bears(number_of(cell), state, parts.is_upright()))
                return {Fall::Why::landing, number_of(cell)};
        }
        const int first = number_of(parts.first), second = number_of(parts.second);

        std::copy(state.begin(), state.end(), after.begin());
        press(first, parts.is_upright(), after);
        if (second != first) press(second, parts.is_upright(), after);
        const int split = split_under(parts);
        if (split >= 0) {
            const auto [one, other] = start_.splits[place(split)];
            put(after, one, other, true);
        } else if (cubes) {
            put(after, first, second_of(state), true);
        } else {
            put(after, first, second, false);
        }
        if (split >= 0 || start_.parked_falls) {
            for (const int square : {first_of(after), second_of(after)}) {
                if (!bears(square, after, false))
                    return {split >= 0 ? Fall::Why::appearing : Fall::Why::resting, square};
            }
        }
        join(after);
        return {};
    }

    // Calls `visit(number of the move, what follows)` for every move that does not lose, until it
    // returns false.
    void successors(Record state, Draft after, auto&& visit) const {
        if (is_solved(state)) return;
        int number = 0;
        for (const Cell& arrow : arrows) {
            if (!roll(state, arrow, after) && !visit(number++, Record(after))) return;
        }
        if (!is_split(state)) return;
        swap(state, after);
        visit(number, Record(after));
    }

    // Two cubes, and the other one is controlled.
    static void swap(Record state, Draft after) {
        std::copy(state.begin(), state.end(), after.begin());
        put(after, second_of(state), first_of(state), true);
    }

  private:
    struct Switch {
        bool heavy;
        std::vector<Number> toggle, open, close;  // as in a record
    };

    std::vector<Number> set_of(const std::vector<int>& bridges) const {
        std::vector<Number> set(length_ - bridges_at);
        for (const int bridge : bridges) set[place(bridge) / 32] |= Number{1} << bridge % 32;
        return set;
    }

    Cell cell_of(int square) const { return {square / start_.width, square % start_.width}; }
    bool has(const Cell& cell) const {
        return 0 <= cell.row && cell.row < height_ && 0 <= cell.column &&
               cell.column < start_.width;
    }
    int number_of(const Cell& cell) const { return cell.row * start_.width + cell.column; }

    bool bears(int square, Record state, bool upright) const {
        const int ground = start_.squares[place(square)], bridge = start_.bridge_at[place(square)];
        if (ground == 0 || (upright && ground == 2)) return false;
        return bridge < 0 || is_on(state, bridge);
    }

    void press(int square, bool upright, Draft state) const {
        const int number = start_.switch_at[place(square)];
        if (number < 0) return;
        const Switch& one = switches_[place(number)];
        if (one.heavy && !upright) return;
        for (std::size_t i = 0; i + bridges_at < length_; ++i) {
            Number& on = state[bridges_at + i];
            on = ((on ^ one.toggle[i]) | one.open[i]) & ~one.close[i];
        }
    }

    // The split switch that fires: the first in reading order, or -1.
    int split_under(const Parts& parts) const {
        if (!parts.is_whole || !(parts.is_upright() || start_.split_on_contact)) return -1;
        const int split = start_.split_at[place(number_of(parts.first))];
        return split >= 0 ? split : start_.split_at[place(number_of(parts.second))];
    }

    // Cubes that touch become a block.
    void join(Draft state) const {
        if (!is_split(state)) return;
        const Cell one = cell_of(first_of(state)), other = cell_of(second_of(state));
        const int rows = std::abs(one.row - other.row),
                  columns = std::abs(one.column - other.column);
        if (rows + columns != 1) return;
        put(state, number_of(std::min(one, other)), number_of(std::max(one, other)), false);
    }

    const BloxorzStart& start_;
    const int height_;
    const std::size_t length_;
    std::vector<Switch> switches_;
};

}  // namespace unriddle::judge
