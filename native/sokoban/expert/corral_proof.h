// Corrals: regions that the player cannot enter, and whether they can ever be opened again.
//
// For each such region only the boxes around it stay on the board, and a small search tries to break
// it open. A box that can be pushed out of the neighbourhood is taken off at once. Taking boxes off
// never makes a position harder, so a search that runs out of positions proves the deadlock; one
// that runs out of its allowance proves nothing. Answers are kept by the reduced position; one that
// stayed open is asked again with more allowance when it keeps coming up.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "sokoban/expert/toolbox.h"

namespace unriddle::sokoban::expert {

class CorralProof {
  public:
    explicit CorralProof(Toolbox& tools);
    ~CorralProof();
    CorralProof(const CorralProof&) = delete;
    CorralProof& operator=(const CorralProof&) = delete;

    // Is one of the corrals of this position a deadlock? `full` has its walls and boxes.
    bool lost(std::span<const Cell> boxes, Cell player, const Mask& full);


  private:
    enum class Verdict : std::uint8_t { unknown, open, dead };
    struct Known {
        Verdict verdict = Verdict::unknown;
        std::uint32_t asked = 0;
    };
    struct State {
        Cells boxes;
        Cell player;
        bool opened;  // a goal inside was reached by the player, or filled
        int score;    // lower is tried first
    };

    void gather(std::uint16_t region, std::span<const Cell> boxes, const Mask& full);
    bool dead(Cell player, std::uint32_t allowance);
    void learn(Cell player);
    bool shrink(State& state);
    bool settled(State& state);
    std::uint64_t key(const State& state) const;

    Toolbox& tools_;
    const Arena& arena_;
    bool spare_goals_;
    std::size_t reserved_ = 0;  // bytes, for the answers
    std::unordered_map<std::uint64_t, Known> known_;
    std::vector<std::uint16_t> label_;
    Cells kept_;     // the boxes around the region
    Mask is_kept_;
    Cells inside_;   // the empty goals of the region: each is to be filled some day
    Mask in_zone_;   // the region and the places of those boxes
    Mask board_;
    std::vector<State> open_;
    std::unordered_set<std::uint64_t> seen_;
};

}  // namespace unriddle::sokoban::expert
