#include "freecell/short.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

#include "freecell/deadlock_bound.h"
#include "freecell/fast.h"
#include "freecell/plan.h"

namespace unriddle::freecell {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Of the time that is left, what a beam may be expected to take.
constexpr double share_of_time = 0.9;

}  // namespace

Shortener::Shortener(const FreeCell& puzzle, Outcome first, Control& control)
    : puzzle_(puzzle),
      control_(control),
      metric_(puzzle.rules()),
      beams_(puzzle.table(), metric_, control),
      best_(std::move(first)) {
    control_.bound_above(best_.cost);
    const Layout layout(puzzle_.table(), puzzle_.table().start().lies);
    const int going_home = metric_.home_is_counted ? count_of(layout.left()) : 0;
    DeadlockBound deadlock_bound(puzzle_.table(), metric_.as_one);
    control_.bound_below(static_cast<std::uint64_t>(going_home + deadlock_bound(layout)));
    beams_.know(static_cast<std::size_t>(best_.cost) - static_cast<std::size_t>(going_home));
}

void Shortener::run(std::uint64_t positions, double seconds) {
    const Clock::time_point begin = Clock::now();
    if (width_ == 0) search(first_width);
    while (!best_.proved) {
        const double time = std::min(seconds - seconds_since(begin), control_.rest().seconds);
        const auto left = static_cast<double>(positions - std::min(positions, beams_.seen()));
        const double times = std::min(left / static_cast<double>(std::max<std::uint64_t>(used_, 1)),
                                      share_of_time * time / std::max(seconds_, 1e-6));
        if (times < 2) return;
        // Where there is enough for just one of a reasonable width, it gets all.
        search(width_ * (times < growth * growth ? static_cast<std::size_t>(times) : growth));
    }
}

void Shortener::search(std::size_t width) {
    const Clock::time_point begin = Clock::now();
    const std::uint64_t before = beams_.seen();
    try {
        best_.proved = beams_.search(width).complete;
    } catch (const Interruption&) {
        keep();
        throw;
    }
    keep();
    if (best_.proved) control_.bound_below(best_.cost);
    width_ = width;
    used_ = beams_.seen() - before;
    seconds_ = seconds_since(begin);
}

// Takes what the beams have found, if it is better.
void Shortener::keep() {
    if (beams_.route().empty()) return;
    Outcome found = plan_of(puzzle_, metric_, beams_.route());
    if (found.cost >= best_.cost) return;
    found.proved = best_.proved;
    best_ = std::move(found);
    control_.bound_above(best_.cost);
}

Outcome solve_shortly(const FreeCell& puzzle, std::uint64_t positions, Control& control) {
    std::optional<Shortener> shortener;
    Outcome first{Status::stuck};
    try {
        first = solve_fast(puzzle, control);
        if (first.status != Status::solved) return first;
        shortener.emplace(puzzle, first, control);
        shortener->run(positions);
    } catch (const Interruption& interruption) {
        if (first.status != Status::solved) return {interruption.status};
    }
    return shortener ? shortener->best() : first;
}

}  // namespace unriddle::freecell
