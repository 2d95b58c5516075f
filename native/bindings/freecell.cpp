#include "envs/freecell.h"

#include "bindings/problem.h"
#include "freecell/deals.h"
#include "freecell/engine.h"
#include "freecell/estimates.h"

namespace unriddle {

namespace {

using FreeCellGame =
    ProblemOf<freecell::Game, freecell::make_engine, freecell::prove, freecell::solvers>;
using freecell::Autoplay, freecell::Counted;

constexpr std::array<Named<Autoplay>, 4> autoplays = {{{"none", Autoplay::none},
                                                       {"horne", Autoplay::horne},
                                                       {"raymond", Autoplay::raymond},
                                                       {"greedy", Autoplay::greedy}}};
constexpr std::array<Named<Counted>, 3> costs = {
    {{"moves", Counted::moves}, {"cards", Counted::cards}, {"player", Counted::player}}};

void make(FreeCellGame* self, std::vector<std::vector<int>> columns, std::vector<int> cells,
          const std::string& autoplay, const std::string& cost) {
    new (self) FreeCellGame({{std::move(columns), std::move(cells)},
                             {named("autoplay", autoplay, autoplays), named("cost", cost, costs)}});
}

nb::bytes shuffled(std::uint64_t number) {
    if (number < 1 || number > freecell::last_deal) throw std::out_of_range("no such deal");
    const auto cards = freecell::shuffled(number);
    return nb::bytes(cards.data(), cards.size());
}

}  // namespace

void bind_freecell(nb::module_& module) {
    offer(module, "freecell", freecell::searches(), names_of(freecell::heuristics),
          names_of(freecell::solvers));
    nb::class_<FreeCellGame, Problem>(module, "FreeCellGame")
        .def("__init__", &make, nb::kw_only(), "columns"_a, "cells"_a, "autoplay"_a, "cost"_a);
    module.def("freecell_shuffled", &shuffled, "number"_a);
    nb::class_<envs::FreeCellGames, envs::Games>(module, "FreeCellGames")
        .def(nb::init<std::size_t, std::size_t, std::size_t>(), "columns"_a, "cells"_a, "height"_a)
        .def(
            "add",
            [](envs::FreeCellGames& games, const FreeCellGame& game) { games.add(game.data); },
            "game"_a);
}

}  // namespace unriddle
