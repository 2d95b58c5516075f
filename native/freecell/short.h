// `short`: a short solution soon, and shorter ones the longer it may run.
//
// `fast` gives the first plan, or proves that there is none. Then beams (beams.h), each wider than
// the one before, look only for better ones: every improvement is reported at once, and is the
// answer when a limit ends the run. The last beam is as wide as the time that is left allows,
// because a beam that is interrupted is mostly wasted. A beam that forgets nothing proves the best
// plan optimal. What is minimised is the cost of the puzzle's own rules.
#pragma once

#include <cstdint>

#include "core/control.h"
#include "freecell/beams.h"
#include "freecell/board.h"
#include "freecell/domain.h"
#include "freecell/metric.h"
#include "search/outcome.h"

namespace unriddle::freecell {

class Shortener {
  public:
    // `first` is a plan of the puzzle, which must live on.
    Shortener(const FreeCell& puzzle, Outcome first, Control& control);

    // Beams, one after the other, as long as a wider one can be expected to end before they have
    // looked at `positions` in all, and within these seconds from now and what is left of the time.
    void run(std::uint64_t positions, double seconds = 1e9);

    // The best plan so far, also after an Interruption.
    const Outcome& best() const { return best_; }

  private:
    static constexpr std::size_t first_width = 48, growth = 4;

    void search(std::size_t width);
    void keep();

    const FreeCell& puzzle_;
    Control& control_;
    const Metric metric_;
    Beams beams_;
    Outcome best_;
    // The last beam: its width, how many positions it looked at, and how long that took.
    std::size_t width_ = 0;
    std::uint64_t used_ = 0;
    double seconds_ = 0;
};

// It ends after the beams have looked at `positions`.
Outcome solve_shortly(const FreeCell& puzzle, std::uint64_t positions, Control& control);

}  // namespace unriddle::freecell
