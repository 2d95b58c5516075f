#include <stdexcept>

#include "judge/bloxorz_stage.h"
#include "judge/replay.h"

namespace unriddle::judge {

namespace {

// In words for a player.
std::string reason(const Fall& fall, const BloxorzStart& start,
                   const std::vector<std::string>& names) {
    if (fall.why == Fall::Why::edge) return "nothing to land on beyond the edge of the board";
    const std::string where = row_and_column(fall.square / start.width, fall.square % start.width);
    const int ground = start.squares[place(fall.square)];
    if (ground == 0) return "nothing to land on at " + where;
    if (ground == 2) return "the fragile tile at " + where + " breaks under the upright block";
    return "bridge " + names[place(start.bridge_at[place(fall.square)])] + " at " + where +
           (fall.why == Fall::Why::landing     ? " is off"
            : fall.why == Fall::Why::appearing ? " is off where a cube appears"
                                               : " goes off under a part");
}

}  // namespace

Replayed replay_bloxorz(const BloxorzStart& start, const BloxorzCosts& costs, const Plan& plan) {
    check(start);
    if (costs.names.size() != place(start.bridges)) {
        throw std::invalid_argument("a bridge has no name");
    }
    const Stage stage(start);
    std::vector<Number> state = stage.start(), after(state.size());
    const auto play = [&](int move, int& cost) -> std::string {
        constexpr int swap = arrows.size();
        if (move < 0 || move > swap) throw std::invalid_argument("not a move of Bloxorz");
        if (stage.is_solved(state)) return "the stage is solved, the block is gone";
        if (move == swap) {
            if (!is_split(state)) return "there is one whole block, no other cube to control";
            stage.swap(state, after);
            cost = costs.space_counts ? 1 : 0;
        } else {
            if (const Fall fall = stage.roll(state, arrows[place(move)], after))
                return reason(fall, start, costs.names);
            cost = 1;
        }
        state.swap(after);
        return {};
    };
    return replayed(plan, play, [&] { return stage.is_solved(state); });
}

}  // namespace unriddle::judge
