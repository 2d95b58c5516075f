// A* over pushes: the cheapest solution of a level, with proof.
//
// A node is a position just after a push (nodes.h): the boxes, and the square of the player, or the
// first square of its region where only pushes count. An edge is a walk and a push. Walks have no
// nodes of their own, which leaves at most four nodes for each box and position of the boxes.
//
// Of a position and its mirror images only one has a node (symmetries.h).
//
// A goal counts when it is generated: it bounds the optimum from above, and what cannot be cheaper
// is not stored from then on. The least f of the open list bounds the optimum from below. The
// search ends when the two meet. Of equal f, the node nearest to the goal by its estimate comes
// first: where the optimum is the bound of the first position, that finds it in the last layer.
//
// Which deadlock rule is used when: dead squares, freeze, matching and pairs always, because they
// prove positions lost. PI-corrals leave out pushes only where pushes are counted; they prove
// positions lost under every cost (corrals.h has the argument).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "containers/bucket_queue.h"
#include "core/control.h"
#include "core/domain.h"
#include "sokoban/board/board.h"
#include "sokoban/board/corrals.h"
#include "sokoban/board/nodes.h"
#include "sokoban/board/zobrist.h"
#include "sokoban/optimal/lower_bound.h"
#include "sokoban/optimal/symmetries.h"
#include "sokoban/optimal/vicinity.h"

namespace unriddle::sokoban {

// What is to be solved: a board with its goals, and where boxes and player stand.
struct Task {
    const Board& board;
    Squares boxes;  // in ascending order
    Square player;
    Costs costs;
    DeadlockRules rules = {};
    std::size_t pair_work = 200'000'000;
};

class OptimalSearch {
  public:
    static constexpr std::uint32_t unknown = 0xFFFFFFFF;
    static constexpr std::uint64_t unlimited = std::uint64_t{1} << 62;

    OptimalSearch(const Task& task, Control& control);

    // Searches on, for at most `expansions`; true when the search is over.
    bool run(std::uint64_t expansions);

    // A solution of this cost is known from elsewhere: only cheaper ones are looked for.
    void know(std::uint32_t cost) { upper_ = std::min(upper_, cost); }

    // Looks at no position that is not near a solution, before it has begun: what it then finds is
    // the best of those, and what it does not find may be elsewhere. `vicinity` must live on.
    void stay_within(const Vicinity& vicinity) { vicinity_ = &vicinity; }
    const Mask& is_dead() const { return lower_bound_.is_dead(); }

    // Bounds of the optimum; when the search is over they are equal, or there is no solution.
    std::uint32_t lower() const { return lower_; }
    std::uint32_t upper() const { return upper_; }

    // The best solution this search has found.
    bool has_solution() const { return goal_ != Nodes::none; }
    std::vector<Push> solution();

    std::uint64_t expanded() const { return expanded_; }

    // A position, for those who watch.
    Description describe(Nodes::Id node) const {
        Squares boxes(task_.boxes.size());
        const Square player = packing_.unpack(nodes_.key(node), boxes);
        return board_.describe(player, boxes);
    }

    // Called at every new lower or upper bound.
    std::function<void()> on_bounds = [] {};

  private:
    // How many estimates the open list tells apart, in pushes. A search near a solution has many
    // values of f (polish.h) and is small: it needs none.
    std::size_t estimates() const { return vicinity_ == nullptr ? 256 : 1; }
    void begin();
    void expand(Nodes::Id node);
    void learn_corral(Square player);
    Corrals::Finding find_corral(Square player);
    void generate(Nodes::Id node, std::size_t box, std::size_t direction);
    void reached_goal(Nodes::Id node, std::uint32_t cost);
    void stand(std::span<const Square> boxes, bool there);
    std::uint64_t write_key(std::span<const Square> boxes, Square player, const Walks& walks);
    std::optional<Push> find_push(Nodes::Id next, Squares& boxes, Square& player);

    const Task& task_;
    const Board& board_;
    Control& control_;
    LowerBound lower_bound_;
    Corrals corrals_;
    Walks walks_, next_walks_;
    Flood flood_;
    Packing packing_;
    Symmetries symmetries_;
    Nodes nodes_;
    BucketQueue open_;
    const Zobrist zobrist_;
    const Vicinity* vicinity_ = nullptr;

    Mask full_;  // of the position in hand
    MeteredVector<Square> boxes_, next_boxes_, image_;
    MeteredVector<std::byte> key_, image_key_;
    std::uint64_t boxes_hash_ = 0;
    std::size_t off_goal_ = 0;
    std::size_t generated_ = 0;
    std::uint32_t f_ = 0, root_f_ = 0;

    std::uint32_t lower_ = 0, upper_ = unknown;
    Nodes::Id goal_ = Nodes::none;
    std::uint64_t expanded_ = 0;
    bool begun_ = false;
};

}  // namespace unriddle::sokoban
