#include "sokoban/proving/proving.h"

#include <optional>

#include "containers/metered.h"
#include "sokoban/proving/claims.h"
#include "sokoban/proving/isolated_boxes.h"

namespace unriddle::sokoban {

namespace {

class Prover {
  public:
    Prover(const Level& level, Control& control)
        : control_(control),
          board_(level),
          pusher_(board_),
          claims_(board_, pusher_),
          finder_(board_, level.boxes.size(), pusher_, control),
          kept_(control),
          origins_(control) {
        kept_.restart(level.boxes.size());
        meet(pusher_.position(board_.numbers(level.boxes), board_.number(level.player)), {});
    }

    Outcome prove() {
        for (std::uint32_t next = 0; next < kept_.size() && !is_solvable_; ++next) expand(next);
        if (is_solvable_) return {Status::solved};
        return {.status = Status::exhausted, .proof = proof()};
    }

  private:
    struct Origin {
        std::uint32_t parent;
        Push push;
        bool is_dropped;  // a claim that came later covers it
    };

    void expand(std::uint32_t number) {
        const Position position(kept_[number].begin(), kept_[number].end());
        if (claims_.cover(position)) {
            origins_[number].is_dropped = true;
            return;
        }
        const std::vector<Push> pushes = pusher_.pushes(position);
        for (const Push push : pushes) {
            meet(pusher_.after(position, push), {number, push, false});
        }
        control_.expansion(pushes.size(), kept_.size() - number - 1);
    }

    void meet(const Position& position, const Origin& origin) {
        if (claims_.cover(position)) return;
        const auto [number, is_new] = kept_.insert(position);
        if (!is_new) return;
        is_solvable_ |= pusher_.is_solved(position);
        origins_.push_back(origin);
        if (is_solvable_) return;
        control_.check_limits();  // with many boxes the finder takes long
        if (std::optional<LossClaim> claim = finder_.find(position)) claims_.add(*std::move(claim));
    }

    // Dropped positions have no children; the others get new numbers.
    Proof proof() const {
        Proof proof;
        std::vector<std::uint32_t> number_of(kept_.size(), 0);
        std::uint32_t count = 1;
        for (std::size_t i = 1; i < kept_.size(); ++i) {
            const Origin& origin = origins_[i];
            if (origin.is_dropped) continue;
            number_of[i] = count++;
            proof.parents.push_back(number_of[origin.parent]);
            proof.moves.push_back(std::int64_t{4} * board_.frame[origin.push.box] +
                                  origin.push.direction);
        }
        for (const LossClaim& claim : claims_.all()) {
            proof.claims.push_back({claim.by_goals, on_frame(claim.boxes),
                                    board_.frame[claim.player], on_frame(claim.frozen)});
        }
        return proof;
    }

    std::vector<Index> on_frame(const Squares& squares) const {
        std::vector<Index> result;
        for (const Square square : squares) result.push_back(board_.frame[square]);
        return result;
    }

    Control& control_;
    const Board board_;
    Pusher pusher_;
    Claims claims_;
    ClaimFinder finder_;
    PositionSet kept_;
    MeteredVector<Origin> origins_;  // of the kept positions
    bool is_solvable_ = false;
};

}  // namespace

Outcome prove(const Level& level, Control& control) {
    level.check();
    return Prover(level, control).prove();
}

}  // namespace unriddle::sokoban
