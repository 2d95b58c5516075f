#include "envs/freecell.h"

#include "bindings/bindings.h"
#include "door/puzzles.h"

namespace unriddle {

void bind_freecell(nb::module_& module) {
    nb::class_<FreeCellGame, Problem>(module, "FreeCellGame")
        .def("__init__", made_by<FreeCellGame>(freecell_game), nb::kw_only(), "columns"_a,
             "cells"_a, "autoplay"_a, "cost"_a);
    module.def("freecell_shuffled", &freecell_shuffled, "number"_a);
    nb::class_<envs::FreeCellGames, envs::Games>(module, "FreeCellGames")
        .def(nb::init<std::size_t, std::size_t, std::size_t>(), "columns"_a, "cells"_a, "height"_a)
        .def(
            "add",
            [](envs::FreeCellGames& games, const FreeCellGame& game) { games.add(game.data); },
            "game"_a);
}

}  // namespace unriddle
