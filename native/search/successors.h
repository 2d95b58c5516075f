// The successors of a state with the tags of their keys, whose slots are on their way to the cache.
//
// Most of the time of a search through a few hundred thousand states is spent waiting for the slots
// of its hash table. So all successors are generated and hashed first and their slots asked for,
// before the first of them is looked up; and where a search knows what it expands next, it prepares
// that state before it looks up anything. The order of the look-ups stays that of the Python
// search. On course map 5 of Sokoban breadth-first search takes two thirds of the time, and uniform
// cost half of it, with a faster open list and large pages.
//
// What did not help: hashing neighbouring squares of Sokoban into one line of the cache. Only as
// bits of one word (hash_table.h) they pay.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "containers/hash_table.h"

namespace unriddle {

template <Domain D>
class Successors {
  public:
    using State = typename D::State;

    // Replaces the successors by those of `state`, which may be about to be looked up in `table`.
    template <class Table = void>
    [[gnu::always_inline]] void generate(const D& domain, const State& state,
                                         const Table* table = nullptr) {
        state_ = state;
        Tagging<Table> tagging{steps_.data(), tags_.data(), domain, table};
        domain.successors(state, tagging);
        size_ = static_cast<std::size_t>(tagging.tag - tags_.data());
    }

    const State& state() const { return state_; }  // whose successors they are
    std::size_t size() const { return size_; }
    const Step<State>& step(std::size_t i) const { return steps_[i]; }
    Tag tag(std::size_t i) const { return tags_[i]; }

  private:
    // Takes the steps of a domain, while they are in registers. It counts by pointers, which no
    // number that is written can change, so they are in registers too.
    template <class Table>
    struct Tagging {
        Step<State>* step;
        Tag* tag;
        const D& domain;
        const Table* table;

        [[gnu::always_inline]] void push_back(const Step<State>& next) { push_back_if(true, next); }
        [[gnu::always_inline]] void push_back_if(bool legal, const Step<State>& next) {
            const Tag tagged = domain.tag(next.state);
            if constexpr (!std::is_void_v<Table>) table->prefetch(tagged);
            *step = next;
            *tag = tagged;
            step += legal;
            tag += legal;
        }
    };

    State state_;
    std::array<Step<State>, D::most_steps + 1> steps_;
    std::array<Tag, D::most_steps + 1> tags_;  // one a step
    std::size_t size_ = 0;
};

}  // namespace unriddle
