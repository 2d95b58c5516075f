#include "freecell/short.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "freecell/beams.h"
#include "freecell/deadlock_bound.h"
#include "freecell/fast.h"
#include "freecell/metric.h"
#include "freecell/route.h"

namespace unriddle::freecell {

namespace {

class Search {
  public:
    Search(const Position& start, const FreeCell& puzzle, Control& control, std::uint64_t positions)
        : start_(start),
          puzzle_(puzzle),
          control_(control),
          metric_(puzzle.rules()),
          positions_(positions),
          beams_(puzzle.table(), metric_, control) {}

    Outcome run() {
        try {
            best_ = solve_fast(start_, puzzle_, control_);
            if (best_.status != Status::solved) return best_;
            control_.bound_above(best_.cost);
            const Layout layout(puzzle_.table(), puzzle_.table().start().lies);
            const int going_home = metric_.home_is_counted ? count_of(layout.left()) : 0;
            DeadlockBound deadlock_bound(puzzle_.table(), metric_.as_one);
            control_.bound_below(static_cast<std::uint64_t>(going_home + deadlock_bound(layout)));
            beams_.know(static_cast<std::size_t>(best_.cost) -
                        static_cast<std::size_t>(going_home));
            improve();
        } catch (const Interruption& interruption) {
            if (best_.status != Status::solved) return {interruption.status};
        }
        return best_;
    }

  private:
    static constexpr std::size_t first_width = 48, growth = 4;

    void improve() {
        for (std::size_t width = first_width; width != 0;) {
            const std::uint64_t before = beams_.seen();
            const auto [improved, complete] = beams_.search(width);
            if (improved) {
                best_ = plan_of(puzzle_, metric_, beams_.route());
                control_.bound_above(best_.cost);
            }
            if (complete) {
                best_.proved = true;
                control_.bound_below(best_.cost);
                return;
            }
            width = wider(width, beams_.seen() - before);
        }
    }

    // The next width after a beam that looked at so many positions; 0 where what is left is not
    // enough for a wider one. Where it is enough for just one of a reasonable width, it gets all.
    std::size_t wider(std::size_t width, std::uint64_t used) const {
        const std::uint64_t left = positions_ - std::min(positions_, beams_.seen());
        const std::uint64_t times = left / std::max<std::uint64_t>(used, 1);
        if (times < 2) return 0;
        return width * (times < growth * growth ? times : growth);
    }

    const Position& start_;
    const FreeCell& puzzle_;
    Control& control_;
    Metric metric_;
    std::uint64_t positions_;
    Beams beams_;
    Outcome best_{Status::stuck};
};

}  // namespace

Outcome solve_shortly(const Position& start, const FreeCell& puzzle, std::uint64_t positions,
                      Control& control) {
    return Search(start, puzzle, control, positions).run();
}

}  // namespace unriddle::freecell
