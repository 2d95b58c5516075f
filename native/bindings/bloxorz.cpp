#include "bindings/bindings.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "bindings/bloxorz_stage.h"
#include "bloxorz/engine.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace unriddle {

namespace {

using bloxorz::Index;
using bloxorz::Indices;

std::shared_ptr<const AnyEngine> make(Index width, const Indices& squares, Indices bridge_at,
                                      Indices switch_at, Indices split_at, Index bridges,
                                      std::vector<bloxorz::PlainSwitch> switches,
                                      const std::vector<std::pair<Index, Index>>& splits, Index goal,
                                      bloxorz::PlainState start, bool space_counts,
                                      bool split_on_contact, bool parked_falls) {
    return bloxorz::make_engine(bloxorz::plain_stage(
        width, squares, std::move(bridge_at), std::move(switch_at), std::move(split_at), bridges,
        std::move(switches), splits, goal, std::move(start),
        {space_counts, split_on_contact, parked_falls}));
}

}  // namespace

void bind_bloxorz(nb::module_& module) {
    module.def("bloxorz", &make, nb::kw_only(), "width"_a, "squares"_a, "bridge_at"_a,
               "switch_at"_a, "split_at"_a, "bridges"_a, "switches"_a, "splits"_a, "goal"_a,
               "start"_a, "space_counts"_a = false, "split_on_contact"_a = false,
               "parked_falls"_a = false,
               "The engine of a Bloxorz stage. A square of the frame is row * width + column.\n\n"
               "`squares` is 0 for void, 1 for a tile, 2 for a fragile one; `bridge_at`, "
               "`switch_at` and `split_at` say what else is on each square, -1 for nothing. A "
               "switch is (heavy, toggle, open, close) with lists of bridges, a split switch the "
               "two squares where the cubes appear, and `start` is (first, second, split, bridges "
               "that are on), which is also how `Engine.describe` shows a state, as one flat list. "
               "Action codes: 0 to 3 are left, right, up, down, and 4 swaps the cubes.");
}

}  // namespace unriddle
