#include "freecell/solvers.h"

#include "freecell/domain.h"
#include "freecell/fast.h"
#include "freecell/optimal.h"
#include "freecell/short.h"

namespace unriddle::freecell {

namespace {

FreeCell puzzle_of(const Game& game) { return {game.start, game.rules}; }

Outcome fast(const Game& game, const Settings&, Control& control) {
    return solve_fast(game.start, puzzle_of(game), control);
}

Outcome proof(const Game& game, const Settings&, Control& control) {
    return solve_completely(game.start, puzzle_of(game), control);
}

Outcome shorten(const Game& game, const Settings& settings, Control& control) {
    return solve_shortly(game.start, puzzle_of(game), settings.get<std::uint64_t>("positions"),
                         control);
}

Outcome best(const Game& game, const Settings& settings, Control& control) {
    return solve_best(game.start, puzzle_of(game), settings.get<double>("seconds"), control);
}

Outcome optimal(const Game& game, const Settings&, Control& control) {
    return solve_optimally(puzzle_of(game), control);
}

}  // namespace

const std::vector<Named<Solver<Game>>> solvers = {
    {"best", best}, {"fast", fast}, {"proof", proof}, {"short", shorten}, {"optimal", optimal},
};

}  // namespace unriddle::freecell
