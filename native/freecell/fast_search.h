// One stage of the fast search: best first, by an evaluation that is added up move by move.
//
// A move is evaluated, and its hash looked up, from the state that it leaves: some additions and a
// look into a table that fits into the first cache. Only if a card goes home by it, which is one
// move in fifteen, the new state is made at once; otherwise when its turn comes, if ever.
//
// The stage leaves things out: two positions with the same 64-bit hash are one to it, moves that
// make a position much worse and most ways to part a sequence are not tried, and cards go home
// greedily. So it may find a solution, but it never proves anything.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "freecell/fast_state.h"
#include "freecell/fast_weights.h"
#include "search/metered.h"

namespace unriddle::freecell::fast {

// Waiting moves by their value, the smallest first, of equals the last: a stack for every value.
class Waiting {
  public:
    struct Entry {
        std::uint32_t below;  // in its stack
        std::uint32_t parent;
        Card lowest;
        std::uint8_t source, target, count;
    };

    Waiting(std::size_t expected, Control& control) : entries_(Metered<Entry>(control)) {
        entries_.reserve(expected);
        top_.fill(none);
    }

    bool empty() const { return groups_ == 0; }
    std::size_t size() const { return size_; }

    void push(int value, Entry entry) {
        const auto place = static_cast<std::size_t>(std::clamp(value, 0, int{values} - 1));
        const std::uint64_t bit = std::uint64_t{1} << place % 64;
        entry.below = top_[place];
        top_[place] = static_cast<std::uint32_t>(entries_.size());
        used_[place / 64] |= bit;
        groups_ |= std::uint64_t{1} << place / 64;
        entries_.push_back(entry);
        ++size_;
    }

    Entry pop() {
        const auto group = static_cast<std::size_t>(std::countr_zero(groups_));
        const auto bit = static_cast<std::size_t>(std::countr_zero(used_[group]));
        const std::size_t place = group * 64 + bit;
        const Entry entry = entries_[top_[place]];
        top_[place] = entry.below;
        if (entry.below == none) {
            used_[group] &= used_[group] - 1;
            if (used_[group] == 0) groups_ &= groups_ - 1;
        }
        --size_;
        return entry;
    }

  private:
    static constexpr std::size_t values = 2048;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    MeteredVector<Entry> entries_;
    std::size_t size_ = 0;
    std::uint64_t groups_ = 0;
    std::array<std::uint64_t, values / 64> used_{};
    std::array<std::uint32_t, values> top_;
};

// The hashes that were seen.
class Seen {
  public:
    Seen(std::size_t expected, Control& control)
        : slots_(std::bit_ceil(2 * expected), 0, Metered<std::uint64_t>(control)),
          shift_(std::countl_zero(slots_.size()) + 1) {}

    // Is it new? Then it is remembered.
    bool add(std::uint64_t hash) {
        hash |= 1;  // 0 is an empty slot
        std::size_t slot = hash >> shift_;
        while (slots_[slot] != 0) {
            if (slots_[slot] == hash) return false;
            slot = (slot + 1) & (slots_.size() - 1);
        }
        slots_[slot] = hash;
        return true;
    }

  private:
    MeteredVector<std::uint64_t> slots_;
    int shift_;
};

template <std::size_t Columns, std::size_t Height>
class Search {
  public:
    using TheGround = Ground<Columns, Height>;
    using TheState = State<Columns, Height>;

    Search(const TheGround& ground, const Stage& stage, Control& control)
        : ground_(ground),
          weights_(stage.weights),
          moves_(stage.moves),
          control_(control),
          nodes_(Metered<Node>(control)),
          waiting_(stage.moves + slack, control),
          seen_(stage.moves + slack, control) {
        nodes_.reserve(stage.moves / 8 + 16);
    }

    // The moves of a solution, or nothing if the stage found none.
    bool run(std::vector<CardMove>& plan) {
        seen_.add(ground_.start().hash);
        nodes_.emplace_back(ground_.start());
        std::uint32_t node = 0;
        while (true) {
            if (nodes_[node].state.won()) {
                trace(node, plan);
                return true;
            }
            const std::size_t before = looked_at_;
            expand(node);
            control_.expansion(looked_at_ - before, waiting_.size());
            if (looked_at_ >= moves_ || waiting_.empty()) return false;
            node = make(waiting_.pop());
        }
    }

  private:
    static constexpr std::size_t slack = 128;  // above the number of moves of one position
    static constexpr std::uint8_t nowhere = TheState::nowhere;

    struct Node {
        TheState state;
        std::uint32_t parent;
        CardMove move;

        explicit Node(const TheState& start) : state(start), parent(0), move{} {}
        // To become the state after a move. The length is not told to the compiler, which would
        // inline a copy that takes three times as long as the library's.
        Node(const Node& before, std::uint32_t node, const volatile std::size_t& bytes)
            : parent(node), move{} {
            std::memcpy(&state, &before.state, bytes);
            ++state.depth;
        }
    };

    // What is left where a run was lifted.
    struct Lifted {
        std::uint64_t hash;
        Cards tops;
        int value;
        bool frees;  // can a card go home now?
    };

    std::uint32_t make(const Waiting::Entry& entry) {
        const auto node = static_cast<std::uint32_t>(nodes_.size());
        if (nodes_.size() == nodes_.capacity()) nodes_.reserve(2 * nodes_.capacity());
        Node& made = nodes_.emplace_back(nodes_[entry.parent], entry.parent, state_bytes_);
        const Card onto = entry.target == nowhere ? to_cell : made.state.top(entry.target);
        made.move = {entry.lowest, onto == no_card ? to_empty : onto};
        ground_.play(made.state, entry.lowest, entry.source, entry.target, entry.count);
        return node;
    }

    void trace(std::uint32_t node, std::vector<CardMove>& plan) const {
        for (; node != 0; node = nodes_[node].parent) plan.push_back(nodes_[node].move);
        std::reverse(plan.begin(), plan.end());
    }

    int cells(int free) const { return weights_.cells[static_cast<std::size_t>(std::min(free, 4))]; }
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
        int value = spread + weights_.card * state.cards + weights_.break_ * state.breaks -
                    weights_.king * state.kings + cells(state.free_cells) -
                    columns(state.empty_columns) + weights_.depth * state.depth;
        for (std::size_t suit = 0; suit < 4; ++suit) value += of_suit[suit] * state.cover[suit];
        return value;
    }

    void expand(std::uint32_t node) {
        const TheState& state = nodes_[node].state;
        std::array<int, 4> of_suit;
        const int spread = cover_weights(state, of_suit);
        std::array<int, Columns + 1> weight{};  // of a cover on each column
        for (std::size_t suit = 0; suit < 4; ++suit) {
            weight[state.column_of[4u * state.home[suit] + suit]] += of_suit[suit];
        }
        const int here = value(state, of_suit, spread) + weights_.depth;

        const int worst = here + openness(state.tops, state.held) + weights_.loss;

        const auto offer = [&](Card lowest, std::uint8_t source, std::uint8_t target, int count,
                               std::uint64_t hash, int value, Cards tops, Cards held) {
            value += openness(tops, held);
            if (value > worst || !seen_.add(hash)) return;
            waiting_.push(value,
                          {0, node, lowest, source, target, static_cast<std::uint8_t>(count)});
        };
        const auto offer_made = [&](Card lowest, std::uint8_t source, std::uint8_t target,
                                    int count) {
            made_ = state;
            ++made_.depth;
            ground_.play(made_, lowest, source, target, static_cast<std::uint8_t>(count));
            if (!seen_.add(made_.hash)) return;
            std::array<int, 4> weights;
            const int spread_then = cover_weights(made_, weights);
            const int value_then =
                made_.won() ? 0
                            : value(made_, weights, spread_then) + openness(made_.tops, made_.held);
            waiting_.push(value_then,
                          {0, node, lowest, source, target, static_cast<std::uint8_t>(count)});
        };
        const auto lift = [&](std::uint8_t source, Card lowest, int count) {
            const Card below = state.below(source, count);
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
            return Lifted{state.hash ^ lie_numbers[lowest][lie],
                          (state.tops ^ set_of(state.top(source))) | set_of(below), value,
                          holds(state.next, below)};
        };

        const int limit = supermove_limit(state.free_cells, state.empty_columns);
        std::array<std::uint8_t, card_codes> column_with;  // by its open card
        for (std::uint8_t index = Columns; index-- > 0;) column_with[state.top(index)] = index;
        const std::uint8_t empty = state.empty_columns > 0 ? column_with[no_card] : nowhere;
        const int fewer = empty != nowhere ? columns(state.empty_columns) -
                                                 columns(state.empty_columns - 1)
                                           : 0;
        const int more = columns(state.empty_columns) - columns(state.empty_columns + 1);

        // From a column, or from a cell, on another card.
        const Cards fit = fitting(state.tops);
        for (Cards cards = fit & state.runs; cards != 0; cards &= cards - 1) {
            const Card lowest = first_of(cards);
            const std::uint8_t source = state.column_of[lowest];
            const Card top = state.top(source);
            const int count = rank_of(lowest) - rank_of(top) + 1;
            if (count > limit) continue;
            Lifted lifted = lift(source, lowest, count);
            if (count == state.height[source]) lifted.value += more;
            for (Cards on = lies_on[lowest] & state.tops; on != 0; on &= on - 1) {
                const Card onto = first_of(on);
                const std::uint8_t target = column_with[onto];
                ++looked_at_;
                if (lifted.frees) {
                    offer_made(lowest, source, target, count);
                } else {
                    offer(lowest, source, target, count,
                          lifted.hash ^ lie_numbers[lowest][lie_on(onto)],
                          lifted.value + count * weight[target],
                          (lifted.tops ^ set_of(onto)) | set_of(top), state.held);
                }
            }
        }
        const int freed = here + cells(state.free_cells + 1) - cells(state.free_cells);
        for (Cards cards = fit & state.held; cards != 0; cards &= cards - 1) {
            const Card card = first_of(cards);
            for (Cards on = lies_on[card] & state.tops; on != 0; on &= on - 1) {
                const Card onto = first_of(on);
                const std::uint8_t target = column_with[onto];
                ++looked_at_;
                offer(card, nowhere, target, 1,
                      state.hash ^ lie_numbers[card][in_cell] ^ lie_numbers[card][lie_on(onto)],
                      freed + weight[target], (state.tops ^ set_of(onto)) | set_of(card),
                      state.held ^ set_of(card));
            }
        }

        if (empty != nowhere) {
            for (std::uint8_t source = 0; source < ground_.columns(); ++source) {
                const int run = state.run[source];
                if (run == 0) continue;
                const Card top = state.top(source);
                const auto to_the_empty = [&](int count) {
                    const Card lowest = state.below(source, count - 1);
                    const Lifted lifted = lift(source, lowest, count);
                    ++looked_at_;
                    if (lifted.frees) {
                        offer_made(lowest, source, empty, count);
                    } else {
                        const int king_there = rank_of(lowest) == king ? weights_.king : 0;
                        offer(lowest, source, empty, count,
                              lifted.hash ^ lie_numbers[lowest][at_bottom],
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
                      state.hash ^ lie_numbers[card][in_cell] ^ lie_numbers[card][at_bottom],
                      freed + fewer - king_there, state.tops | set_of(card),
                      state.held ^ set_of(card));
            }
        }

        if (state.free_cells > 0) {
            const int filled = cells(state.free_cells - 1) - cells(state.free_cells);
            for (std::uint8_t source = 0; source < ground_.columns(); ++source) {
                if (state.run[source] == 0) continue;
                const Card card = state.top(source);
                const Lifted lifted = lift(source, card, 1);
                ++looked_at_;
                if (lifted.frees) {
                    offer_made(card, source, nowhere, 1);
                } else {
                    int value = lifted.value + filled;
                    if (state.height[source] == 1) {
                        value += more + (rank_of(card) == king ? weights_.king : 0);
                    }
                    offer(card, source, nowhere, 1, lifted.hash ^ lie_numbers[card][in_cell],
                          value, lifted.tops, state.held | set_of(card));
                }
            }
        }
    }

    const TheGround& ground_;
    const Weights weights_;
    const std::size_t moves_;
    Control& control_;
    const volatile std::size_t state_bytes_ = sizeof(TheState);
    std::size_t looked_at_ = 0;
    MeteredVector<Node> nodes_;
    Waiting waiting_;
    Seen seen_;
    TheState made_;
};

}  // namespace unriddle::freecell::fast
