#include "freecell/optimal.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "freecell/beams.h"
#include "freecell/deadlock_bound.h"
#include "freecell/layered_queue.h"
#include "freecell/layout_store.h"
#include "freecell/metric.h"
#include "freecell/route.h"

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

    Outcome run() {
        try {
            begin();
            look_ahead();
            while (open_.size() != 0 && open_.least() < best_) {
                control_.bound_below(static_cast<std::uint64_t>(open_.least()));
                expand();
            }
        } catch (const Interruption& interruption) {
            if (!solved()) return {interruption.status};
            return plan(false);
        }
        if (!solved()) return {Status::exhausted};
        control_.bound_below(static_cast<std::uint64_t>(best_));
        return plan(true);
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
        const NodeNumber node =
            nodes_.add(layout, LayoutStore::hash_of(layout), no_number, cost, estimate);
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
            child.hash = LayoutStore::hash_of(child.layout);
            nodes_.prefetch(child.hash);
        });
        for (const Child& child : children_) reach(child, number, cost, estimate, layout);
        control_.expansion(children_.size(), open_.size());
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
            route_.clear();
            for (NodeNumber node = number; node != no_number; node = nodes_[node].parent) {
                route_.emplace_back(table_, nodes_[node].lies());
            }
            std::reverse(route_.begin(), route_.end());
            best_ = cost;
            control_.bound_above(static_cast<std::uint64_t>(cost));
        }
    }

    bool solved() const { return !route_.empty(); }

    Outcome plan(bool proved) {
        Outcome outcome = plan_of(puzzle_, metric_, route_);
        outcome.proved = proved;
        return outcome;
    }

    const FreeCell& puzzle_;
    const Effort& effort_;
    const Table& table_;
    Control& control_;
    Metric metric_;
    DeadlockBound steps_aside_;
    LayoutStore nodes_;
    LayeredQueue<NodeNumber> open_;
    std::vector<Child> children_;
    std::vector<Layout> route_;                   // of the best plan so far, to the end
    int best_ = std::numeric_limits<int>::max();  // its cost
};

}  // namespace

Outcome solve_optimally(const FreeCell& puzzle, Control& control, const Effort& effort) {
    return Search(puzzle, effort, control).run();
}

}  // namespace unriddle::freecell
