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

enum class Keeping { kept, not_legal, there_twice };

// Keeps the states of a certificate; throws a Refusal or Enough.
void keep_all(const Proof& proof, Work& work, auto& game) {
    for (std::size_t i = 0; i < proof.parents.size(); ++i) {
        work.listen();
        const std::int64_t parent = proof.parents[i], move = proof.moves[i];
        const std::string state = "state " + std::to_string(i + 1);
        if (parent < 0 || static_cast<std::size_t>(parent) > i) {
            throw Refusal{state + " comes from state " + std::to_string(parent) +
                          ", which is no earlier one"};
        }
        switch (game.keep(static_cast<std::size_t>(parent), move)) {
            case Keeping::kept:
                break;
            case Keeping::not_legal:
                throw Refusal{state + ": move " + std::to_string(move) + " is not legal in state " +
                              std::to_string(parent)};
            case Keeping::there_twice:
                throw Refusal{state + " is there twice"};
        }
    }
}

// Is the state none that is solved, and does every move from it lead to what is kept or covered?
void check_state(std::size_t state, Work& work, auto& game) {
    if (game.is_solved(state)) throw Refusal{"state " + std::to_string(state) + " is a goal"};
    game.each_move(state, [&](std::int64_t move, auto&& is_known) {
        work.spend();
        if (is_known()) return;
        throw Refusal{"move " + std::to_string(move) + " leads from state " +
                      std::to_string(state) +
                      " to one that is neither kept nor covered by a claim"};
    });
}

// Judges a certificate. A `game` keeps the start as state 0, and has
//     is_covered()              does a claim cover the start? Then nothing else matters
//     keep(parent, move)        keeps what a move leads to from a kept state
//     is_solved(state)
//     each_move(state, visit)   calls visit(move, is_known) for every move
// Throws std::invalid_argument if the lists are not equally long.
Judgement judged(const Proof& proof, Work& work, auto&& game) {
    if (proof.moves.size() != proof.parents.size()) {
        throw std::invalid_argument("a proof has as many parents as moves");
    }
    const std::size_t all = proof.parents.size() + 1;
    Judgement judgement;
    try {
        if (game.is_covered()) {
            judgement.states = all;
        } else {
            keep_all(proof, work, game);
        }
        for (; judgement.states < all; ++judgement.states) {
            check_state(judgement.states, work, game);
        }
        judgement.accepted = true;
    } catch (Refusal& refusal) {
        judgement.accepted = false;
        judgement.reason = std::move(refusal.reason);
    } catch (const Enough& enough) {
        judgement.reason = enough.reason;
    }
    return judgement;
}

}  // namespace unriddle::judge
