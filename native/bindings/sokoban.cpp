#include "envs/sokoban.h"

#include "bindings/problem.h"
#include "sokoban/deadlock/deadlock_finder.h"
#include "sokoban/proving/proving.h"
#include "sokoban/pulling/pulls.h"
#include "sokoban/solvers.h"
#include "sokoban/textbook/engine.h"
#include "sokoban/textbook/estimates.h"

namespace unriddle {

namespace {

using SokobanLevel =
    ProblemOf<sokoban::Level, sokoban::make_engine, sokoban::prove, sokoban::solvers>;
using sokoban::Index;
using Indices = std::vector<Index>;

void make(SokobanLevel* self, Index width, Indices floor, Indices goals, Indices boxes,
          Index player, Cost walk_cost, Cost push_cost) {
    new (self) SokobanLevel({width, std::move(floor), std::move(goals), std::move(boxes), player,
                             walk_cost, push_cost});
}

std::pair<std::string, Indices> deadlock_of(const SokobanLevel& level, double seconds) {
    Control control({.seconds = seconds});
    control.begin();
    sokoban::Deadlock deadlock;
    try {
        const nb::gil_scoped_release release;  // it may take a while, and others have work to do
        deadlock = sokoban::find_deadlock(level.data, control);
    } catch (const Interruption&) {  // not known, then
    }
    return {deadlock.rule, deadlock.boxes};
}

void make_pulls(sokoban::Pulls* self, Index width, Indices floor, Indices goals, std::size_t most,
                std::size_t widest) {
    const Index player = floor.empty() ? 0 : floor.front();
    const nb::gil_scoped_release release;
    new (self)
        sokoban::Pulls({width, std::move(floor), std::move(goals), {}, player}, most, widest);
}

}  // namespace

void bind_sokoban(nb::module_& module) {
    offer(module, "sokoban", sokoban::searches(), names_of(sokoban::heuristics),
          names_of(sokoban::solvers));
    nb::class_<SokobanLevel, Problem>(module, "SokobanLevel")
        .def("__init__", &make, nb::kw_only(), "width"_a, "floor"_a, "goals"_a, "boxes"_a,
             "player"_a, "walk_cost"_a, "push_cost"_a)
        .def("find_deadlock", &deadlock_of, "seconds"_a);
    nb::class_<sokoban::Pulls>(module, "SokobanPulls")
        .def("__init__", &make_pulls, nb::kw_only(), "width"_a, "floor"_a, "goals"_a, "most"_a,
             "widest"_a)
        .def_prop_ro("layers", &sokoban::Pulls::layers)
        .def_prop_ro("exact", &sokoban::Pulls::exact)
        .def("position", &sokoban::Pulls::position, "number"_a);
    module.def("sokoban_rules", &sokoban::rules_of, "solver"_a);
    nb::class_<envs::SokobanGames, envs::Games>(module, "SokobanGames")
        .def(nb::init<std::size_t, std::size_t>(), "rows"_a, "columns"_a)
        .def(
            "add",
            [](envs::SokobanGames& games, nb::bytes squares, std::size_t columns) {
                games.add(static_cast<const std::uint8_t*>(squares.data()), squares.size(),
                          columns);
            },
            "squares"_a, "columns"_a)
        .def(
            "add_text",
            [](envs::SokobanGames& games, nb::bytes text) {
                games.add_text({text.c_str(), text.size()});
            },
            "text"_a)
        .def_static(
            "scan",
            [](nb::bytes text) -> std::optional<std::tuple<std::size_t, std::size_t, std::size_t>> {
                const auto found = envs::SokobanGames::scan({text.c_str(), text.size()});
                if (!found) return std::nullopt;
                return std::tuple(found->levels, found->rows, found->columns);
            },
            "text"_a);
}

}  // namespace unriddle
