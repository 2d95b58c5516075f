// Beam searches over layouts: the engine of `short`, and the quick start of `optimal`.
//
// Where every card that goes home costs one, all solutions pay the same for that, and what differs
// is the number of other moves. Otherwise every move counts, also home. This is the *effort* of a
// way, and the layers of the beam are positions of equal effort: a layer keeps the `width` best of
// them (beam_evaluation.h) and forgets the others. Moves home that add no effort stay in the layer.
//
// A position whose effort and steps aside at least reach the best effort so far is left out. So a
// beam that had to forget nothing has proved that nothing is better, or that there is no solution.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "freecell/beam_evaluation.h"
#include "freecell/layout_store.h"
#include "freecell/metric.h"

namespace unriddle::freecell {

class Beams {
  public:
    Beams(const Table& table, const Metric& metric, Control& control);

    struct Ending {
        bool improved;  // there is a new best way
        bool complete;  // nothing was forgotten: there is no better way than the best
    };

    // One beam.
    Ending search(std::size_t width);

    // Says that a way of this effort is known; only better ones are looked for.
    void know(std::size_t effort) { best_ = std::min(best_, effort); }

    // The best way that was found, from the start to the end; empty if there is none.
    const std::vector<Layout>& route() const { return route_; }
    // How many new positions all beams together have looked at.
    std::uint64_t seen() const { return seen_; }

  private:
    static constexpr int points_in_bin = 8;
    static constexpr std::size_t bins = 512;

    struct Candidate {
        NodeNumber node;
        int points;
    };
    // The candidates of one effort. When there are as many as wanted, only better ones are taken.
    // How many points are too many is known, to within a bin, from how many each bin has.
    struct Layer {
        MeteredVector<Candidate> candidates;
        int limit = std::numeric_limits<int>::max();  // as many points are too many
        std::array<std::uint32_t, bins> count{};
        std::size_t good = 0;         // how many candidates are in the bins below `limit`
        std::size_t last = bins - 1;  // the highest of these bins

        // Takes a candidate if it is below the limit; says whether it or others were too many.
        bool take(const Candidate& candidate, std::size_t width);
        // Keeps the best candidates, `width` of them.
        void narrow(std::size_t width);
    };
    struct Child {
        Layout layout;
        std::size_t effort;
        int points;
        std::uint64_t hash;
    };

    void expand(NodeNumber number, std::size_t effort);
    void reach(const Child& child, NodeNumber parent);
    bool frees(const Layout& layout, const Shift& shift, Cards ready) const;
    std::size_t effort_of(const Shift& shift, const Layout& before) const;
    Layer& layer(std::size_t effort);
    void keep_route(NodeNumber goal, std::size_t effort);

    const Table& table_;
    Metric metric_;
    Control& control_;
    BeamEvaluation evaluation_;
    Layout start_;
    std::unique_ptr<LayoutStore> nodes_;
    std::size_t width_ = 0;
    bool complete_ = true;       // nothing has been forgotten
    std::vector<Layer> layers_;  // by effort
    std::vector<Child> children_;
    std::vector<Layout> route_;
    std::size_t best_ = std::numeric_limits<std::size_t>::max();  // known effort
    std::uint64_t seen_ = 0;
};

}  // namespace unriddle::freecell
