#include "judge/freecell.h"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "judge/cards.h"

namespace unriddle::judge {

namespace {

// What a card lies on, or goes to, if it is not another card.
constexpr int cell = 52, empty_column = 53, home = 54;

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
        return static_cast<std::size_t>(hash);
    }
};

// A position, and what follows from it.
class Table {
  public:
    Table(const Position& position, int columns, int cells)
        : lies_on_(position), empty_columns_(columns), empty_cells_(cells) {
        for (int card = deck_size - 1; card >= 0; --card) {
            const int below = at(card);
            if (below < deck_size) covered_[place(below)] = true;
            if (below == empty_column) --empty_columns_;
            if (below == cell) --empty_cells_;
            if (below != home) home_[place(suit_of(card))] = rank_of(card) - 1;
        }
    }

    const Position& position() const { return lies_on_; }
    bool is_solved() const { return home_ == std::array{13, 13, 13, 13}; }
    bool is_open(int card) const { return at(card) != home && !covered_[place(card)]; }

    bool may_move(int card, int destination) const {
        if (!is_open(card)) return false;
        switch (destination) {
            case home:
                return home_[place(suit_of(card))] == rank_of(card) - 1;
            case cell:
                return at(card) != cell && empty_cells_ > 0;
            case empty_column:
                return empty_columns_ > 0;
            default:
                return is_open(destination) && at(destination) != cell &&
                       fits_on(card, destination);
        }
    }

    // Carries out a legal move.
    void move(int card, int destination) {
        const int below = at(card);
        if (below < deck_size) covered_[place(below)] = false;
        if (below == empty_column) ++empty_columns_;
        if (below == cell) ++empty_cells_;
        if (destination < deck_size) covered_[place(destination)] = true;
        if (destination == empty_column) --empty_columns_;
        if (destination == cell) --empty_cells_;
        if (destination == home) home_[place(suit_of(card))] = rank_of(card);
        lies_on_[place(card)] = static_cast<std::int8_t>(destination);
    }

    // Safe cards go home, until none is left.
    void settle() {
        for (bool went = true; went;) {
            went = false;
            for (int suit = 0; suit < suits; ++suit) {
                const int card = home_[place(suit)] * suits + suit;  // the next of its suit
                if (card >= deck_size || !is_open(card) || !is_safe(card)) continue;
                move(card, home);
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
    std::array<bool, deck_size> covered_{};        // does another card lie on this one?
    std::array<int, suits> home_{13, 13, 13, 13};  // by suit: the rank up to which it is home
    int empty_columns_, empty_cells_;
};

void require(bool right, const char* what) {
    if (!right) throw std::invalid_argument(std::string("not a FreeCell position: ") + what);
}

Position position_of(const FreeCellStart& start) {
    Position position;
    position.fill(home);
    const auto lay = [&](int card, int below) {
        require(0 <= card && card < deck_size, "no such card");
        std::int8_t& lies_on = position[static_cast<std::size_t>(card)];
        require(lies_on == home, "a card is doubled");
        lies_on = static_cast<std::int8_t>(below);
    };
    for (const auto& column : start.columns) {
        int below = empty_column;
        for (const int card : column) lay(card, below), below = card;
    }
    for (const int card : start.cells) {
        if (card != -1) lay(card, cell);
    }
    for (std::size_t card = suits; card < deck_size; ++card) {
        require(position[card] != home || position[card - suits] == home,
                "a card is home before a lower one of its suit");
    }
    return position;
}

class Game {
  public:
    explicit Game(const FreeCellStart& start)
        : columns_(static_cast<int>(start.columns.size())),
          cells_(static_cast<int>(start.cells.size())) {
        Table table = table_of(position_of(start));
        add(table);
    }

    static bool is_covered() { return false; }
    bool is_solved(std::size_t state) const { return table_of(in_order_[state]).is_solved(); }

    Keeping keep(std::size_t parent, std::int64_t move) {
        Table table = table_of(in_order_[parent]);
        const auto card = static_cast<int>(move / 64), destination = static_cast<int>(move % 64);
        const bool is_move = 0 <= move && move < 64 * deck_size && destination <= home;
        if (!is_move || !table.may_move(card, destination)) return Keeping::not_legal;
        table.move(card, destination);
        return add(table) ? Keeping::kept : Keeping::there_twice;
    }

    void each_move(std::size_t state, auto&& visit) const {
        const Table table = table_of(in_order_[state]);
        for (int card = 0; card < deck_size; ++card) {
            if (!table.is_open(card)) continue;
            for (int destination = 0; destination <= home; ++destination) {
                if (!table.may_move(card, destination)) continue;
                visit(64 * card + destination, [&] {
                    Table next = table;
                    next.move(card, destination);
                    next.settle();
                    return kept_.contains(next.position());
                });
            }
        }
    }

  private:
    Table table_of(const Position& position) const { return Table(position, columns_, cells_); }

    bool add(Table& table) {
        table.settle();
        in_order_.push_back(table.position());
        return kept_.insert(table.position()).second;
    }

    const int columns_, cells_;
    std::vector<Position> in_order_;
    std::unordered_set<Position, HashOfPosition> kept_;
};

}  // namespace

void check(const FreeCellStart& start) { position_of(start); }

Judgement judge_freecell(const FreeCellStart& start, const Proof& proof, Work& work) {
    check(start);
    return judged(proof, work, Game(start));
}

}  // namespace unriddle::judge
