// The backward half: from the solved board boxes are pulled away until none is left; read forwards,
// that is a plan of packing.
//
// A box need not be pulled to a start square of its own. Start squares between which a box could be
// pushed to and fro are sinks: whichever box arrives at one is taken off the board together with
// that square, for boxes standing on them can later be exchanged.
#pragma once

#include "sokoban/fess/feature_search.h"
#include "sokoban/fess/plan.h"

namespace unriddle::sokoban::fess {

class BackwardSearch : public FeatureSearch {
  public:
    // Which of several boxes that could leave is pulled away first: different orders make different
    // plans.
    enum class PullOrder { from_afar, from_nearby };
    // `goals`: where the boxes are to end, as many as there are boxes.
    BackwardSearch(Context& context, Squares goals, PullOrder order);

    // Call once, before `run`: with the player, at the end of all, in one of the regions that
    // `endings` names.
    void begin(Square ending);
    // The plan that the best position found so far amounts to.
    Plan plan() const;

  protected:
    bool lost(const Position& position) override;
    bool expand(const Position& position, Rank rank) override;

  private:
    struct Features {
        int left, regions, on_goals, cuts;
        std::uint32_t spread;
    };
    static Rank rank(const Features& features);
    static Features features(Rank rank);
    static Rank cell_mask();

    Features measure(const Mask& full, std::span<const Square> boxes, const MacroPush* push);
    void find_sinks(const Position& position);
    void add(const Position& position, const MacroPush& push, bool sinks);
    void advise(const Position& position, const Features& here);
    bool can_come(std::span<const Square> boxes, const BaseSet& bases);
    static bool waits(const BaseSet& bases, std::size_t base) {
        return (bases[base / 64] >> base % 64 & 1) != 0;
    }

    const Squares goals_;
    const PullOrder order_;
    Mask is_hole_;  // goals at the end of a dead end: filled first, emptied last
    Mask is_sink_;
    std::vector<Distances> walks_;  // lazily, by square
};

}  // namespace unriddle::sokoban::fess
