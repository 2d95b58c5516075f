#include "interface/puzzles.h"

#include <array>
#include <cstring>
#include <stdexcept>

#include "bloxorz/estimates.h"
#include "freecell/deals.h"
#include "freecell/estimates.h"
#include "sokoban/deadlock/deadlock_finder.h"
#include "sokoban/textbook/estimates.h"

namespace unriddle {

namespace {

using freecell::Autoplay, freecell::Counted;

constexpr std::array<Named<Autoplay>, 4> autoplays = {{{"none", Autoplay::none},
                                                       {"horne", Autoplay::horne},
                                                       {"raymond", Autoplay::raymond},
                                                       {"greedy", Autoplay::greedy}}};
constexpr std::array<Named<Counted>, 3> costs = {
    {{"moves", Counted::moves}, {"cards", Counted::cards}, {"player", Counted::player}}};

}  // namespace

std::vector<Offer> offers() {
    return {{"bloxorz", bloxorz::searches(), names_of(bloxorz::heuristics()),
             names_of(bloxorz::solvers)},
            {"freecell", freecell::searches(), names_of(freecell::heuristics()),
             names_of(freecell::solvers)},
            {"sokoban", sokoban::searches(), names_of(sokoban::heuristics()),
             names_of(sokoban::solvers)}};
}

bloxorz::Stage bloxorz_stage(bloxorz::Index width, const Indices& squares, Indices bridge_at,
                             Indices switch_at, Indices split_at, bloxorz::Index bridges,
                             std::vector<PlainSwitch> switches,
                             const std::vector<std::pair<bloxorz::Index, bloxorz::Index>>& splits,
                             bloxorz::Index goal, PlainState start, bool space_counts,
                             bool split_on_contact, bool parked_falls) {
    bloxorz::Stage stage;
    stage.width = width;
    for (const bloxorz::Index square : squares) {
        if (square < 0 || square > 2) throw std::invalid_argument("a square is 0, 1 or 2");
        stage.squares.push_back(static_cast<bloxorz::Square>(square));
    }
    stage.bridge_at = std::move(bridge_at);
    stage.switch_at = std::move(switch_at);
    stage.split_at = std::move(split_at);
    stage.bridges = bridges;
    for (auto& [heavy, toggle, open, close] : switches) {
        stage.switches.push_back({heavy, std::move(toggle), std::move(open), std::move(close)});
    }
    for (const auto& [first, second] : splits) stage.splits.push_back({first, second});
    stage.goal = goal;
    std::tie(stage.first, stage.second, stage.split, stage.on) = std::move(start);
    stage.rules = {space_counts, split_on_contact, parked_falls};
    return stage;
}

std::tuple<std::uint64_t, std::uint64_t, PlainCheapest, PlainCheapest, Indices, Indices> findings(
    const bloxorz::Analysis& analysis) {
    const bloxorz::Findings& found = analysis.findings();
    const auto plain = [](const std::optional<bloxorz::Cheapest>& one) {
        return one ? PlainCheapest({one->cost, one->plans}) : std::nullopt;
    };
    return {found.states,  found.dead,    plain(found.arrows), plain(found.with_space),
            found.ever_on, found.ever_off};
}

std::tuple<Indices, Indices, Indices> touched(const bloxorz::Analysis& analysis,
                                              const std::string& of) {
    const bloxorz::Findings& found = analysis.findings();
    const bloxorz::Touched& one = of == "reached"   ? found.reached
                                  : of == "solving" ? found.solving
                                                    : found.optimal;
    return {one.squares, one.switches, one.splits};
}

std::int64_t distance(const bloxorz::Analysis& analysis, bloxorz::Index first,
                      bloxorz::Index second, bool split, const Indices& on) {
    const auto [known, distance] = analysis.look_up(first, second, split, on);
    if (known == bloxorz::Known::solvable) return distance;
    return known == bloxorz::Known::dead ? -1 : -2;
}

freecell::Game freecell_game(std::vector<std::vector<int>> columns, std::vector<int> cells,
                             const std::string& autoplay, const std::string& cost) {
    return {{std::move(columns), std::move(cells)},
            {named("autoplay", autoplay, autoplays), named("cost", cost, costs)}};
}

Packed freecell_shuffled(std::uint64_t number) {
    if (number < 1 || number > freecell::last_deal) throw std::out_of_range("no such deal");
    const auto cards = freecell::shuffled(number);
    Packed bytes(cards.size());
    std::memcpy(bytes.data(), cards.data(), cards.size());
    return bytes;
}

sokoban::Level sokoban_level(sokoban::Index width, std::vector<sokoban::Index> floor,
                             std::vector<sokoban::Index> goals, std::vector<sokoban::Index> boxes,
                             sokoban::Index player, Cost walk_cost, Cost push_cost) {
    return {width,  std::move(floor), std::move(goals), std::move(boxes),
            player, walk_cost,        push_cost};
}

sokoban::Pulls sokoban_pulls(sokoban::Index width, std::vector<sokoban::Index> floor,
                             std::vector<sokoban::Index> goals, std::size_t most,
                             std::size_t widest) {
    const sokoban::Index player = floor.empty() ? 0 : floor.front();
    return {{width, std::move(floor), std::move(goals), {}, player}, most, widest};
}

std::pair<std::string, std::vector<sokoban::Index>> deadlock_of(const SokobanLevel& level,
                                                                double seconds) {
    Control control({.seconds = seconds});
    control.begin();
    sokoban::Deadlock deadlock;
    try {
        deadlock = sokoban::find_deadlock(level.data, control);
    } catch (const Interruption&) {  // not known, then
    }
    return {deadlock.rule, deadlock.boxes};
}

}  // namespace unriddle
