// The plain member of the portfolio: best first over single pushes, every position kept in full.
//
// Small levels are solved here with few pushes. Every rule that it prunes by is sound, and positions
// are compared box by box, so running out of them proves that there is no solution.
#pragma once

#include "search/metered.h"
#include "sokoban/expert/corral_proof.h"
#include "sokoban/expert/frozen.h"
#include "sokoban/expert/pi_corral.h"

namespace unriddle::sokoban::expert {

class Sweep {
  public:
    Sweep(Toolbox& tools, Grounds& grounds, CorralProof& corrals);

    enum class End { found, exhausted, spent };
    // Expands at most so many more positions.
    End run(std::uint64_t positions);
    // The pushes of the solution that was found.
    std::vector<Push> solution() const;

  private:
    using Id = std::uint32_t;
    static constexpr Id none = 0xFFFFFFFF;
    struct Node {
        Id parent;
        std::uint32_t pushes;
        Push push;
    };
    struct Turn {
        std::uint32_t value, order;
        Id node;
        bool operator<(const Turn& other) const {
            return value != other.value ? value > other.value : order < other.order;
        }
    };

    // Adds a position unless it is known; the boxes are in `boxes_`, in ascending order.
    void add(Cell player, Id parent, std::uint32_t pushes, Push push);
    bool expand(Id node);
    const Cell* cells(Id node) const { return &pool_[node * stride_]; }
    std::uint64_t hash(const Cell* cells) const;
    void grow();

    Toolbox& tools_;
    const Arena& arena_;
    Grounds& grounds_;
    CorralProof& corrals_;
    PiCorral pi_corral_;
    const std::size_t stride_;  // boxes, then the player
    std::vector<std::uint16_t> nearest_;
    MeteredVector<Cell> pool_;
    MeteredVector<Node> nodes_;
    MeteredVector<Id> slots_;
    MeteredVector<Turn> turns_;
    Cells boxes_, current_, frozen_;
    Mask full_;
    Id found_ = none;
};

}  // namespace unriddle::sokoban::expert
