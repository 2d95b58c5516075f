#include "envs/freecell.h"

#include "bindings/bindings.h"
#include "door/puzzles.h"

namespace unriddle {

namespace {

void make(FreeCellGame* self, std::vector<std::vector<int>> columns, std::vector<int> cells,
          const std::string& autoplay, const std::string& cost) {
    new (self) FreeCellGame(freecell_game(std::move(columns), std::move(cells), autoplay, cost));
}

}  // namespace

void bind_freecell(nb::module_& module) {
    nb::class_<FreeCellGame, Problem>(module, "FreeCellGame")
        .def("__init__", &make, nb::kw_only(), "columns"_a, "cells"_a, "autoplay"_a, "cost"_a);
    module.def("freecell_shuffled", &freecell_shuffled, "number"_a);
    nb::class_<envs::FreeCellGames, envs::Games>(module, "FreeCellGames")
        .def(nb::init<std::size_t, std::size_t, std::size_t>(), "columns"_a, "cells"_a, "height"_a)
        .def(
            "add",
            [](envs::FreeCellGames& games, const FreeCellGame& game) { games.add(game.data); },
            "game"_a);
}

}  // namespace unriddle
