// What a judge says of a certificate, and how much work it may take to say it.
//
// A judge knows the rules of its puzzle and nothing of any solver: the files of this directory
// include each other and the standard library. Python's `unriddle.judge` is the same judge, slower;
// the two give the same answer to the same certificate (docs/proofs.md says what it is).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace unriddle::judge {

// Only certificates of Sokoban have claims; judge/sokoban.h says what they mean.
struct Claim {
    bool by_goals = false;
    std::vector<int> boxes;
    int player = 0;
    std::vector<int> frozen;
};

// State 0 is the start; state i + 1 comes from state parents[i] by moves[i], a number whose meaning
// is the puzzle's own.
struct Proof {
    std::vector<std::int64_t> parents;
    std::vector<std::int64_t> moves;
    std::vector<Claim> claims = {};
};

struct Judgement {
    std::optional<bool> accepted;  // nothing: the work ran out, or it was stopped
    std::size_t states = 0;        // how many of the kept states are in order
    std::string reason = {};       // why it was not accepted
};

// Thrown through a judge to end it.
struct Refusal {
    std::string reason;
};
struct Enough {
    const char* reason;
};

// Counts successors and positions of claim searches, so that what can be judged does not depend on
// the speed of the machine.
class Work {
  public:
    // `is_stopped` is asked some fifty times a second, and ends the work by returning true.
    explicit Work(std::uint64_t most, std::function<bool()> is_stopped = {})
        : left_(most), is_stopped_(std::move(is_stopped)) {}

    void spend() {
        if (left_ == 0) throw Enough{"there was more to look at"};
        --left_;
        listen();
    }

    // For work that is not counted.
    void listen() {
        if (!is_stopped_ || ++heard_ % 16 != 0) return;  // a look at the clock takes time
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(20);
        if (is_stopped_()) throw Enough{"it was stopped"};
    }

  private:
    using Clock = std::chrono::steady_clock;

    std::uint64_t left_;
    std::function<bool()> is_stopped_;
    std::uint64_t heard_ = 0;
    Clock::time_point next_ = {};
};

// Judges a certificate: `check` throws a Refusal or Enough, and counts the states that are in
// order. Throws std::invalid_argument if the lists are not equally long.
Judgement judged(const Proof& proof, auto&& check) {
    if (proof.moves.size() != proof.parents.size()) {
        throw std::invalid_argument("a proof has as many parents as moves");
    }
    Judgement judgement;
    try {
        check(judgement.states);
        judgement.accepted = true;
        judgement.states = proof.parents.size() + 1;
    } catch (Refusal& refusal) {
        judgement.accepted = false;
        judgement.reason = std::move(refusal.reason);
    } catch (const Enough& enough) {
        judgement.reason = enough.reason;
    }
    return judgement;
}

// The refusals that do not depend on the puzzle.
inline Refusal no_earlier_state(std::size_t state, std::int64_t parent) {
    return {"state " + std::to_string(state) + " comes from state " + std::to_string(parent) +
            ", which is no earlier one"};
}
inline Refusal not_legal(std::size_t state, std::int64_t move, std::int64_t parent) {
    return {"state " + std::to_string(state) + ": move " + std::to_string(move) +
            " is not legal in state " + std::to_string(parent)};
}
inline Refusal there_twice(std::size_t state) {
    return {"state " + std::to_string(state) + " is there twice"};
}
inline Refusal is_goal(std::size_t state) {
    return {"state " + std::to_string(state) + " is a goal"};
}
inline Refusal leads_out(std::int64_t move, std::size_t state) {
    return {"move " + std::to_string(move) + " leads from state " + std::to_string(state) +
            " to one that is neither kept nor covered by a claim"};
}

}  // namespace unriddle::judge
