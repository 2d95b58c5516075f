#include "envs/freecell.h"

#include "bindings/bindings.h"
#include "interface/puzzles.h"

namespace unriddle {

void bind_freecell(nb::module_& module) {
    bind_made_by<FreeCellGame, Problem>(module, "FreeCellGame", freecell_game, freecell_game_names);
    module.def("freecell_shuffled", &freecell_shuffled, "number"_a);
    nb::class_<envs::FreeCellGames, envs::Games>(module, "FreeCellGames")
        .def(nb::init<std::size_t, std::size_t, std::size_t>(), "columns"_a, "cells"_a, "height"_a)
        .def(
            "add",
            [](envs::FreeCellGames& games, const FreeCellGame& game) { games.add(game.data); },
            "game"_a);
}

}  // namespace unriddle
