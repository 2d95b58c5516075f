// The forward half: fills the goals as the plan says.
#pragma once

#include "sokoban/expert/plan.h"
#include "sokoban/expert/push_search.h"

namespace unriddle::sokoban::expert {

class ForwardSearch : public PushSearch {
  public:
    ForwardSearch(Toolbox& tools, Grounds& grounds, CorralProof& corrals, Plan& plan);

    // Call once, before `run`.
    void begin();

  protected:
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
    void advise(const Position& position, const Features& here);
    void send_explorer(const Position& position, const Features& here);
    bool opens_pushes(const Position& position, const Journey& journey);

    Plan& plan_;
    int slack_ = 0;  // boxes that have no entry even at the start
};

}  // namespace unriddle::sokoban::expert
