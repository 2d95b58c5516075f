#include "judge/bloxorz.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>

#include "judge/bloxorz_stage.h"

namespace unriddle::judge {

namespace {

// States in the order in which they came, each once.
class States {
  public:
    explicit States(std::size_t length) : length_(length), slots_(1024, empty) {}

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
        const auto is_other = [&](Record known) {
            return !std::equal(known.begin(), known.end(), state.begin(), state.end());
        };
        while (slots_[slot] != empty && is_other((*this)[slots_[slot]])) slot = (slot + 1) & mask;
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

class Game {
  public:
    explicit Game(const BloxorzStart& start)
        : stage_(start), kept_(stage_.length()), after_(stage_.length()) {
        kept_.insert(stage_.start());
    }

    static bool is_covered() { return false; }
    bool is_solved(std::size_t state) const { return stage_.is_solved(kept_[state]); }

    Keeping keep(std::size_t parent, std::int64_t move) {
        bool is_legal = false;
        stage_.successors(kept_[parent], after_, [&](int number, Record) {
            is_legal = number == move;
            return !is_legal;
        });
        if (!is_legal) return Keeping::not_legal;
        return kept_.insert(after_) ? Keeping::kept : Keeping::there_twice;
    }

    void each_move(std::size_t state, auto&& visit) {
        stage_.successors(kept_[state], after_, [&](int number, Record after) {
            visit(number, [&] { return kept_.contains(after); });
            return true;
        });
    }

  private:
    const Stage stage_;
    States kept_;
    std::vector<Number> after_;
};

}  // namespace

void check(const BloxorzStart& start) {
    const auto require = [](bool right, const char* what) {
        if (!right) throw std::invalid_argument(std::string("not a Bloxorz stage: ") + what);
    };
    const std::size_t size = start.squares.size();
    require(start.width > 0 && size > 0 && size < 1u << 30 && size % place(start.width) == 0,
            "bad width");
    require(start.bridges >= 0, "bad number of bridges");
    const auto each = [](const std::vector<int>& numbers, int least, std::size_t end) {
        return std::all_of(numbers.begin(), numbers.end(), [=](int number) {
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

Judgement judge_bloxorz(const BloxorzStart& start, const Proof& proof, Work& work) {
    check(start);
    return judged(proof, work, Game(start));
}

}  // namespace unriddle::judge
