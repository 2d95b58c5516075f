// Corrals: regions that the player cannot enter, and whether they can ever be opened again.
//
// For each such region only the boxes around it stay on the board, and a small search tries to
// break it open. A box that can be pushed out of the neighbourhood is taken off at once. Taking
// boxes off never makes a position harder, so a search that runs out of positions proves the
// deadlock; one that runs out of its allowance proves nothing. Answers are kept by the reduced
// position; one that stayed open is asked again with more allowance when it keeps coming up.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "sokoban/board/freeze.h"
#include "sokoban/board/macro_pushes.h"
#include "sokoban/board/zobrist.h"
#include "sokoban/deadlock/proofs.h"

namespace unriddle::sokoban {

class CorralSearch {
  public:
    // What is proved is taught to `proofs`, if that learns; all of these must live on.
    CorralSearch(const Board& board, const Mask& is_dead, std::size_t boxes, DeadlockRules rules,
                 Flood& flood, MacroPushes& macro_pushes, Proofs& proofs, Control& control);
    ~CorralSearch();
    CorralSearch(const CorralSearch&) = delete;
    CorralSearch& operator=(const CorralSearch&) = delete;

    // Is one of the corrals of this position a deadlock? `full` has its walls and boxes.
    bool lost(std::span<const Square> boxes, Square player, const Mask& full);

  private:
    enum class Answer : std::uint8_t { unknown, open, dead };
    struct Known {
        Answer answer = Answer::unknown;
        std::uint32_t asked = 0;
    };
    struct State {
        Squares boxes;
        Square player;
        bool opened;           // a goal inside was reached by the player, or filled
        int score;             // lower is tried first,
        std::uint32_t number;  // and of equal ones the later one
    };

    void gather(std::uint16_t region, std::span<const Square> boxes, const Mask& full);
    bool dead(Square player, std::uint32_t allowance);
    void learn(Square player);
    bool shrink(State& state);
    bool settled(State& state);
    std::uint64_t key(const State& state) const;

    // Puts these boxes on `board_`, and nothing else.
    void stand(std::span<const Square> boxes) {
        board_ = level_.walls;
        for (const Square box : boxes) board_[box] = 1;
    }

    // May a box stand there, by the rules of dead squares and freezing?
    bool may_stand(Square square) {
        return !is_dead_[square] && !(rules_.freeze && freeze_.loses(square, board_.data()));
    }

    const Board& level_;
    const Mask& is_dead_;
    const DeadlockRules rules_;
    const bool spare_goals_;
    const Zobrist zobrist_;
    Freeze freeze_;
    Flood& flood_;
    MacroPushes& macro_pushes_;
    Proofs& proofs_;
    Control& control_;
    std::size_t reserved_ = 0;  // bytes, for the answers
    std::unordered_map<std::uint64_t, Known> known_;
    Regions regions_;
    Squares kept_;  // the boxes around the region
    Mask is_kept_;
    Squares inside_;  // the empty goals of the region: each is to be filled some day
    Mask in_zone_;    // the region and the places of those boxes
    Mask board_;      // the boxes of the position in hand
    std::vector<State> open_;
    std::unordered_set<std::uint64_t> seen_;
};

}  // namespace unriddle::sokoban
