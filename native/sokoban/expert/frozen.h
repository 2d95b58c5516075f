// The board once some boxes are frozen: they are walls, their goals are taken, and what the other
// boxes can still reach is known. Kept by the set of frozen boxes, of which few kinds occur.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>

#include "sokoban/expert/toolbox.h"

namespace unriddle::sokoban::expert {

struct Ground {
    Ground(const Arena& arena, Mask walls);

    Terrain terrain;           // the frozen boxes are walls
    Cells goals;               // the free ones
    std::vector<Mask> reach;   // [free goal][cell]: from these sides of the cell (bit d)
    Mask alive;                // [cell]: from these sides some free goal can be reached
};

class Grounds {
  public:
    explicit Grounds(Toolbox& tools)
        : tools_(tools),
          most_kept_(most_bytes / ((tools.arena.goals.size() + 4) * tools.arena.size()) + 16) {}

    // The ground for these boxes; `frozen` receives those that will never move. Null if one of them
    // is not on a goal.
    Ground* find(std::span<const Cell> boxes, Cells& frozen);

    // Can the boxes that are not frozen have a free goal each?
    bool goals_suffice(Ground& ground, std::span<const Cell> boxes, Cell player);

  private:
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;  // kept at a time

    Toolbox& tools_;
    const std::size_t most_kept_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Ground>> kept_;
    Cells loose_;
    std::vector<std::uint8_t> sides_;
    Mask alone_;
};

}  // namespace unriddle::sokoban::expert
