// One phase of the fast search: best first, by an evaluation that is added up move by move.
//
// A move is evaluated, and its hash looked up, from the state that it leaves: some additions and a
// look into a table that fits into the first cache. Only if a card goes home by it, which is one
// move in fifteen, the new state is made at once; otherwise when its turn comes, if ever.
//
// Most phases leave things out: two positions with the same 64-bit key are one to them, moves that
// make a position much worse and most ways to part a sequence are not tried, and cards go home
// greedily. They may find a solution, but never prove anything. A phase with sure keys and safe
// autoplay in which every loss and every part is allowed leaves nothing out: if it is exhausted,
// there is no solution, and it has expanded every state once (fast.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "containers/growing_list.h"
#include "freecell/fast_keys.h"
#include "freecell/fast_phases.h"
#include "freecell/fast_state.h"
#include "freecell/fast_waiting.h"

namespace unriddle::freecell::fast {

enum class Ending : std::uint8_t {
    solved,
    spent,      // it has looked at as many moves as it may
    exhausted,  // nothing is left of what it does not leave out
};

template <std::size_t Columns, std::size_t Height, class Key>
class Search {
  public:
    using Tables = StartTables<Columns, Height, Key>;
    using TheState = State<Columns, Height, Key>;

    Search(const Tables& tables, const Phase& phase, Control& control)
        : tables_(tables),
          weights_(phase.weights),
          moves_(phase.moves),
          control_(control),
          states_(control),
          waiting_(control),
          seen_(std::min<std::size_t>(phase.moves + most_moves, 4096), control) {}

    // The moves of a solution are added to `plan`.
    Ending run(std::vector<CardMove>& plan) {
        seen_.add(tables_.start().hash);
        const TheState* state = &states_.emplace_back(tables_.start());
        for (std::uint32_t number = 0;; ++number) {
            if (state->won()) {
                trace(number, plan);
                return Ending::solved;
            }
            const std::size_t before = looked_at_;
            expand(number, *state);
            control_.expansion(looked_at_ - before, waiting_.size(), tables_, *state);
            if (waiting_.empty()) return Ending::exhausted;
            if (looked_at_ >= moves_) return Ending::spent;
            state = &make_next();
        }
    }

  private:
    static constexpr std::size_t most_moves = 128;  // above the number of those of one position
    static constexpr std::uint8_t nowhere = TheState::nowhere, homewards = TheState::homewards;

    // What is left where a run was lifted.
    struct AfterLift {
        Key hash;
        Cards tops;
        int value;
        bool frees;  // can a card go home now?
    };

    // Makes the state after a move. The length is not told to the compiler, which would inline a
    // copy that takes three times as long as the library's.
    void make(TheState& made, const TheState& before, const MoveQueue::Entry& entry) {
        std::memcpy(&made, &before, state_bytes_);
        ++made.depth;
        tables_.play(made, entry.lowest, entry.source, entry.target, entry.count);
    }

    const TheState& make_next() {
        const MoveQueue::Entry entry = waiting_.pop();
        const TheState& before = states_[entry.parent];
        const Card onto = entry.target == nowhere     ? to_cell
                          : entry.target == homewards ? to_home
                                                      : before.top[entry.target];
        TheState& made = states_.append();
        make(made, before, entry);
        made.parent = entry.parent;
        made.move = {entry.lowest, onto == no_card ? to_empty : onto};
        return made;
    }

    void trace(std::uint32_t node, std::vector<CardMove>& plan) const {
        for (; node != 0; node = states_[node].parent) plan.push_back(states_[node].move);
        std::reverse(plan.begin(), plan.end());
    }

    int cells(int free) const {
        return weights_.cells[static_cast<std::size_t>(std::min(free, 4))];
    }
    int columns(int empty) const {
        return weights_.columns[static_cast<std::size_t>(std::min(empty, 4))];
    }

    // What the open and the held cards are worth together.
    int openness(Cards tops, Cards held) const {
        const Cards fit = fitting(tops);
        return weights_.homeless * count_of(held & ~fit) - weights_.mobile * count_of(tops & fit) -
               weights_.slot * count_of(fit);
    }

    // The weight of a cover for every suit; returns the value of the spread of suits.
    int cover_weights(const TheState& state, std::array<int, 4>& of_suit) const {
        const auto& [a, b, c, d] = state.home;
        const int last = std::min(std::min(a, b), std::min(c, d));
        const int first = std::max(std::max(a, b), std::max(c, d));
        for (std::size_t suit = 0; suit < 4; ++suit) {
            of_suit[suit] = std::max(weights_.least,
                                     weights_.cover - weights_.behind * (state.home[suit] - last));
        }
        return weights_.spread * (first - last);
    }

    // All but the openness.
    int value(const TheState& state, const std::array<int, 4>& of_suit, int spread) const {
        int value = spread + weights_.card * state.cards() + weights_.break_ * state.breaks -
                    weights_.king * state.kings + cells(tables_.free_cells(state)) -
                    columns(state.empty_columns) + weights_.depth * state.depth;
        for (std::size_t suit = 0; suit < 4; ++suit) value += of_suit[suit] * state.cover[suit];
        return value;
    }

    void expand(std::uint32_t node, const TheState& state) {
        const auto& numbers = lie_numbers<Key>;
        std::array<int, 4> of_suit;
        const int spread = cover_weights(state, of_suit);
        std::array<int, Columns + 1> weight{};  // of a cover on each column
        for (std::size_t suit = 0; suit < 4; ++suit) {
            weight[state.column_of[4u * state.home[suit] + suit]] += of_suit[suit];
        }
        const int here = value(state, of_suit, spread) + weights_.depth;

        const int worst = here + openness(state.tops, state.held) + weights_.loss;

        const auto offer = [&](Card lowest, std::uint8_t source, std::uint8_t target, int count,
                               const Key& hash, int value, Cards tops, Cards held) {
            value += openness(tops, held);
            if (value > worst || !seen_.add(hash)) return;
            waiting_.push(value,
                          {0, node, lowest, source, target, static_cast<std::uint8_t>(count)});
        };
        const auto offer_made = [&](Card lowest, std::uint8_t source, std::uint8_t target,
                                    int count) {
            const MoveQueue::Entry entry = {0,      node,   lowest,
                                            source, target, static_cast<std::uint8_t>(count)};
            make(made_, state, entry);
            if (!seen_.add(made_.hash)) return;
            std::array<int, 4> weights;
            const int spread_then = cover_weights(made_, weights);
            const int value_then =
                made_.won() ? 0
                            : value(made_, weights, spread_then) + openness(made_.tops, made_.held);
            waiting_.push(value_then, entry);
        };
        const auto lift = [&](std::uint8_t source, Card lowest, int count) {
            const Card below = state.under[lowest];
            const bool in_sequence = count < state.run[source];
            const std::size_t lie = lie_over(below, in_sequence);
            int uncovered = weight[source];
            if (count > 1 && uncovered != 0) {
                for (std::size_t suit = 0; suit < 4; ++suit) {
                    const std::size_t card = 4u * state.home[suit] + suit;
                    if (state.column_of[card] == source && state.cover[suit] < count) {
                        uncovered -= of_suit[suit];
                    }
                }
            }
            const int value = here - count * uncovered - weights_.break_ * (lie == is_buried);
            return AfterLift{state.hash ^ numbers[lowest][lie],
                             (state.tops ^ set_of(state.top[source])) | set_of(below), value,
                             holds(state.ready, below)};
        };

        const int free_cells = tables_.free_cells(state);
        const int limit = supermove_limit(free_cells, state.empty_columns);
        std::array<std::uint8_t, card_codes> column_with;  // by its open card
        for (std::uint8_t index = Columns; index-- > 0;) column_with[state.top[index]] = index;
        const std::uint8_t empty = state.empty_columns > 0 ? column_with[no_card] : nowhere;
        const int fewer =
            empty != nowhere ? columns(state.empty_columns) - columns(state.empty_columns - 1) : 0;
        const int more = columns(state.empty_columns) - columns(state.empty_columns + 1);

        const Cards may_go = state.next() & ~state.ready & (state.tops | state.held);
        for (Cards cards = may_go; cards != 0; cards &= cards - 1) {
            const Card card = first_of(cards);
            ++looked_at_;
            offer_made(card, state.column_of[card], homewards, 1);
        }

        // From a column, or from a cell, on another card.
        const Cards fit = fitting(state.tops);
        for (Cards cards = fit & state.runs; cards != 0; cards &= cards - 1) {
            const Card lowest = first_of(cards);
            const std::uint8_t source = state.column_of[lowest];
            const Card top = state.top[source];
            const int count = rank_of(lowest) - rank_of(top) + 1;
            if (count > limit) continue;
            AfterLift lifted = lift(source, lowest, count);
            if (count == state.height[source]) lifted.value += more;
            for (Cards on = lies_on[lowest] & state.tops; on != 0; on &= on - 1) {
                const Card onto = first_of(on);
                const std::uint8_t target = column_with[onto];
                ++looked_at_;
                if (lifted.frees) {
                    offer_made(lowest, source, target, count);
                } else {
                    offer(lowest, source, target, count,
                          lifted.hash ^ numbers[lowest][lie_on(onto)],
                          lifted.value + count * weight[target],
                          (lifted.tops ^ set_of(onto)) | set_of(top), state.held);
                }
            }
        }
        const int freed = here + cells(free_cells + 1) - cells(free_cells);
        for (Cards cards = fit & state.held; cards != 0; cards &= cards - 1) {
            const Card card = first_of(cards);
            for (Cards on = lies_on[card] & state.tops; on != 0; on &= on - 1) {
                const Card onto = first_of(on);
                const std::uint8_t target = column_with[onto];
                ++looked_at_;
                offer(card, nowhere, target, 1,
                      state.hash ^ numbers[card][in_cell] ^ numbers[card][lie_on(onto)],
                      freed + weight[target], (state.tops ^ set_of(onto)) | set_of(card),
                      state.held ^ set_of(card));
            }
        }

        if (empty != nowhere) {
            for (std::uint8_t source = 0; source < tables_.columns(); ++source) {
                const int run = state.run[source];
                if (run == 0) continue;
                const Card top = state.top[source];
                const auto to_the_empty = [&](int count) {
                    const Card lowest = state.below(source, count - 1);
                    const AfterLift lifted = lift(source, lowest, count);
                    ++looked_at_;
                    if (lifted.frees) {
                        offer_made(lowest, source, empty, count);
                    } else {
                        const int king_there = rank_of(lowest) == king ? weights_.king : 0;
                        offer(lowest, source, empty, count,
                              lifted.hash ^ numbers[lowest][at_bottom],
                              lifted.value + fewer - king_there, lifted.tops | set_of(top),
                              state.held);
                    }
                };
                const int partial = std::min({weights_.partial, limit / 2, run - 1});
                for (int count = 1; count <= partial; ++count) to_the_empty(count);
                if (run <= limit / 2 && run < state.height[source]) to_the_empty(run);
            }
            for (Cards cards = state.held; cards != 0; cards &= cards - 1) {
                const Card card = first_of(cards);
                const int king_there = rank_of(card) == king ? weights_.king : 0;
                ++looked_at_;
                offer(card, nowhere, empty, 1,
                      state.hash ^ numbers[card][in_cell] ^ numbers[card][at_bottom],
                      freed + fewer - king_there, state.tops | set_of(card),
                      state.held ^ set_of(card));
            }
        }

        if (free_cells > 0) {
            const int filled = cells(free_cells - 1) - cells(free_cells);
            for (std::uint8_t source = 0; source < tables_.columns(); ++source) {
                if (state.run[source] == 0) continue;
                const Card card = state.top[source];
                const AfterLift lifted = lift(source, card, 1);
                ++looked_at_;
                if (lifted.frees) {
                    offer_made(card, source, nowhere, 1);
                } else {
                    int value = lifted.value + filled;
                    if (state.height[source] == 1) {
                        value += more + (rank_of(card) == king ? weights_.king : 0);
                    }
                    offer(card, source, nowhere, 1, lifted.hash ^ numbers[card][in_cell], value,
                          lifted.tops, state.held | set_of(card));
                }
            }
        }
    }

    const Tables& tables_;
    const Weights weights_;
    const std::size_t moves_;
    Control& control_;
    const volatile std::size_t state_bytes_ = sizeof(TheState);
    std::size_t looked_at_ = 0;
    GrowingList<TheState, 64> states_;
    MoveQueue waiting_;
    KeySet<Key> seen_;
    TheState made_;
};

}  // namespace unriddle::freecell::fast
