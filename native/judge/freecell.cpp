#include "judge/freecell.h"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unordered_set>

namespace unriddle::judge {

namespace {

constexpr int deck_size = 52, suits = 4;
constexpr int in_cell = -1, at_bottom = -2, is_home = -3;

int rank_of(int card) { return card / suits + 1; }
int suit_of(int card) { return card % suits; }
bool is_red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }
bool fits_on(int card, int below) {
    return rank_of(below) == rank_of(card) + 1 && is_red(below) != is_red(card);
}
std::string name_of(int card) {
    return {"A23456789TJQK"[rank_of(card) - 1], "CDHS"[suit_of(card)]};
}

// What every card lies on: another card, the bottom of a column, a cell, or it is home. This says
// all but which column and which cell is which, and that does not matter.
using Position = std::array<std::int8_t, deck_size>;

struct HashOfPosition {
    std::size_t operator()(const Position& position) const {
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < deck_size; i += 4) {
            std::uint32_t four;
            std::memcpy(&four, &position[i], 4);
            hash = (hash ^ four) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

// A position, and what follows from it.
class Table {
  public:
    Table(const Position& position, int columns, int cells)
        : lies_on_(position), empty_columns_(columns), empty_cells_(cells) {
        for (int card = deck_size - 1; card >= 0; --card) {
            const int below = at(card);
            if (below >= 0) covered_[place(below)] = true;
            if (below == at_bottom) --empty_columns_;
            if (below == in_cell) --empty_cells_;
            if (below != is_home) home_[place(suit_of(card))] = rank_of(card) - 1;
        }
    }

    const Position& position() const { return lies_on_; }
    bool is_solved() const { return home_ == std::array{13, 13, 13, 13}; }
    bool is_open(int card) const { return at(card) != is_home && !covered_[place(card)]; }

    bool may_move(int card, int destination) const {
        if (!is_open(card)) return false;
        switch (destination) {
            case to_home:
                return home_[place(suit_of(card))] == rank_of(card) - 1;
            case to_cell:
                return at(card) != in_cell && empty_cells_ > 0;
            case to_empty_column:
                return at(card) != at_bottom && empty_columns_ > 0;
            default:
                return is_open(destination) && at(destination) != in_cell &&
                       fits_on(card, destination);
        }
    }

    // Carries out a legal move.
    void move(int card, int destination) {
        const int below = at(card);
        if (below >= 0) covered_[place(below)] = false;
        if (below == at_bottom) ++empty_columns_;
        if (below == in_cell) ++empty_cells_;
        if (destination >= 0) covered_[place(destination)] = true;
        if (destination == to_empty_column) --empty_columns_;
        if (destination == to_cell) --empty_cells_;
        if (destination == to_home) home_[place(suit_of(card))] = rank_of(card);
        lies_on_[place(card)] = static_cast<std::int8_t>(destination);
    }

    // Safe cards go home, until none is left.
    void settle() {
        for (bool went = true; went;) {
            went = false;
            for (int suit = 0; suit < suits; ++suit) {
                const int card = home_[place(suit)] * suits + suit;  // the next of its suit
                if (card >= deck_size || !is_open(card) || !is_safe(card)) continue;
                move(card, to_home);
                went = true;
            }
        }
    }

  private:
    static std::size_t place(int number) { return static_cast<std::size_t>(number); }
    int at(int card) const { return lies_on_[place(card)]; }

    bool is_safe(int card) const {
        const int rank = rank_of(card);
        if (rank <= 2) return true;
        return is_red(card) ? home_[0] >= rank - 1 && home_[3] >= rank - 1
                            : home_[1] >= rank - 1 && home_[2] >= rank - 1;
    }

    Position lies_on_;
    std::array<bool, deck_size> covered_{};       // does another card lie on this one?
    std::array<int, suits> home_{13, 13, 13, 13};  // by suit: the rank up to which it is home
    int empty_columns_, empty_cells_;
};
static_assert(to_cell == in_cell && to_empty_column == at_bottom && to_home == is_home);

void require(bool right, const char* what) {
    if (!right) throw std::invalid_argument(std::string("not a FreeCell position: ") + what);
}

Position position_of(const FreeCellStart& start) {
    Position position;
    position.fill(is_home);
    const auto lay = [&](int card, int below) {
        require(0 <= card && card < deck_size, "no such card");
        std::int8_t& lies_on = position[static_cast<std::size_t>(card)];
        require(lies_on == is_home, "a card is doubled");
        lies_on = static_cast<std::int8_t>(below);
    };
    for (const auto& column : start.columns) {
        int below = at_bottom;
        for (const int card : column) lay(card, below), below = card;
    }
    for (const int card : start.cells) {
        if (card != -1) lay(card, in_cell);
    }
    for (std::size_t card = suits; card < deck_size; ++card) {
        require(position[card] != is_home || position[card - suits] == is_home,
                "a card is home before a lower one of its suit");
    }
    return position;
}

class Judge {
  public:
    Judge(const FreeCellStart& start, const FreeCellProof& proof, Work& work)
        : columns_(static_cast<int>(start.columns.size())),
          cells_(static_cast<int>(start.cells.size())),
          proof_(proof),
          work_(work) {
        Table table = table_of(position_of(start));
        table.settle();
        keep(table);
    }

    void check(std::size_t& states) {
        for (std::size_t i = 0; i < proof_.parents.size(); ++i) keep_next(i);
        for (const Position& position : in_order_) {
            check_successors(states, table_of(position));
            ++states;
        }
    }

  private:
    Table table_of(const Position& position) const { return Table(position, columns_, cells_); }

    void keep_next(std::size_t i) {
        const std::int64_t parent = proof_.parents[i];
        const int card = proof_.cards[i], destination = proof_.destinations[i];
        if (parent < 0 || static_cast<std::size_t>(parent) >= in_order_.size()) {
            throw Refusal{"state " + std::to_string(i + 1) + ": its parent does not come before it"};
        }
        Table table = table_of(in_order_[static_cast<std::size_t>(parent)]);
        const bool is_move = 0 <= card && card < deck_size && to_home <= destination &&
                             destination < deck_size && table.may_move(card, destination);
        if (!is_move) {
            throw Refusal{"state " + std::to_string(i + 1) + ": its move cannot be made in state " +
                          std::to_string(parent)};
        }
        table.move(card, destination);
        table.settle();
        keep(table);
    }

    void keep(const Table& table) {
        const std::string name = "state " + std::to_string(in_order_.size());
        if (table.is_solved()) throw Refusal{name + " is solved"};
        if (!kept_.insert(table.position()).second) throw Refusal{name + " is there twice"};
        in_order_.push_back(table.position());
    }

    void check_successors(std::size_t state, const Table& table) {
        for (int card = 0; card < deck_size; ++card) {
            if (!table.is_open(card)) continue;
            for (const int destination : {to_home, to_empty_column, to_cell}) {
                check_successor(state, table, card, destination);
            }
            for (int below = card / suits * suits + suits; below < deck_size &&
                                                           rank_of(below) == rank_of(card) + 1;
                 ++below) {
                check_successor(state, table, card, below);
            }
        }
    }

    void check_successor(std::size_t state, const Table& table, int card, int destination) {
        if (!table.may_move(card, destination)) return;
        work_.spend();
        Table next = table;
        next.move(card, destination);
        next.settle();
        if (kept_.contains(next.position())) return;
        throw Refusal{"state " + std::to_string(state) + ": the position after " + name_of(card) +
                      " to " + name_of_destination(destination) + " is missing"};
    }

    static std::string name_of_destination(int destination) {
        if (destination == to_home) return "home";
        if (destination == to_cell) return "cell";
        return destination == to_empty_column ? "empty" : name_of(destination);
    }

    const int columns_, cells_;
    const FreeCellProof& proof_;
    Work& work_;
    std::vector<Position> in_order_;
    std::unordered_set<Position, HashOfPosition> kept_;
};

}  // namespace

Judgement judge_freecell(const FreeCellStart& start, const FreeCellProof& proof, Work& work) {
    if (proof.cards.size() != proof.parents.size() ||
        proof.destinations.size() != proof.parents.size()) {
        throw std::invalid_argument("a proof has as many parents as cards and destinations");
    }
    position_of(start);
    return judged([&](std::size_t& states) { Judge(start, proof, work).check(states); });
}

}  // namespace unriddle::judge
