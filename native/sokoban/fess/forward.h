// The forward half: fills the goals as the plan says.
#pragma once

#include "sokoban/fess/plan.h"
#include "sokoban/fess/push_search.h"

namespace unriddle::sokoban::fess {

class ForwardSearch : public PushSearch {
  public:
    ForwardSearch(Context& context, Plan& plan);

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

    // Of the position that a push leads to; without one, of the start.
    Features measure(const Mask& full, std::span<const Square> boxes, const MacroPush* push);
    void advise(const Position& position, const Features& here);
    void send_explorer(const Position& position, const Features& here);
    bool opens_pushes(const Position& position, const MacroPush& push);

    Plan& plan_;
    int slack_ = 0;  // boxes that have no entry even at the start
};

}  // namespace unriddle::sokoban::fess
