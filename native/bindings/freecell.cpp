#include "bindings/bindings.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/limits.h"
#include "freecell/deals.h"
#include "freecell/engine.h"
#include "freecell/fast.h"
#include "freecell/optimal.h"
#include "freecell/short.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

template <class Value, std::size_t Count>
Value choice(const char* what, const std::string& name,
             const std::array<std::pair<const char*, Value>, Count>& values) {
    std::string names;
    for (const auto& [known, value] : values) {
        if (name == known) return value;
        names += (names.empty() ? "" : ", ") + std::string(known);
    }
    throw std::invalid_argument(what + (" must be one of " + names) + ", not " + name);
}

freecell::Rules rules_of(const std::string& autoplay, const std::string& cost) {
    using freecell::Autoplay, freecell::Counted;
    static constexpr std::array<std::pair<const char*, Autoplay>, 4> autoplays = {
        {{"none", Autoplay::none},
         {"horne", Autoplay::horne},
         {"raymond", Autoplay::raymond},
         {"greedy", Autoplay::greedy}}};
    static constexpr std::array<std::pair<const char*, Counted>, 3> costs = {
        {{"moves", Counted::moves}, {"cards", Counted::cards}, {"player", Counted::player}}};
    return {choice("autoplay", autoplay, autoplays), choice("cost", cost, costs)};
}

std::shared_ptr<const AnyEngine> make(std::vector<std::vector<int>> columns, std::vector<int> cells,
                                      const std::string& autoplay, const std::string& cost) {
    return freecell::make_engine({std::move(columns), std::move(cells)}, rules_of(autoplay, cost));
}

nb::bytes shuffled(std::uint64_t number) {
    if (number < 1 || number > freecell::last_deal) throw std::out_of_range("no such deal");
    const auto cards = freecell::shuffled(number);
    return nb::bytes(cards.data(), cards.size());
}

// A solver of its own: from a position, its rules and the limits to a run.
using Maker = std::unique_ptr<Run> (*)(const freecell::Position&, const freecell::Rules&,
                                       const Limits&);

template <Maker maker>
std::unique_ptr<Run> begin(std::vector<std::vector<int>> columns, std::vector<int> cells,
                           const std::string& autoplay, const std::string& cost,
                           std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                           std::optional<std::uint64_t> bytes) {
    return maker({std::move(columns), std::move(cells)}, rules_of(autoplay, cost),
                 limits_of(seconds, nodes, bytes));
}

std::unique_ptr<Run> begin_short(std::vector<std::vector<int>> columns, std::vector<int> cells,
                                 const std::string& autoplay, const std::string& cost,
                                 std::uint64_t positions, std::optional<double> seconds,
                                 std::optional<std::uint64_t> nodes,
                                 std::optional<std::uint64_t> bytes) {
    return freecell::make_short({std::move(columns), std::move(cells)}, rules_of(autoplay, cost),
                                limits_of(seconds, nodes, bytes), positions);
}

template <Maker maker>
void bind_expert(nb::module_& module, const char* name, const char* about) {
    module.def(name, &begin<maker>, nb::kw_only(), "columns"_a, "cells"_a, "autoplay"_a = "raymond",
               "cost"_a = "moves", "seconds"_a = nb::none(), "nodes"_a = nb::none(),
               "bytes"_a = nb::none(), about);
}

}  // namespace

void bind_freecell(nb::module_& module) {
    module.def("freecell", &make, nb::kw_only(), "columns"_a, "cells"_a, "autoplay"_a = "raymond",
               "cost"_a = "moves",
               "The engine of a FreeCell position. A card is 4 * (rank - 1) + suit, suits in the "
               "order clubs, diamonds, hearts, spades.\n\n"
               "`columns` are lists of cards from the bottom to the open one, `cells` has an entry "
               "a cell, -1 where it is empty, and every other card is home. `Engine.describe` "
               "shows a state as one flat list: of each column the number of cards and the cards, "
               "then the cells. Action codes are source + 32 * target + 1024 * cards: columns are "
               "0 to 9, cells 10 to 17, home is 18, and `cards` is above 1 only into an empty "
               "column.");
    module.def("freecell_shuffled", &shuffled, "number"_a,
               "The cards of the FreeCell deal with this number, from 1 to 2^33 - 1, a byte each, "
               "in the order in which they are dealt.");
    bind_expert<freecell::make_fast>(
        module, "freecell_fast",
        "A run that solves a FreeCell position quickly, or proves that it has no solution; the "
        "position and the action codes are as in `freecell`.");
    bind_expert<freecell::make_proof>(
        module, "freecell_proof",
        "A run that looks at every state of a FreeCell position, but lets safe cards go home; the "
        "position and the action codes are as in `freecell`.");
    module.def("freecell_short", &begin_short, nb::kw_only(), "columns"_a, "cells"_a,
               "autoplay"_a = "raymond", "cost"_a = "moves", "positions"_a,
               "seconds"_a = nb::none(), "nodes"_a = nb::none(), "bytes"_a = nb::none(),
               "A run that finds short solutions of a FreeCell position, each better than the one "
               "before, until it has looked at so many positions; the position and the action "
               "codes are as in `freecell`.");
    bind_expert<freecell::make_optimal>(
        module, "freecell_optimal",
        "A run that finds a cheapest solution of a FreeCell position and proves that it is one; "
        "the position and the action codes are as in `freecell`.");
}

}  // namespace unriddle
