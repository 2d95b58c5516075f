// The packing plan: in which order boxes come to rest, and where.
//
// Found backwards (backward.h) and read forwards. An entry says that a box comes to a square;
// `until` is the later entry that takes it on, if it was only parked. The first `initial` entries
// are boxes that the backward search left on the board.
#pragma once

#include <span>

#include "sokoban/board/matching.h"
#include "sokoban/fess/prepared_level.h"

namespace unriddle::sokoban::fess {

struct Entry {
    Square to;
    std::uint32_t until;  // index of an entry, or `for_good`

    bool operator==(const Entry&) const = default;
};
constexpr std::uint32_t for_good = 0xFFFFFFFF;

class Plan {
  public:
    Plan(const PreparedLevel& prepared, std::vector<Entry> entries, std::size_t initial);

    std::size_t size() const { return entries_.size(); }
    bool operator==(const Plan& other) const { return entries_ == other.entries_; }
    const std::vector<Entry>& entries() const { return entries_; }

    // The longest beginning of the plan that the board agrees with.
    std::size_t packed(const Mask& full) const;

    // Squares from which nothing that is still to come can be reached any more, soon after
    // `packed` entries: a box there is out of plan.
    const Mask& zone(std::size_t packed) const { return zones_[zone_of_[packed]]; }
    // How far, in pushes, a square is from that zone: how well a box leaves it.
    const Distances& from_zone(std::size_t packed) const { return from_zones_[zone_of_[packed]]; }

    // How many of the boxes that are not yet in place cannot have an entry for good of their own
    // among those to come. Each entry is seen with all earlier ones in place, so that a box which
    // will be needed behind them is not spent before; one that is parked may be met there, too.
    int without_entry(std::span<const Square> boxes, std::size_t packed);

  private:
    using Bits = std::array<std::uint64_t, 2>;  // a set of entries
    static constexpr std::size_t most_entries = 128;

    // By square: the entries for good that a box there could become.
    using Serving = std::vector<Bits>;

    const Serving& serving(std::size_t packed);
    void find_zones(const PreparedLevel& prepared);

    std::vector<Entry> entries_;
    std::size_t initial_;
    std::vector<Mask> zones_;
    std::vector<Distances> from_zones_;
    const PreparedLevel* prepared_;
    std::vector<Mask> reach_;  // by entry: squares from which it is reached when its time comes
    std::vector<Serving> serving_;  // by the number of entries packed; empty: not asked for yet
    std::vector<std::uint32_t> step_at_;  // by square: its last entry for good, or `for_good`
    Matching matching_;
    std::vector<std::uint32_t> zone_of_;  // by the number of entries packed
};

}  // namespace unriddle::sokoban::fess
