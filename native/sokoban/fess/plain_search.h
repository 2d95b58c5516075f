// The plain member of the portfolio: best first over single pushes, every position kept in full.
//
// Small levels are solved here with few pushes. Every rule that it prunes by is sound, and
// positions are compared box by box, so running out of them proves that there is no solution.
#pragma once

#include "containers/bucket_queue.h"
#include "sokoban/board/nodes.h"
#include "sokoban/fess/context.h"

namespace unriddle::sokoban::fess {

class PlainSearch {
  public:
    explicit PlainSearch(Context& context);

    enum class End { found, exhausted, spent };
    // Expands at most this number of further positions.
    End run(std::uint64_t positions);
    // The pushes of the solution that was found.
    std::vector<Push> solution() const;

    // A position, for those who watch.
    Description describe(Nodes::Id node) const {
        Squares boxes(prepared_.bases.size());
        const Square player = packing_.unpack(nodes_.key(node), boxes);
        return prepared_.describe(player, boxes);
    }

  private:
    // Adds a position unless it is known; the boxes are in `boxes_`, in ascending order.
    void add(Square player, Nodes::Id parent, std::uint32_t pushes);
    void expand(Nodes::Id node);

    Context& context_;
    const PreparedLevel& prepared_;
    Distances nearest_;  // by square: pushes to the nearest goal
    Packing packing_;
    Nodes nodes_;
    BucketQueue open_;
    std::vector<std::byte> key_;
    Squares boxes_, current_;
    Mask full_;
    Nodes::Id found_ = Nodes::none;
};

}  // namespace unriddle::sokoban::fess
