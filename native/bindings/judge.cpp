// The judges, who share no type with the others: a start is plain numbers by their names.
#include <functional>

#include "bindings/bindings.h"
#include "judge/bloxorz.h"
#include "judge/freecell.h"
#include "judge/replay.h"
#include "judge/sokoban.h"
#include "search/named.h"

namespace unriddle {

namespace {

using Squares = std::vector<int>;
using Numbers = std::vector<std::int64_t>;
using Plain = nb::typed<nb::dict, std::string, nb::object>;
using PlainSwitch = std::tuple<bool, Squares, Squares, Squares>;  // heavy, toggle, open, close

// Ends the judgement by saying yes.
using IsStopped = std::optional<nb::typed<nb::callable, bool()>>;

// A judge of proofs who has heard of the start, and what plays a plan.
using Judge = std::function<judge::Judgement(const judge::Proof&, judge::Work&)>;
using Player = judge::Replayed (*)(const Plain&, const judge::Plan&);

template <class Value>
void take(Value& value, const Plain& start, const char* name) {
    value = nb::cast<Value>(start[name]);
}

judge::BloxorzStart bloxorz_start(const Plain& plain) {
    judge::BloxorzStart start;
    take(start.width, plain, "width");
    take(start.squares, plain, "squares");
    take(start.bridge_at, plain, "bridge_at");
    take(start.switch_at, plain, "switch_at");
    take(start.split_at, plain, "split_at");
    take(start.bridges, plain, "bridges");
    for (auto& [heavy, toggle, open, close] :
         nb::cast<std::vector<PlainSwitch>>(plain["switches"])) {
        start.switches.push_back({heavy, toggle, open, close});
    }
    take(start.splits, plain, "splits");
    take(start.goal, plain, "goal");
    std::tie(start.first, start.second, start.is_split, start.on) =
        nb::cast<std::tuple<int, int, bool, Squares>>(plain["start"]);
    take(start.split_on_contact, plain, "split_on_contact");
    take(start.parked_falls, plain, "parked_falls");
    return start;
}

Judge judge_of_bloxorz(const Plain& plain) {
    return std::bind_front(judge::judge_bloxorz, bloxorz_start(plain));
}

judge::Replayed replay_bloxorz(const Plain& plain, const judge::Plan& plan) {
    judge::BloxorzCosts costs;
    take(costs.names, plain, "names");
    take(costs.space_counts, plain, "space_counts");
    return judge::replay_bloxorz(bloxorz_start(plain), costs, plan);
}

judge::FreeCellStart freecell_start(const Plain& plain) {
    judge::FreeCellStart start;
    take(start.columns, plain, "columns");
    take(start.cells, plain, "cells");
    return start;
}

Judge judge_of_freecell(const Plain& plain) {
    return std::bind_front(judge::judge_freecell, freecell_start(plain));
}

judge::Replayed replay_freecell(const Plain& plain, const judge::Plan& plan) {
    judge::FreeCellRules rules;
    take(rules.autoplay, plain, "autoplay");
    take(rules.cost, plain, "cost");
    return judge::replay_freecell(freecell_start(plain), rules, plan);
}

judge::SokobanStart sokoban_start(const Plain& plain) {
    judge::SokobanStart start;
    take(start.width, plain, "width");
    take(start.floor, plain, "floor");
    take(start.goals, plain, "goals");
    take(start.boxes, plain, "boxes");
    take(start.player, plain, "player");
    return start;
}

Judge judge_of_sokoban(const Plain& plain) {
    return std::bind_front(judge::judge_sokoban, sokoban_start(plain));
}

judge::Replayed replay_sokoban(const Plain& plain, const judge::Plan& plan) {
    judge::SokobanCosts costs;
    take(costs.walk, plain, "walk_cost");
    take(costs.push, plain, "push_cost");
    return judge::replay_sokoban(sokoban_start(plain), costs, plan);
}

constexpr std::array<Named<Judge (*)(const Plain&)>, 3> judges = {{{"bloxorz", judge_of_bloxorz},
                                                                   {"freecell", judge_of_freecell},
                                                                   {"sokoban", judge_of_sokoban}}};

constexpr std::array<Named<Player>, 3> players = {
    {{"bloxorz", replay_bloxorz}, {"freecell", replay_freecell}, {"sokoban", replay_sokoban}}};

std::tuple<std::uint64_t, bool, std::size_t, std::string> replayed(const std::string& puzzle,
                                                                   const Plain& game,
                                                                   const judge::Plan& plan) {
    const judge::Replayed played = named("judge", puzzle, players)(game, plan);
    return {played.cost, played.solved, played.refused, played.reason};
}

// Judges without the lock of the interpreter.
std::tuple<std::optional<bool>, std::size_t, std::string> judged(
    const std::string& puzzle, const Plain& start, Numbers parents, Numbers moves,
    const std::vector<PlainClaim>& claims, std::uint64_t most, const IsStopped& is_stopped) {
    const Judge judge = named("judge", puzzle, judges)(start);
    judge::Proof proof{std::move(parents), std::move(moves)};
    for (const auto& [by_goals, boxes, player, frozen] : claims) {
        proof.claims.push_back({by_goals, boxes, player, frozen});
    }
    judge::Work work(most, [&] {
        return is_interrupted([&] { return is_stopped && nb::cast<bool>((*is_stopped)()); });
    });
    judge::Judgement judgement;
    {
        const nb::gil_scoped_release release;
        judgement = judge(proof, work);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return {judgement.accepted, judgement.states, judgement.reason};
}

}  // namespace

void bind_judge(nb::module_& module) {
    module.def("judge", &judged, "puzzle"_a, "start"_a, "parents"_a, "moves"_a, "claims"_a,
               "work"_a, "is_stopped"_a = nb::none());
    module.def("replay", &replayed, "puzzle"_a, "game"_a, "plan"_a);
}

}  // namespace unriddle
