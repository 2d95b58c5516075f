// Making a solution shorter, and never longer.
//
// A* (search.h) looks for the best solution among the positions near the present one (vicinity.h).
// What it finds takes its place, and so on until nothing better is near; then more counts as near.
//
// The cost is that of the rules, and of two solutions that cost the same the one with fewer pushes
// (or moves, if pushes are counted) is better.
//
// Tried and left out: windows, parts of the solution that are solved again as levels of their own.
// With as many expansions they left XSokoban 1 to 8 a sixth longer than the vicinities do, and the
// two together were no better than the vicinities alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/control.h"
#include "core/domain.h"
#include "search/outcome.h"
#include "sokoban/board/board.h"
#include "sokoban/board/pushes.h"
#include "sokoban/optimal/lower_bound.h"

namespace unriddle::sokoban {

// What a solution is worth, less being better: the cost, and what decides between equals.
struct Worth {
    std::uint64_t cost = 0, other = 0;
    auto operator<=>(const Worth&) const = default;
};

Worth worth_of(std::span<const Action> plan, Costs costs);

// What counts as near: the most boxes elsewhere, and the most positions.
struct PolishingSize {
    std::size_t boxes, positions;
};

class Polisher {
  public:
    // Throws std::invalid_argument if the plan does not solve the level, which must live on.
    Polisher(const Level& level, std::span<const Action> plan, Control& control);
    ~Polisher();

    // Searches on, for about this many expansions; false if nothing is left to try. What an
    // interrupted search has found is kept.
    bool advance(std::uint64_t expansions);

    std::vector<Action> plan() const;
    const Worth& worth() const { return worth_; }

  private:
    struct Trial;

    std::vector<Push> pushes_of(std::span<const Action> plan) const;
    double choices(std::size_t boxes) const;
    std::size_t squares_for(const PolishingSize& size) const;
    bool begin_trial();
    void end_trial();

    Control& control_;
    const Board board_;
    const Costs costs_;
    const Squares boxes_;
    const Square player_;
    std::vector<Push> pushes_;
    Worth worth_;
    std::size_t size_ = 0;  // of the trials in turn
    std::unique_ptr<Trial> trial_;
};

// The solver `polish`: `plan`, which must solve the level, made cheaper until `control` ends it;
// without a plan the expert looks for one first. Throws std::invalid_argument for a wrong plan.
Outcome polished(const Level& level, const std::vector<Action>& plan, Control& control);

}  // namespace unriddle::sokoban
