#include "freecell/domain.h"
#include "freecell/engine.h"
#include "freecell/fast.h"
#include "freecell/optimal.h"
#include "freecell/short.h"

namespace unriddle::freecell {

const std::vector<Named<Solver<Game>>> solvers = {
    {"best",
     [](const Game& game, const Settings& settings, Control& control) {
         return solve_best(FreeCell(game), settings.get<double>("seconds"), control);
     }},
    {"fast", [](const Game& game, const Settings&,
                Control& control) { return solve_fast(FreeCell(game), control); }},
    {"proof", [](const Game& game, const Settings&,
                 Control& control) { return solve_completely(FreeCell(game), control); }},
    {"short",
     [](const Game& game, const Settings& settings, Control& control) {
         return solve_shortly(FreeCell(game), settings.get<std::uint64_t>("positions"), control);
     }},
    {"optimal", [](const Game& game, const Settings&,
                   Control& control) { return solve_optimally(FreeCell(game), control); }},
};

}  // namespace unriddle::freecell
