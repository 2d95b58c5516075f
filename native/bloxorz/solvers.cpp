#include <new>
#include <string>

#include "bloxorz/engine.h"
#include "search/within.h"

namespace unriddle::bloxorz {

namespace {

constexpr std::uint64_t head_start = 200'000;  // expansions

}  // namespace

Outcome solve_best(const Stage& stage, const Settings& settings, Control& control) {
    const auto engine = make_engine(stage);
    Settings informed;
    informed.set("heuristic", std::string("rolls"));
    const AnyEngine::Work astar = engine->search("astar", informed);
    Outcome best = within(control, {.nodes = head_start}, astar);
    if (best.status != Status::solved && best.status != Status::exhausted) {
        const Outcome greedy = engine->search("greedy", informed)(control);
        if (greedy.status != Status::solved) return greedy;
        control.bound_above(greedy.cost);
        control.end_after(settings.get<double>("seconds"));
        try {
            best = astar(control);
        } catch (const Interruption&) {  // the first plan is the answer
            return greedy;
        } catch (const std::bad_alloc&) {
            return greedy;
        }
    }
    if (best.status != Status::solved) return best;
    control.bound_below(best.cost);
    control.bound_above(best.cost);
    best.proved = true;
    return best;
}

}  // namespace unriddle::bloxorz
