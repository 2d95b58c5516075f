// The feature-space search: positions are sorted into cells by a few features of theirs, and the
// cells are served in turn, so that progress in one feature never starves the others.
//
// After Shoham and Schaeffer, "The FESS Algorithm" (2020). A position is expanded at once into all
// its macro pushes, each ranked; advisors name a few of them, which cost nothing, while any other
// costs
// 1. In a cell the cheapest sum along the path goes first. A position is filed under the best rank
// on its path, so that a step back for a better jump stays with the advanced ones.
//
// A rank is a number whose bit fields are the features, the most important first, larger being
// better; the cell of a rank is a choice of these fields (`cell_mask`).
#pragma once

#include <algorithm>
#include <array>
#include <queue>
#include <span>
#include <unordered_map>

#include "containers/key_map.h"
#include "sokoban/fess/context.h"

namespace unriddle::sokoban::fess {

using Rank = std::uint64_t;
// A field of a rank in which fewer are better, and back.
constexpr Rank few(int value) { return static_cast<Rank>(255 - std::clamp(value, 0, 255)); }
constexpr int count_in(Rank rank, int shift) { return 255 - static_cast<int>(rank >> shift & 255); }
constexpr std::uint32_t most_spread = (1u << 22) - 1;  // in the last field of a rank

using BaseSet = std::array<std::uint64_t, 2>;  // which bases still wait for a box (backward only)

struct Branch {
    MacroPush push;
    std::uint32_t node;
    std::uint8_t weight;
    bool sinks;  // the box leaves the board (backward only)
};

struct Candidate : Branch {
    std::uint64_t hash;
    Rank rank;
};

class FeatureSearch {
  public:
    static constexpr std::uint32_t no_spot = 0xFFFFFFFF;

    // A position that was expanded.
    struct Spot {
        std::size_t boxes;  // where they begin in the pool
        std::uint16_t count;
        Square player;  // lowest square of its region
        BaseSet bases;
        std::uint32_t parent;
        MacroPush push;  // that led here
        bool sank;
        std::uint32_t first, next, last;  // its branches, and the one whose turn it is
        std::uint32_t weight;
        std::uint32_t node;
        Rank rank;
        Rank label;  // the best rank on the path
    };

    FeatureSearch(Context& context, Rank cell_mask);
    virtual ~FeatureSearch() = default;
    FeatureSearch(const FeatureSearch&) = delete;
    FeatureSearch& operator=(const FeatureSearch&) = delete;

    // Searches until `work` (see Flood) is spent, the end is found, or nothing is left.
    enum class End { found, nothing_left, spent };
    End run(std::uint64_t work);

    std::uint32_t best() const { return best_; }
    const Spot& spot(std::uint32_t index) const { return spots_[index]; }
    std::span<const Square> boxes(const Spot& spot) const {
        return {&pool_[spot.boxes], spot.count};
    }
    // The spots from the root to this one.
    std::vector<std::uint32_t> path(std::uint32_t spot) const;

    // A position as it was met: the boxes, and the lowest square of the player's region.
    struct Stand {
        Squares boxes;
        Square player;
        Square from, to;  // the push that led here; nothing for the first one
    };
    // The positions from the root to a spot.
    std::vector<Stand> stands(std::uint32_t spot) const;
    // Was a position with this hash expanded here, or seen as a way on?
    bool knows(std::uint64_t hash) const { return numbers_.get(hash) != KeyMap::absent; }
    // The positions from the root to one that is known.
    std::vector<Stand> stands_to(std::uint64_t hash) const;
    static std::uint64_t hash(const PreparedLevel& prepared, const Stand& stand);
    // The single pushes from position to position, a macro push each.
    static std::vector<Push> pushes_along(Context& context, const std::vector<Stand>& stands);

  protected:
    // A position about to be expanded. `full` has its walls and boxes.
    struct Position {
        Squares boxes;
        Square player;
        BaseSet bases;
        Mask full;
    };
    Position position_of(const Squares& boxes, Square player, const BaseSet& bases = {}) const {
        return {boxes, player, bases, prepared_.with(boxes)};
    }

    void add_root(Position position, Rank rank);

    friend Control;
    // For those who watch; nothing where boxes have left the board.
    Description describe(const Position& position) const {
        if (position.boxes.size() < prepared_.bases.size()) return {};
        return prepared_.describe(position.player, position.boxes);
    }

    // Is the position lost for certain? Asked once, before it is expanded.
    virtual bool lost(const Position& position) = 0;
    // Fills `candidates` with every way on, ranked and weighed. True: one of them, the last, ends
    // the search.
    virtual bool expand(const Position& position, Rank rank) = 0;

    // Features of `full`: a board that a macro push leads to, or without one any.
    int regions(const Mask& full, const MacroPush* push) {
        if (push != nullptr && push->regions != 0) return push->regions;
        return count_regions(prepared_, full.data(), context_.flood);
    }
    int cuts(const Mask& full, const MacroPush* push) {
        return push != nullptr ? context_.rooms.cuts_after(full, push->from, push->to)
                               : context_.rooms.cuts(full);
    }

    // Begins to look at what follows from a position: fills `full_` and `sides_`.
    void turn_to(const Position& position);

    // Can every box come from a base of its own, of those for which `waits(base)`?
    bool bases_suffice(std::span<const Square> boxes, auto&& waits) {
        Matching& matching = context_.matching;
        matching.begin(prepared_.bases.size());
        return std::all_of(boxes.begin(), boxes.end(), [&](Square box) {
            return matching.add(matching.row([&](std::size_t base) {
                return waits(base) && prepared_.from_base[base][box] != unreachable;
            }));
        });
    }

    // A box sinks into this base.
    void take_off(BaseSet& bases, Square base) const {
        const auto number = static_cast<std::size_t>(
            std::find(prepared_.bases.begin(), prepared_.bases.end(), base) -
            prepared_.bases.begin());
        bases[number / 64] &= ~(std::uint64_t{1} << number % 64);
    }

    std::uint64_t hash(std::span<const Square> boxes, Square player, const BaseSet& bases) const;
    // The hash of what a macro push leads to, from the hash of the boxes before it.
    std::uint64_t hash_after(std::uint64_t boxes, const MacroPush& push) const {
        return boxes ^ prepared_.zobrist.box(push.from) ^ prepared_.zobrist.box(push.to) ^
               prepared_.zobrist.player(push.player);
    }
    // The node of a hash; new ones are ranked by `rank()`.
    std::uint32_t node_of(std::uint64_t hash, auto&& rank) {
        std::uint32_t& number = numbers_[hash];
        if (number == KeyMap::absent) {
            number = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({rank(), static_cast<std::uint32_t>(spots_.size()), false});
        }
        return number;
    }
    Rank rank_of(std::uint32_t node) const { return nodes_[node].rank; }

    // Set by `expand` where the position itself is the end of the search.
    bool arrived_ = false;

    Context& context_;
    const PreparedLevel& prepared_;
    std::vector<Candidate> candidates_;

    // What follows from the position in hand is tried out here.
    Mask full_;
    Squares boxes_;
    std::vector<std::uint8_t> sides_;  // by box: where the player can stand

  private:
    struct Node {
        Rank rank;
        std::uint32_t origin;  // the spot from which it was first seen, or which it is (a root)
        bool closed;           // expanded, or lost
    };
    struct Turn {  // the best untried branch of a spot
        std::uint32_t weight;
        Rank rank;
        std::uint32_t spot;
        bool operator<(const Turn& other) const {  // the top of the queue is the greatest
            if (weight != other.weight) return weight > other.weight;
            if (rank != other.rank) return rank < other.rank;
            return spot > other.spot;
        }
    };
    struct Cell_ {
        Rank key;
        std::priority_queue<Turn> turns;
    };

    bool file(Position& position, Rank rank, std::uint32_t parent, const Branch* branch);
    void queue(std::uint32_t spot);
    Cell_* next_cell();
    bool skip_closed(Cell_& cell);

    const Rank cell_mask_;
    MeteredVector<Square> pool_;
    MeteredVector<Spot> spots_;
    MeteredVector<Branch> branches_;
    MeteredVector<Node> nodes_;
    KeyMap numbers_;
    std::vector<Cell_> cells_;
    std::unordered_map<Rank, std::uint32_t> cell_of_;
    std::size_t cursor_ = 0;
    bool odd_ = false;
    std::uint32_t best_ = no_spot;
    bool found_ = false;
};

}  // namespace unriddle::sokoban::fess
