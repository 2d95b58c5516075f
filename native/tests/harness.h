// The least that a test needs: cases with names, checks that say where they failed, and rng.
//
//     TEST(an_empty_pile_has_no_entries) {
//         CHECK(ChunkedStack<int>(control).empty());
//     }
//
// A case ends with its first check that fails. Random cases come from `SplitMix64`, so a seed means
// the same case on every machine; `IN_CASE(seed)` makes a failure name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "core/control.h"
#include "search/rng.h"

namespace unriddle::tests {

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Case {
    const char* name;
    void (*run)();
};

std::vector<Case>& cases();
struct Registered {
    Registered(const char* name, void (*run)()) { cases().push_back({name, run}); }
};

// What a failure says besides its place: the random case that is being tried.
inline std::string& in_case() {
    static std::string words;
    return words;
}

// A value in a failure. Not by streams: they would take most of the time of compiling a test.
inline std::string shown(const std::string& text) { return text; }
template <class T>
    requires(!std::is_convertible_v<T, std::string>)
std::string shown(const T& value) {
    if constexpr (requires { std::to_string(value); }) {
        return std::to_string(value);
    } else {
        return "something else";
    }
}

[[noreturn]] void fail(const char* file, int line, const std::string& what);

template <class Found, class Wanted>
void check_equal(const Found& found, const Wanted& wanted, const char* file, int line,
                 const char* what) {
    if (found == wanted) return;
    fail(file, line, std::string(what) + " is " + shown(found) + " and not " + shown(wanted));
}

// A number below `bound`, which is at least 1.
template <class Number>
Number roll(SplitMix64& rng, Number bound) {
    return static_cast<Number>(rng.next() % static_cast<std::uint64_t>(bound));
}

template <class T>
void shuffle(SplitMix64& rng, std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[roll(rng, i)]);
}

// Does an allocation fail? What failed can be used on.
bool runs_out(auto&& work) {
    try {
        work();
    } catch (const Interruption& interruption) {
        return interruption.status == Status::out_of_memory;
    }
    return false;
}

}  // namespace unriddle::tests

#define TEST(name)                                                           \
    static void name();                                                      \
    static const unriddle::tests::Registered registered_##name(#name, name); \
    static void name()

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) unriddle::tests::fail(__FILE__, __LINE__, "not " #condition); \
    } while (false)

#define CHECK_EQUAL(found, wanted) \
    unriddle::tests::check_equal((found), (wanted), __FILE__, __LINE__, #found)

#define CHECK_THROWS(expression, Exception)                                                    \
    do {                                                                                       \
        bool thrown_ = false;                                                                  \
        try {                                                                                  \
            static_cast<void>(expression);                                                     \
        } catch (const Exception&) {                                                           \
            thrown_ = true;                                                                    \
        }                                                                                      \
        if (!thrown_) unriddle::tests::fail(__FILE__, __LINE__, #expression " did not throw"); \
    } while (false)

#define IN_CASE(words) unriddle::tests::in_case() = unriddle::tests::shown(words)

namespace unriddle::tests {

// Calls `check(rng, seed)` for so many seeds; `rng` begins `offset` later, which gives every test
// cases of its own.
void on_seeds(std::uint64_t count, std::uint64_t offset, auto&& check) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        IN_CASE(seed);
        SplitMix64 rng(seed + offset);
        check(rng, seed);
    }
}

// Calls `add(number)` until the memory runs out, and again, because what failed once fails again;
// returns how many were added.
inline std::uint32_t fill_up(auto&& add) {
    std::uint32_t count = 0;
    for (int turn = 0; turn < 3; ++turn) {
        CHECK(runs_out([&] {
            for (;; ++count) add(count);
        }));
    }
    return count;
}

}  // namespace unriddle::tests
