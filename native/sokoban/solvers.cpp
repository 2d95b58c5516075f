#include "sokoban/solvers.h"

#include "sokoban/deadlock/rules.h"
#include "sokoban/fess/solver.h"
#include "sokoban/optimal/polish.h"
#include "sokoban/optimal/search.h"
#include "sokoban/optimal/solver.h"

namespace unriddle::sokoban {

namespace {

DeadlockRules rules(const Settings& settings, std::span<const NamedRule> known) {
    return rules_without(settings.get<std::vector<std::string>>("without"), known);
}

Outcome expert(const Level& level, const Settings& settings, Control& control) {
    fess::Options options;
    options.rules = rules(settings, rules_of_expert);
    options.threads = static_cast<unsigned>(settings.get<std::uint64_t>("threads"));
    if (const auto count = settings.find<std::uint64_t>("plain_first"))
        options.plain_first = *count;
    return fess::solve(level, control, options);
}

Outcome optimal(const Level& level, const Settings& settings, Control& control) {
    Options options;
    options.rules = rules(settings, rules_of_optimal);
    if (!settings.get<bool>("ties")) options.ties = 0;
    return solve_optimally(level, control, options);
}

Outcome best(const Level& level, const Settings& settings, Control& control) {
    Options options;
    options.seconds = settings.get<double>("seconds");
    options.threads = static_cast<unsigned>(settings.get<std::uint64_t>("threads"));
    return solve_optimally(level, control, options);
}

Outcome polish(const Level& level, const Settings& settings, Control& control) {
    const auto codes = settings.get<std::vector<std::uint64_t>>("plan");
    return polished(level, {codes.begin(), codes.end()}, control);
}

}  // namespace

const std::vector<Named<Solver<Level>>> solvers = {
    {"best", best},
    {"expert", expert},
    {"optimal", optimal},
    {"polish", polish},
};

std::vector<std::string> rules_of(const std::string& solver) {
    if (solver == "expert") return names_of(rules_of_expert);
    if (solver == "optimal") return names_of(rules_of_optimal);
    return {};
}

}  // namespace unriddle::sokoban
