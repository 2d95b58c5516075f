#include "judge/bloxorz.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <span>
#include <stdexcept>
#include <string>

namespace unriddle::judge {

namespace {

std::size_t place(int number) { return static_cast<std::size_t>(number); }

// A state as a record: twice the square of the controlled cube, or of the first cell of the block,
// and 1 more if there are two cubes; the other square; and a bit for every bridge.
using Number = std::uint32_t;
using Record = std::span<const Number>;
using Draft = std::span<Number>;
constexpr std::size_t bridges_at = 2;

int first_of(Record state) { return static_cast<int>(state[0] / 2); }
int second_of(Record state) { return static_cast<int>(state[1]); }
bool is_split(Record state) { return state[0] % 2 == 1; }
bool is_on(Record state, int bridge) {
    return (state[bridges_at + place(bridge) / 32] >> bridge % 32 & 1) != 0;
}
void put(Draft state, int first, int second, bool split) {
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

Parts rolled(const Parts& parts, const Cell& step) {
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

    // Calls `visit(number of the move, what follows)` for every move that does not lose, until it
    // returns false.
    void successors(Record state, Draft after, auto&& visit) const {
        if (is_solved(state)) return;
        int number = 0;
        for (const Cell& arrow : arrows) {
            if (roll(state, arrow, after) && !visit(number++, Record(after))) return;
        }
        if (!is_split(state)) return;
        std::copy(state.begin(), state.end(), after.begin());
        put(after, second_of(state), first_of(state), true);
        visit(number, Record(after));
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

    // What follows, in `after`; false if something falls.
    bool roll(Record state, const Cell& arrow, Draft after) const {
        const bool cubes = is_split(state);
        const Cell here = cell_of(first_of(state));
        const Parts parts = rolled({here, cubes ? here : cell_of(second_of(state)), !cubes}, arrow);
        if (!has(parts.first) || !has(parts.second)) return false;
        const int first = number_of(parts.first), second = number_of(parts.second);
        if (!bears(first, state, parts.is_upright())) return false;
        if (!bears(second, state, parts.is_upright())) return false;

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
            if (!bears(first_of(after), after, false)) return false;
            if (!bears(second_of(after), after, false)) return false;
        }
        join(after);
        return true;
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

// States in the order in which they came, each once.
class States {
  public:
    explicit States(std::size_t length) : length_(length), slots_(1024, empty) {}

    std::size_t size() const { return size_; }
    Record operator[](std::size_t i) const { return {numbers_.data() + i * length_, length_}; }
    bool contains(Record state) const { return slots_[slot_of(state)] != empty; }

    // False if it was there.
    bool insert(Record state) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        Number& slot = slots_[slot_of(state)];
        if (slot != empty) return false;
        if (size_ == empty) throw std::bad_alloc();
        slot = static_cast<Number>(size_++);
        numbers_.insert(numbers_.end(), state.begin(), state.end());
        return true;
    }

  private:
    static constexpr Number empty = 0xFFFFFFFF;

    // Where the state is, or where it would be.
    std::size_t slot_of(Record state) const {
        std::uint64_t hash = 0;
        for (const Number number : state) {
            hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 32;
        }
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = static_cast<std::size_t>(hash) & mask;
        while (slots_[slot] != empty && !std::ranges::equal((*this)[slots_[slot]], state)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), empty);
        for (std::size_t i = 0; i < size_; ++i)
            slots_[slot_of((*this)[i])] = static_cast<Number>(i);
    }

    const std::size_t length_;
    std::size_t size_ = 0;
    std::vector<Number> numbers_;
    std::vector<Number> slots_;  // at most half of them taken
};

class Judge {
  public:
    Judge(const BloxorzStart& start, const Proof& proof, Work& work)
        : stage_(start),
          proof_(proof),
          work_(work),
          kept_(stage_.length()),
          after_(stage_.length()) {
        kept_.insert(stage_.start());
    }

    void check(std::size_t& states) {
        for (std::size_t i = 0; i < proof_.parents.size(); ++i) keep_next(i);
        for (; states < kept_.size(); ++states) {
            const Record state = kept_[states];
            if (stage_.is_solved(state)) throw is_goal(states);
            stage_.successors(state, after_, [&](int number, Record after) {
                work_.spend();
                if (!kept_.contains(after)) throw leads_out(number, states);
                return true;
            });
        }
    }

  private:
    void keep_next(std::size_t i) {
        work_.listen();
        const std::int64_t parent = proof_.parents[i], move = proof_.moves[i];
        if (parent < 0 || static_cast<std::size_t>(parent) > i)
            throw no_earlier_state(i + 1, parent);
        bool is_legal = false;
        stage_.successors(kept_[static_cast<std::size_t>(parent)], after_, [&](int number, Record) {
            is_legal = number == move;
            return !is_legal;
        });
        if (!is_legal) throw not_legal(i + 1, move, parent);
        if (!kept_.insert(after_)) throw there_twice(i + 1);
    }

    const Stage stage_;
    const Proof& proof_;
    Work& work_;
    States kept_;
    std::vector<Number> after_;
};

void check_start(const BloxorzStart& start) {
    const auto require = [](bool right, const char* what) {
        if (!right) throw std::invalid_argument(std::string("not a Bloxorz stage: ") + what);
    };
    const std::size_t size = start.squares.size();
    require(start.width > 0 && size > 0 && size < 1u << 30 && size % place(start.width) == 0,
            "bad width");
    require(start.bridges >= 0, "bad number of bridges");
    const auto each = [](const std::vector<int>& numbers, int least, std::size_t end) {
        return std::ranges::all_of(numbers, [=](int number) {
            return number >= least && (number < 0 || place(number) < end);
        });
    };
    const std::size_t bridges = place(start.bridges);
    require(each(start.squares, 0, 3), "an unknown square");
    require(start.bridge_at.size() == size && each(start.bridge_at, -1, bridges) &&
                start.switch_at.size() == size &&
                each(start.switch_at, -1, start.switches.size()) && start.split_at.size() == size &&
                each(start.split_at, -1, start.splits.size()),
            "a map does not fit");
    for (const BloxorzSwitch& one : start.switches) {
        require(each(one.toggle, 0, bridges) && each(one.open, 0, bridges) &&
                    each(one.close, 0, bridges),
                "a switch of no bridge");
    }
    require(each(start.on, 0, bridges), "no such bridge is on");
    for (const auto& [first, second] : start.splits) {
        require(each({first, second}, 0, size), "a cube appears off the board");
    }
    require(each({start.goal, start.first, start.second}, 0, size), "the block is off the board");
}

}  // namespace

Judgement judge_bloxorz(const BloxorzStart& start, const Proof& proof, Work& work) {
    check_start(start);
    return judged(proof, [&](std::size_t& states) { Judge(start, proof, work).check(states); });
}

}  // namespace unriddle::judge
