// The three puzzles as Python sees them: what there is for each, and how each is made of plain
// numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bloxorz/analysis.h"
#include "bloxorz/engine.h"
#include "freecell/engine.h"
#include "interface/problem.h"
#include "sokoban/proving/proving.h"
#include "sokoban/pulling/pulls.h"
#include "sokoban/solvers.h"
#include "sokoban/textbook/engine.h"

namespace unriddle {

// What there is for a puzzle, by the names that users type: its own, searches, heuristics, solvers.
using Names = std::vector<std::string>;
using Offer = std::tuple<std::string, Names, Names, Names>;

// The one list of what the engine offers.
std::vector<Offer> offers();

using BloxorzStage =
    ProblemOf<bloxorz::Stage, bloxorz::make_engine, bloxorz::prove, bloxorz::solvers>;
using FreeCellGame =
    ProblemOf<freecell::Game, freecell::make_engine, freecell::prove, freecell::solvers>;
using SokobanLevel =
    ProblemOf<sokoban::Level, sokoban::make_engine, sokoban::prove, sokoban::solvers>;

// All of these throw std::invalid_argument for what makes no sense. What makes data of plain values
// is followed by the names of these, which are listed here once for all bindings.

using Indices = std::vector<bloxorz::Index>;
using PlainSwitch = std::tuple<bool, Indices, Indices, Indices>;  // heavy, toggle, open, close
using PlainState = std::tuple<bloxorz::Index, bloxorz::Index, bool, Indices>;  // and bridges on

bloxorz::Stage bloxorz_stage(bloxorz::Index width, const Indices& squares, Indices bridge_at,
                             Indices switch_at, Indices split_at, bloxorz::Index bridges,
                             std::vector<PlainSwitch> switches,
                             const std::vector<std::pair<bloxorz::Index, bloxorz::Index>>& splits,
                             bloxorz::Index goal, PlainState start, bool space_counts,
                             bool split_on_contact, bool parked_falls);
inline constexpr std::array bloxorz_stage_names = {
    "width",  "squares", "bridge_at", "switch_at",    "split_at",         "bridges",     "switches",
    "splits", "goal",    "start",     "space_counts", "split_on_contact", "parked_falls"};

// What an analysis has found: states and dead ones; the cheapest plans, their cost and how many
// there are, by arrow moves and with Space counted; bridges that are ever on, and ever off.
using PlainCheapest = std::optional<std::pair<std::uint64_t, bloxorz::Natural>>;
std::tuple<std::uint64_t, std::uint64_t, PlainCheapest, PlainCheapest, Indices, Indices> findings(
    const bloxorz::Analysis& analysis);

// Squares, switches and split switches that are touched: of "reached", "solving" or "optimal".
std::tuple<Indices, Indices, Indices> touched(const bloxorz::Analysis& analysis,
                                              const std::string& of);

// Of a state; -1 if it is dead, -2 if it cannot be reached.
std::int64_t distance(const bloxorz::Analysis& analysis, bloxorz::Index first,
                      bloxorz::Index second, bool split, const Indices& on);

freecell::Game freecell_game(std::vector<std::vector<int>> columns, std::vector<int> cells,
                             const std::string& autoplay, const std::string& cost);
inline constexpr std::array freecell_game_names = {"columns", "cells", "autoplay", "cost"};

// The cards of a numbered deal, in the order in which they are dealt; throws std::out_of_range.
Packed freecell_shuffled(std::uint64_t number);

sokoban::Level sokoban_level(sokoban::Index width, std::vector<sokoban::Index> floor,
                             std::vector<sokoban::Index> goals, std::vector<sokoban::Index> boxes,
                             sokoban::Index player, Cost walk_cost, Cost push_cost);
inline constexpr std::array sokoban_level_names = {"width",  "floor",     "goals",    "boxes",
                                                   "player", "walk_cost", "push_cost"};

// Of a room without boxes.
sokoban::Pulls sokoban_pulls(sokoban::Index width, std::vector<sokoban::Index> floor,
                             std::vector<sokoban::Index> goals, std::size_t most,
                             std::size_t widest);
inline constexpr std::array sokoban_pulls_names = {"width", "floor", "goals", "most", "widest"};

// The rule by which the position is lost and the boxes it speaks of; empty if none is found within
// the time.
std::pair<std::string, std::vector<sokoban::Index>> deadlock_of(const SokobanLevel& level,
                                                                double seconds);

}  // namespace unriddle
