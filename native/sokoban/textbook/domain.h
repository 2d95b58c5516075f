// The rules of Sokoban for the searches: the twin of puzzles/sokoban/rules.py.
//
// A step is two table look-ups and one or two questions to the set of boxes, which has a form that
// suits the size of the level (boxes.h). Packed, a state is the square of the player and the
// squares of the boxes: 8 bytes for 17 of the 18 course maps and 10 for the other. That is Python's
// key, and each state is packed in one way only.
//
// An action is the direction, 0 to 3, and 4 more if it pushes.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/domain.h"
#include "sokoban/board/board.h"
#include "sokoban/textbook/boxes.h"
#include "sokoban/textbook/estimates.h"
#include "sokoban/textbook/memo.h"

namespace unriddle::sokoban {

template <BoxSet Boxes>
class Sokoban {
  public:
    struct State {
        [[no_unique_address]] Boxes boxes;  // the player may go into their padding
        Square player = 0;
        Square unused = 0;  // fills the state up: see core/steps.h
    };

    class Heuristic {
      public:
        Heuristic(const Sokoban& domain, std::string_view name, Control& control)
            : domain_(domain),
              parts_(named("heuristic", name, heuristics())),
              memo_(control),
              squares_(control) {
            using enum sokoban::Heuristic::Pushes;
            if (parts_.pushes != none) {
                least_pushes_.emplace(domain.board_, parts_.pushes == freeze, control);
            }
        }

        double operator()(const State& state) {
            if (!parts_.rest) return pushes(state);
            if (domain_.is_goal(state)) return 0;
            const double first = least_pushes_ ? pushes(state) : 0;
            return first + parts_.rest(domain_.board_, squares(state), state.player);
        }

        // Where only boxes count, a walk changes nothing.
        [[gnu::always_inline]] double after(const Step<State>& step, double before) {
            return step.action < push && !parts_.rest ? before : (*this)(step.state);
        }

      private:
        double pushes(const State& state) {
            return memo_(state.boxes, [&] { return (*least_pushes_)(squares(state)); });
        }

        std::span<const Square> squares(const State& state) {
            squares_.clear();
            state.boxes.for_each([this](Square square) { squares_.push_back(square); });
            return squares_;
        }

        const Sokoban& domain_;
        sokoban::Heuristic parts_;
        std::optional<LeastPushes> least_pushes_;
        Memo<Boxes> memo_;
        MeteredVector<Square> squares_;
    };

    // Does the level fit into the state of this domain?
    static bool fits(const Level& level) {
        return level.floor.size() <= Boxes::most_squares && level.boxes.size() <= Boxes::most_boxes;
    }

    explicit Sokoban(const Level& level)
        : board_(level),
          exits_(exits_of(board_)),
          goals_(board_.goals, board_.squares()),
          packing_(board_.squares(), level.boxes.size()),
          walk_cost_(level.walk_cost),
          push_cost_(level.push_cost),
          initial_{Boxes(board_.numbers(level.boxes), goals_), board_.number(level.player)} {}

    const State& initial() const { return initial_; }

    bool is_goal(const State& state) const { return state.boxes.inside(goals_); }

    static constexpr std::size_t most_steps = 4;

    [[gnu::always_inline]] void successors(const State& state, auto&& steps) const {
        const Exits& exits = exits_[state.player];
        for (std::size_t i = 0; i < exits.count; ++i) {
            const auto [target, beyond, walk] = exits.at[i];
            if (!state.boxes.contains(target)) {
                steps.push_back({walk, walk_cost_, {state.boxes, target}});
            } else if (beyond != nowhere && !state.boxes.contains(beyond)) {
                State after{state.boxes, target};
                after.boxes.move(target, beyond, goals_);
                steps.push_back({static_cast<Action>(walk + push), push_cost_, after});
            }
        }
    }

    // From a node of cost c uniform cost meets states at c or c + 1, and a cheaper way to one of
    // them would be one of cost c that comes later. But each push moves a box, and each step the
    // player, from a light square of a chessboard to a dark one or back: so the state alone says
    // whether the pushes, and the walks, are even or odd, and no state has two costs that differ by
    // one.
    bool first_ways_are_cheapest() const { return walk_cost_ <= 1 && push_cost_ <= 1; }

    std::size_t packed_bytes() const { return packing_.bytes(); }

    void pack(const State& state, std::byte* to) const {
        state.boxes.pack(packing_, state.player, to);
    }

    State unpack(const std::byte* from) const {
        State state;
        state.boxes = Boxes::unpack(packing_, from, state.player);
        return state;
    }

    Tag tag(const State& state) const { return state.boxes.tag(packing_, state.player); }
    bool tags_are_exact() const { return packing_.tags_are_exact(); }

    bool same(const State& state, const std::byte* from) const {
        return state.boxes.same(packing_, state.player, from);
    }

    // The square of the player, then those of the boxes in order, all by their index.
    Description describe(const State& state) const {
        Description numbers = {board_.frame[state.player]};
        state.boxes.for_each([&](Square square) { numbers.push_back(board_.frame[square]); });
        return numbers;
    }

    // box home, box away
    Events events(const State& before, const State& after) const {
        const int first = before.boxes.count_outside(goals_);
        const int then = after.boxes.count_outside(goals_);
        return static_cast<Events>((then < first) | (then > first) << 1);
    }

    Heuristic heuristic(std::string_view name, Control& control) const {
        return Heuristic(*this, name, control);
    }

  private:
    static constexpr Action push = 4;

    // The steps from a square that no wall blocks, in their order: 32 bytes. Without walls to ask
    // about, a search of course map 17, which is all corridors, takes a sixth less time.
    struct Exit {
        Square target, beyond;
        Action walk;
    };
    struct Exits {
        std::array<Exit, 4> at;
        std::size_t count = 0;
    };

    static std::vector<Exits> exits_of(const Board& board) {
        std::vector<Exits> result;
        for (std::size_t square = 0; square < board.squares(); ++square) {
            Exits& exits = result.emplace_back();
            for (Action direction = 0; direction < 4; ++direction) {
                const Square target = board.next[square][direction];
                if (target == board.wall()) continue;
                const Square beyond = board.next[target][direction];
                exits.at[exits.count++] = {target, beyond == board.wall() ? nowhere : beyond,
                                           direction};
            }
        }
        return result;
    }

    Board board_;
    std::vector<Exits> exits_;  // by square
    typename Boxes::Region goals_;
    typename Boxes::Packing packing_;
    Cost walk_cost_;
    Cost push_cost_;
    State initial_;
};

}  // namespace unriddle::sokoban
