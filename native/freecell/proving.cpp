#include "containers/metered.h"
#include "containers/slot_table.h"
#include "core/domain.h"
#include "freecell/engine.h"

namespace unriddle::freecell {

namespace {

// A destination is a card to lie on, or one of these.
constexpr std::uint32_t to_cell = 52, to_empty_column = 53, to_home = 54;

struct Node {
    Board board;
    std::uint32_t parent;
    std::uint32_t move;
};

// Breadth first.
class Prover {
  public:
    Prover(const Position& start, Control& control)
        : control_(control), table_(start), nodes_(control), seen_(control, 1024) {
        add(table_.start(), 0, 0);
    }

    Outcome prove() {
        for (std::uint32_t next = 0; next < nodes_.size() && !is_solvable_; ++next) {
            const std::size_t before = nodes_.size();
            expand(next);
            control_.expansion(nodes_.size() - before, nodes_.size() - next - 1);
        }
        if (is_solvable_) return {Status::solved};
        Outcome outcome{Status::exhausted};
        for (std::size_t i = 1; i < nodes_.size(); ++i) {
            outcome.proof.parents.push_back(nodes_[i].parent);
            outcome.proof.moves.push_back(nodes_[i].move);
        }
        return outcome;
    }

  private:
    void expand(std::uint32_t node) {
        const Board board = nodes_[node].board;
        const Cards ready = next_cards(board.home());
        const Place empty_column = first_empty(board, 0, table_.columns());
        const Place empty_cell = first_empty(board, first_cell, table_.cells());
        for (Place source = 0; source < first_cell + table_.cells(); ++source) {
            const Card card = board.at(source);
            if (card == no_card) continue;
            const auto move = [&](Place target, std::uint32_t destination) {
                Board after = board;
                table_.carry(after, {source, target, 1, card});
                add(after, node, 64u * card + destination);
            };
            if (holds(ready, card)) move(home_place, to_home);
            for (Place target = 0; target < table_.columns(); ++target) {
                const Card below = board.top[target];
                if (holds(carries(below), card)) move(target, below);
            }
            if (empty_column != home_place && board.lie_of(card) != at_bottom) {
                move(empty_column, to_empty_column);
            }
            if (empty_cell != home_place && source < first_cell) move(empty_cell, to_cell);
        }
    }

    // The first of `count` places from `first` on where nothing lies, or `home_place`.
    static Place first_empty(const Board& board, Place first, std::size_t count) {
        for (Place place = first; place < first + count; ++place) {
            if (board.at(place) == no_card) return place;
        }
        return home_place;
    }

    // The position after safe cards have gone home, if it is new.
    void add(Board board, std::uint32_t parent, std::uint32_t move) {
        table_.settle(board, Autoplay::horne);
        is_solvable_ |= board.left() == 0;
        const auto [number, is_new] = seen_.enter(tag_of(board.hash()), [&](std::uint32_t other) {
            return nodes_[other].board.lies == board.lies;
        });
        if (!is_new) return;
        number = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({board, parent, move});
    }

    Control& control_;
    const Table table_;
    MeteredVector<Node> nodes_;
    SlotTable<std::uint32_t> seen_;
    bool is_solvable_ = false;
};

}  // namespace

Outcome prove(const Game& game, Control& control) {
    game.start.check();
    return Prover(game.start, control).prove();
}

}  // namespace unriddle::freecell
