// The successors of a state with the tags of their keys, whose slots are on their way to the cache.
//
// Most of the time of a search through a few hundred thousand states is spent waiting for the slots
// of its hash table. So all successors are generated and hashed first and their slots asked for,
// before the first of them is looked up; and where a search knows what it expands next, it prepares
// that state before it looks up anything. The order of the look-ups stays that of the Python
// search. On course map 5 of Sokoban breadth-first search takes two thirds of the time, and uniform
// cost half of it, with a faster open list and large pages.
//
// What did not help: hashing neighbouring squares of Sokoban into one line of the cache.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>

#include "search/hash_table.h"

namespace unriddle {

template <Domain D>
class Successors {
  public:
    using State = typename D::State;

    // Replaces the successors by those of `state`, which are about to be looked up in `tables`.
    [[gnu::always_inline]] void generate(const D& domain, const State& state,
                                         const auto&... tables) {
        state_ = state;
        steps_.clear();
        domain.successors(state, Tagging{*this, domain, std::tie(tables...)});
    }

    const State& state() const { return state_; }  // whose successors they are
    std::size_t size() const { return steps_.size(); }
    const Step<State>& step(std::size_t i) const { return steps_[i]; }
    Tag tag(std::size_t i) const { return tags_[i]; }

  private:
    // Takes the steps of a domain, while they are in registers.
    template <class Tables>
    struct Tagging {
        Successors& to;
        const D& domain;
        const Tables tables;

        [[gnu::always_inline]] void push_back(const Step<State>& step) const {
            prepare(step);
            to.steps_.push_back(step);
        }
        [[gnu::always_inline]] void push_back_if(bool legal, const Step<State>& step) const {
            prepare(step);
            to.steps_.push_back_if(legal, step);
        }
        [[gnu::always_inline]] void prepare(const Step<State>& step) const {
            const Tag tag = domain.tag(step.state);
            to.tags_[to.size()] = tag;
            std::apply([tag](const auto&... table) { (table.prefetch(tag), ...); }, tables);
        }
    };

    State state_;
    StepsOf<D> steps_;
    std::array<Tag, D::most_steps + 1> tags_;  // one a step
};

}  // namespace unriddle
