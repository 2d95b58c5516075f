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

#include <cstddef>
#include <vector>

#include "search/hash_table.h"

namespace unriddle {

template <Domain D>
struct Successors {
    using State = typename D::State;

    // Replaces the successors by those of `state`, which are about to be looked up in `tables`.
    void generate(const D& domain, const State& state, const auto&... tables) {
        steps.clear();
        tags.clear();
        domain.successors(state, steps);
        for (const Step<State>& step : steps) {
            const Tag tag = HashTable<D>::tag_of(domain, step.state);
            (tables.prefetch(tag), ...);
            tags.push_back(tag);
        }
    }

    std::size_t size() const { return steps.size(); }

    Steps<State> steps;
    std::vector<Tag> tags;  // one a step
};

}  // namespace unriddle
