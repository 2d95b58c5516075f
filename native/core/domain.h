// What a puzzle owes the searches: the native counterpart of `core.Puzzle`.
//
// How to add a domain (native/bloxorz/ is the model):
//   1. native/<puzzle>/domain.h: a class that satisfies `Domain` below. It is immutable after its
//      constructor, because many runs may share it at once.
//   2. estimates.h and .cpp beside it: its heuristics, with the table of their names.
//   3. engine.h and .cpp: `make_engine`, which returns `std::make_shared<Engine<YourDomain>>(...)`
//      (search/engine.h) and so compiles every search; `prove`, and the table of
//      `solvers`, which may be empty.
//   4. native/interface/puzzles.h and .cpp: its `ProblemOf`, a line in `offers`, and the function
//   that
//      makes a level of plain numbers.
//   5. native/bindings/<puzzle>.cpp, called by module.cpp, hands that function to Python, and so do
//      native/wasm/module.cpp and src/unriddle/native/wasm.py in a browser.
//   6. The folder in native/CMakeLists.txt, the signature of the binding in
//      src/unriddle/native/_core.pyi, the module in src/unriddle/engines/ that translates a puzzle
//      into numbers, and tests in tests/native/ that compare with the Python rules.
//
// A state has two forms. `State` is the working form: any copyable value that the rules find
// convenient. The packed form is `packed_bytes()` bytes, the same number for every state of an
// instance, in which states are stored; fewer bytes mean more states. `tag` and `same` speak about
// the *key* of a state (Python's `Puzzle.key`): states whose keys are equal are one state for a
// search, although they may be packed differently (FreeCell: the order of the columns). `same` must
// compare the whole key: no answer of this engine rests on a hash. Where the keys of an instance
// can be told apart by 32 bits, the domain makes its tags so, and says it: then nothing else is
// compared.
//
// The order of `successors` is the order of the Python rules, with the same costs: everything that
// the twins promise (the same expansions, the same plan) follows from it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/control.h"
#include "core/steps.h"

namespace unriddle {

// 32 bits that stand for a key, not all 0: an exact number of it, or some bits of its hash.
using Tag = std::uint32_t;

// What happened between two states: bit i is the i-th of Python's `event_names`.
using Events = std::uint32_t;

template <class D>
concept Domain =
    std::copyable<typename D::State> &&
    requires(const D domain, const typename D::State state, StepsOf<D> steps, std::byte* to,
             const std::byte* from, std::string_view name, Control& control,
             typename D::Heuristic heuristic, const Step<typename D::State> step, double before) {
        { domain.initial() } -> std::convertible_to<typename D::State>;
        // Appends every legal step, in the order of the Python rules, to any list that has the
        // `push_back` and `push_back_if` of `Steps`; there are never more than `most_steps`.
        domain.successors(state, steps);
        { D::most_steps } -> std::convertible_to<std::size_t>;
        { domain.is_goal(state) } -> std::same_as<bool>;

        { domain.packed_bytes() } -> std::convertible_to<std::size_t>;
        domain.pack(state, to);
        { domain.unpack(from) } -> std::convertible_to<typename D::State>;
        { domain.tag(state) } -> std::same_as<Tag>;          // of the key
        { domain.same(state, from) } -> std::same_as<bool>;  // equal keys?
        // Does uniform cost never find a cheaper way to a state that it has met? It does not where
        // all steps cost the same.
        { domain.first_ways_are_cheapest() } -> std::same_as<bool>;
        // Have different keys of this instance always different tags?
        { domain.tags_are_exact() } -> std::same_as<bool>;

        // The state as numbers, for tests: what they mean is the domain's own.
        { domain.describe(state) } -> std::same_as<Description>;
        { domain.events(state, state) } -> std::same_as<Events>;
        // An estimate by its name in the catalogue; throws std::invalid_argument if there is none.
        // It may own tables and caches, and belongs to one run. Infinity proves a state dead.
        { domain.heuristic(name, control) } -> std::same_as<typename D::Heuristic>;
        { heuristic(state) } -> std::same_as<double>;
        // The same for the state of a step, where the estimate of the state before it is known.
        { heuristic.after(step, before) } -> std::same_as<double>;
    };

// A good 64-bit mixer (the finisher of SplitMix64).
inline std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// A tag out of a good hash of 64 bits, and the exact one of a number below 2^32 - 64: a row of 64
// such tags begins where the numbers do, and is not row 0.
inline Tag tag_of(std::uint64_t hash) noexcept {
    const auto tag = static_cast<Tag>(hash >> 32);
    return tag + (tag == 0);
}
constexpr std::uint32_t tags_in_a_row = 64;
inline Tag exact_tag_of(std::uint32_t number) noexcept { return number + tags_in_a_row; }

}  // namespace unriddle
