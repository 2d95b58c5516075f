#include "freecell/optimal.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <new>
#include <optional>
#include <vector>

#include "freecell/beams.h"
#include "freecell/deadlock_bound.h"
#include "freecell/fast.h"
#include "freecell/layered_queue.h"
#include "freecell/layout_store.h"
#include "freecell/metric.h"
#include "freecell/plan.h"
#include "freecell/short.h"

namespace unriddle::freecell {

namespace {

class Search {
  public:
    Search(const FreeCell& puzzle, const Effort& effort, Control& control)
        : puzzle_(puzzle),
          effort_(effort),
          table_(puzzle.table()),
          control_(control),
          metric_(puzzle.rules()),
          steps_aside_(table_, metric_.as_one, effort.patience),
          nodes_(control),
          open_(control) {}

    // Ends with the best plan, or what kept it from finding one.
    Outcome run() {
        try {
            begin();
            look_ahead();
            run_on();
        } catch (const Interruption& interruption) {
            if (!solved()) return {interruption.status};
            return plan(false);
        }
        return solved() ? plan(true) : Outcome{Status::exhausted};
    }

    // Searches on, for at most `seconds`; true when it is over: there is no better plan than the
    // best that is known, here or elsewhere.
    bool run_on(double seconds = 1e9) {
        if (nodes_.size() == 0) begin();
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::duration<double>(seconds);
        for (unsigned i = 0; open_.size() != 0 && open_.least() < best_; ++i) {
            if (i % 256 == 255 && Clock::now() >= end) return false;
            control_.bound_below(static_cast<std::uint64_t>(open_.least()));
            expand();
        }
        if (best_ != unknown) control_.bound_below(static_cast<std::uint64_t>(best_));
        return true;
    }

    // A plan of this cost is known from elsewhere: only cheaper ones are looked for.
    void know(std::uint64_t cost) {
        if (static_cast<int>(cost) >= best_) return;
        best_ = static_cast<int>(cost);
        route_.clear();
    }

    bool solved() const { return !route_.empty(); }

    Outcome plan(bool proved) {
        Outcome outcome = plan_of(puzzle_, metric_, route_);
        outcome.proved = proved;
        return outcome;
    }

  private:
    struct Child {
        Layout layout;
        std::uint64_t hash;
        int price;
        Shift shift;
    };

    int cost_home(const Layout& layout) const {
        return metric_.home_is_counted ? count_of(layout.left()) : 0;
    }

    void begin() {
        Layout layout(table_, table_.start().lies);
        const int cost = metric_.free_to_settle ? settle(table_, layout, metric_.autoplay) : 0;
        const int estimate = cost_home(layout) + steps_aside_(layout);
        const NodeNumber node = nodes_.add(layout, layout.hash(), no_number, cost, estimate);
        control_.bound_below(static_cast<std::uint64_t>(cost + estimate));
        open_or_end(node, layout, cost, estimate);
    }

    // The first upper bound: the cost of a short solution, if a beam finds one.
    void look_ahead() {
        if (solved()) return;
        Beams beams(table_, metric_, control_);
        for (const std::size_t width : effort_.beams) {
            if (!beams.search(width).improved) continue;
            route_ = beams.route();
            best_ = static_cast<int>(plan(false).cost);
            control_.bound_above(static_cast<std::uint64_t>(best_));
        }
    }

    void expand() {
        const auto [number, cost] = open_.pop();
        const LayoutNode& node = nodes_[number];
        if (node.cost != cost) return;  // found again more cheaply since
        const Layout layout(table_, node.lies());
        const int estimate = node.estimate;

        children_.clear();
        each_shift(table_, layout, metric_.singly, [&](const Shift& shift) {
            Child& child = children_.emplace_back(Child{layout, 0, 0, shift});
            carry(table_, child.layout, shift);
            const int automatic = settle(table_, child.layout, metric_.autoplay);
            child.price = metric_.price(table_, layout, shift, automatic);
            child.hash = child.layout.hash();
            nodes_.prefetch(child.hash);
        });
        for (const Child& child : children_) reach(child, number, cost, estimate, layout);
        control_.expansion(children_.size(), open_.size(), table_, layout);
    }

    void reach(const Child& child, NodeNumber parent, int parent_cost, int parent_estimate,
               const Layout& from) {
        const int cost = parent_cost + child.price;
        NodeNumber number = nodes_.find(child.layout, child.hash);
        if (number != no_number) {
            LayoutNode& known = nodes_[number];
            if (known.cost <= cost || cost + known.estimate >= best_) return;
            known.cost = static_cast<std::uint16_t>(cost);
            known.parent = parent;
            open_or_end(number, child.layout, cost, known.estimate);
            return;
        }
        const int aside = aside_after(child.shift, child.layout, parent_estimate - cost_home(from));
        const int estimate = cost_home(child.layout) + aside;
        if (cost + estimate >= best_) return;
        number = nodes_.add(child.layout, child.hash, parent, cost, estimate);
        open_or_end(number, child.layout, cost, estimate);
    }

    // The steps aside after a move, if there were `before` of them.
    int aside_after(const Shift& shift, const Layout& layout, int before) {
        if (shift.to == Shift::To::home) return before;
        const int change = metric_.as_one ? 1 : shift.count;
        const int growth = shift.to == Shift::To::cell ? 0 : change;
        return steps_aside_(layout, before - change, before + growth);
    }

    void open_or_end(NodeNumber number, const Layout& layout, int cost, int estimate) {
        if (layout.left() != 0) {
            open_.push(cost + estimate, cost, number);
        } else {
            route_ = nodes_.route(table_, number);
            best_ = cost;
            control_.bound_above(static_cast<std::uint64_t>(cost));
        }
    }

    static constexpr int unknown = std::numeric_limits<int>::max();

    const FreeCell& puzzle_;
    const Effort effort_;
    const Table& table_;
    Control& control_;
    Metric metric_;
    DeadlockBound steps_aside_;
    LayoutStore nodes_;
    LayeredQueue<NodeNumber> open_;
    std::vector<Child> children_;
    std::vector<Layout> route_;  // of the best plan so far, to the end
    int best_ = unknown;         // its cost, or that of a better one
};

}  // namespace

Outcome solve_optimally(const FreeCell& puzzle, Control& control, const Effort& effort) {
    return Search(puzzle, effort, control).run();
}

Outcome solve_best(const FreeCell& puzzle, double seconds, Control& control) {
    constexpr std::uint64_t quick = 64'000, endless = std::numeric_limits<std::uint64_t>::max();
    Outcome best = solve_fast(puzzle, control);
    if (best.status != Status::solved) return best;
    control.bound_above(best.cost);
    control.end_after(seconds);
    std::optional<Shortener> shortener;
    std::optional<Search> search;
    const auto keep = [&](const Outcome& found) {
        if (found.cost < best.cost || found.proved) best = found;
    };
    try {
        shortener.emplace(puzzle, best, control);
        shortener->run(quick);
        search.emplace(puzzle, Effort{}, control);
        // A* and the beams have a turn each, and A* the rest. Where moves home are counted, A*
        // proves most plans soon; where they are not, its estimate is weaker.
        const bool is_strong = Metric(puzzle.rules()).home_is_counted;
        const double time = std::min(control.rest().seconds, 3600.0);
        for (const double turn : {time / (is_strong ? 2 : 8), 1e9}) {
            keep(shortener->best());
            if (best.proved) return best;
            search->know(best.cost);
            if (search->run_on(turn)) {
                if (search->solved()) keep(search->plan(true));
                best.proved = true;
                return best;
            }
            if (search->solved()) keep(search->plan(false));
            shortener->run(endless, time * (is_strong ? 0.4 : 0.75));
        }
    } catch (const Interruption&) {  // what has been found so far is the answer
    } catch (const std::bad_alloc&) {
    }
    if (shortener) keep(shortener->best());
    if (search && search->solved()) keep(search->plan(false));
    return best;
}

}  // namespace unriddle::freecell
