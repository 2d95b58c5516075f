// The forward half: fills the goals as the plan says.
#pragma once

#include "sokoban/expert/corral_proof.h"
#include "sokoban/expert/feature_search.h"
#include "sokoban/expert/frozen.h"
#include "sokoban/expert/pi_corral.h"
#include "sokoban/expert/plan.h"

namespace unriddle::sokoban::expert {

class ForwardSearch : public FeatureSearch {
  public:
    ForwardSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals, Plan& plan);

    // Call once, before `run`.
    void begin();

  protected:
    bool lost(const Position& position, const Journey& last) override;
    bool expand(const Position& position, Rank rank) override;

  private:
    // The fields of a rank, most important first.
    struct Features {
        int packed, regions, cuts, out_of_plan, hot;
        std::uint32_t spread;
    };
    static Rank rank(const Features& features);
    static Features features(Rank rank);
    static Rank cell_mask();

    // Of the position that a journey leads to; without one, of the start.
    Features measure(const Mask& full, std::span<const Cell> boxes, const Journey* journey);
    void generate(const Position& position);
    void advise(const Position& position, const Features& here);
    void send_explorer(const Position& position, const Features& here);
    bool opens_pushes(const Position& position, const Journey& journey);

    Grounds& grounds_;
    CorralProof& corrals_;
    Plan& plan_;
    PiCorral pi_corral_;
    Mask full_;
    Cells boxes_, frozen_;
    std::vector<std::uint8_t> sides_;
    std::vector<std::uint16_t> label_;
    std::vector<std::uint8_t> pushable_;  // by cell of a box: directions in which it can be pushed
};

}  // namespace unriddle::sokoban::expert
