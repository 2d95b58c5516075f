// The judges, who share no type with the others: a start is plain numbers by their names.
//
// `Plain` is what such a start comes in: `plain.template get<T>(name)` is one of its values.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "judge/bloxorz.h"
#include "judge/freecell.h"
#include "judge/replay.h"
#include "judge/sokoban.h"
#include "search/named.h"
#include "search/proof.h"

namespace unriddle::judging {

using Squares = std::vector<int>;
using Switch = std::tuple<bool, Squares, Squares, Squares>;  // heavy, toggle, open, close

// A judge of proofs that knows the start.
using Judge = std::function<judge::Judgement(const judge::Proof&, judge::Work&)>;

template <class Value>
void take(Value& value, const auto& plain, const char* name) {
    value = plain.template get<Value>(name);
}

judge::BloxorzStart bloxorz_start(const auto& plain) {
    judge::BloxorzStart start;
    take(start.width, plain, "width");
    take(start.squares, plain, "squares");
    take(start.bridge_at, plain, "bridge_at");
    take(start.switch_at, plain, "switch_at");
    take(start.split_at, plain, "split_at");
    take(start.bridges, plain, "bridges");
    for (const auto& [heavy, toggle, open, close] :
         plain.template get<std::vector<Switch>>("switches")) {
        start.switches.push_back({heavy, toggle, open, close});
    }
    take(start.splits, plain, "splits");
    take(start.goal, plain, "goal");
    std::tie(start.first, start.second, start.is_split, start.on) =
        plain.template get<std::tuple<int, int, bool, Squares>>("start");
    take(start.split_on_contact, plain, "split_on_contact");
    take(start.parked_falls, plain, "parked_falls");
    return start;
}

judge::FreeCellStart freecell_start(const auto& plain) {
    judge::FreeCellStart start;
    take(start.columns, plain, "columns");
    take(start.cells, plain, "cells");
    return start;
}

judge::SokobanStart sokoban_start(const auto& plain) {
    judge::SokobanStart start;
    take(start.width, plain, "width");
    take(start.floor, plain, "floor");
    take(start.goals, plain, "goals");
    take(start.boxes, plain, "boxes");
    take(start.player, plain, "player");
    return start;
}

// Throws std::invalid_argument if there is no such puzzle.
template <class Plain>
Judge judge_of(const std::string& puzzle, const Plain& start) {
    constexpr std::array<Named<Judge (*)(const Plain&)>, 3> judges = {
        {{"bloxorz",
          [](const Plain& plain) -> Judge {
              return std::bind_front(judge::judge_bloxorz, bloxorz_start(plain));
          }},
         {"freecell",
          [](const Plain& plain) -> Judge {
              return std::bind_front(judge::judge_freecell, freecell_start(plain));
          }},
         {"sokoban", [](const Plain& plain) -> Judge {
              return std::bind_front(judge::judge_sokoban, sokoban_start(plain));
          }}}};
    return named("judge", puzzle, judges)(start);
}

inline judge::Proof proof_of(std::vector<std::int64_t> parents, std::vector<std::int64_t> moves,
                             const std::vector<Claim>& claims) {
    judge::Proof proof{std::move(parents), std::move(moves)};
    for (const auto& [by_goals, boxes, player, frozen] : claims) {
        proof.claims.push_back({by_goals, boxes, player, frozen});
    }
    return proof;
}

// Cost, does it end solved, the number of a move that is not legal, and why.
template <class Plain>
std::tuple<std::uint64_t, bool, std::size_t, std::string> replayed(const std::string& puzzle,
                                                                   const Plain& game,
                                                                   const judge::Plan& plan) {
    using Player = judge::Replayed (*)(const Plain&, const judge::Plan&);
    constexpr std::array<Named<Player>, 3> players = {
        {{"bloxorz",
          [](const Plain& plain, const judge::Plan& moves) {
              judge::BloxorzCosts costs;
              take(costs.names, plain, "names");
              take(costs.space_counts, plain, "space_counts");
              return judge::replay_bloxorz(bloxorz_start(plain), costs, moves);
          }},
         {"freecell",
          [](const Plain& plain, const judge::Plan& moves) {
              judge::FreeCellRules rules;
              take(rules.autoplay, plain, "autoplay");
              take(rules.cost, plain, "cost");
              return judge::replay_freecell(freecell_start(plain), rules, moves);
          }},
         {"sokoban", [](const Plain& plain, const judge::Plan& moves) {
              judge::SokobanCosts costs;
              take(costs.walk, plain, "walk_cost");
              take(costs.push, plain, "push_cost");
              return judge::replay_sokoban(sokoban_start(plain), costs, moves);
          }}}};
    judge::Replayed played = named("judge", puzzle, players)(game, plan);
    return {played.cost, played.solved, played.refused, std::move(played.reason)};
}

}  // namespace unriddle::judging
