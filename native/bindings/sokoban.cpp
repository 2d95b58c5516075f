#include "envs/sokoban.h"

#include "bindings/bindings.h"
#include "interface/puzzles.h"

namespace unriddle {

void bind_sokoban(nb::module_& module) {
    bind_made_by<SokobanLevel, Problem>(module, "SokobanLevel", sokoban_level, sokoban_level_names)
        .def("find_deadlock", &deadlock_of, "seconds"_a, nb::call_guard<Unlocked>());
    bind_made_by<sokoban::Pulls>(module, "SokobanPulls", sokoban_pulls, sokoban_pulls_names)
        .def_prop_ro("layers", &sokoban::Pulls::layers)
        .def_prop_ro("exact", &sokoban::Pulls::exact)
        .def("position", &sokoban::Pulls::position, "number"_a);
    module.def("sokoban_rules", &sokoban::rules_of, "solver"_a);
    nb::class_<envs::SokobanGames, envs::Games>(module, "SokobanGames")
        .def(nb::init<std::size_t, std::size_t>(), "rows"_a, "columns"_a)
        .def(
            "add",
            [](envs::SokobanGames& games, nb::bytes squares, std::size_t columns) {
                games.add({static_cast<const std::uint8_t*>(squares.data()), squares.size()},
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
