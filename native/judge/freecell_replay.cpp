#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include "judge/cards.h"
#include "judge/replay.h"

namespace unriddle::judge {

namespace {

constexpr int most_columns = 10, most_cells = 8, king = 13;
constexpr int cells_from = most_columns, home = cells_from + most_cells;  // among the places

std::size_t at(int number) { return static_cast<std::size_t>(number); }

bool is_column(int place) { return place < cells_from; }
bool is_cell(int place) { return cells_from <= place && place < home; }
std::string name_of(int place) { return std::string(1, "1234567890abcdefgih"[place]); }
std::string name_of_card(int card) {
    return {"A23456789TJQK"[rank_of(card) - 1], "CDHS"[suit_of(card)]};
}

struct Move {
    int source, target, cards;

    explicit Move(int number)
        : source(number % 32), target(number / 32 % 32), cards(number / 1024) {
        if (number < 0 || source > home || target > home) {
            throw std::invalid_argument("not a move of FreeCell");
        }
    }
};

// How many cards move as one on another card.
int supermove_limit(int cells, int columns) { return (cells + 1) << columns; }

// The least number of single-card moves that move a sequence: either every card but the lowest
// waits in a place of its own, or some are first piled up in an empty column, in the same manner.
int single_moves(int cards, int cells, int columns) {
    if (cards <= cells + columns + 1) return 2 * cards - 1;
    const int limit = supermove_limit(cells, columns - 1);
    int least = 1 << 30;
    for (int piled = std::max(1, cards - limit); piled < cards && piled <= limit; ++piled) {
        least = std::min(least, 2 * single_moves(piled, cells, columns - 1) +
                                    single_moves(cards - piled, cells, columns - 1));
    }
    return least;
}

enum class Autoplay { none, horne, raymond, greedy };

Autoplay autoplay_of(const std::string& name) {
    constexpr std::array names = {"none", "horne", "raymond", "greedy"};
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument("no such autoplay: " + name);
    return static_cast<Autoplay>(found - names.begin());
}

class Table {
  public:
    Table(const FreeCellStart& start, Autoplay autoplay)
        : columns_(start.columns), cells_(start.cells), autoplay_(autoplay) {
        home_.fill(king);
        const auto is_out = [this](int card) { --home_[at(suit_of(card))]; };
        for (const Column& column : columns_) std::for_each(column.begin(), column.end(), is_out);
        for (const int card : cells_) {
            if (card >= 0) is_out(card);
        }
    }

    bool is_solved() const { return home_ == std::array{king, king, king, king}; }

    // Why a move is not legal; empty if it is.
    std::string objection(const Move& move) const {
        const auto& [source, target, cards] = move;
        for (const int place : {source, target}) {
            if (is_column(place) && at(place) >= columns_.size())
                return "there is no column " + name_of(place);
            if (is_cell(place) && at(place - cells_from) >= cells_.size())
                return "there is no cell " + name_of(place);
        }
        if (source == home) return "a card that is home stays there";
        if (is_column(source) && column(source).empty())
            return "column " + name_of(source) + " is empty";
        if (is_cell(source) && cell(source) < 0) return "cell " + name_of(source) + " is empty";
        if (source == target) return "the card lies there already";
        if (cards < 1) return "a move carries at least one card";
        if (cards > 1 && !(is_column(source) && is_column(target)))
            return "only between columns do several cards move at once";
        if (target == home) return objection_home(card_at(source));
        if (is_column(target)) return objection_column(move);
        if (is_cell(source)) return "from a cell a card goes to a column or home";
        if (cell(target) < 0) return {};
        return "cell " + name_of(target) + " holds " + name_of_card(cell(target));
    }

    // How many cards a legal move carries.
    int cards_moved(const Move& move) const {
        if (!is_column(move.source) || !is_column(move.target)) return 1;
        if (column(move.target).empty()) return move.cards;
        return rank_of(column(move.target).back()) - rank_of(column(move.source).back());
    }

    // How many single cards a legal move stands for.
    int single_cards(const Move& move) const {
        const int cards = cards_moved(move);
        if (cards == 1) return 1;
        return single_moves(cards, empty_cells(),
                            empty_columns() - (column(move.target).empty() ? 1 : 0));
    }

    void carry_out(const Move& move) {
        const int cards = cards_moved(move);
        if (is_column(move.target)) {
            Column& to = columns_[at(move.target)];
            if (is_column(move.source)) {
                const Column& from = column(move.source);
                to.insert(to.end(), from.end() - cards, from.end());
            } else {
                to.push_back(cell(move.source));
            }
        } else if (is_cell(move.target)) {
            cells_[at(move.target - cells_from)] = card_at(move.source);
        } else {
            ++home_[at(suit_of(card_at(move.source)))];
        }
        if (is_column(move.source)) {
            Column& from = columns_[at(move.source)];
            from.resize(from.size() - at(cards));
        } else {
            cells_[at(move.source - cells_from)] = -1;
        }
    }

    // Cards go home by themselves, again and again the first that may; returns how many.
    int settle() {
        int gone = 0;
        while (one_goes_home()) ++gone;
        return gone;
    }

  private:
    using Column = std::vector<int>;

    const Column& column(int place) const { return columns_[at(place)]; }
    int cell(int place) const { return cells_[at(place - cells_from)]; }
    int card_at(int place) const { return is_column(place) ? column(place).back() : cell(place); }
    int empty_cells() const {
        return static_cast<int>(std::count(cells_.begin(), cells_.end(), -1));
    }
    int empty_columns() const {
        return static_cast<int>(std::count_if(columns_.begin(), columns_.end(),
                                              [](const Column& column) { return column.empty(); }));
    }

    std::string objection_home(int card) const {
        const int suit = suit_of(card), needed = home_[at(suit)] * suits + suit;
        if (card == needed) return {};
        constexpr std::array words = {"clubs", "diamonds", "hearts", "spades"};
        return name_of_card(card) + " does not go home yet: " + words[at(suit)] + " need " +
               name_of_card(needed);
    }

    // From a place that is not empty to another column.
    std::string objection_column(const Move& move) const {
        const std::span<const int> cards =
            is_column(move.source) ? std::span(column(move.source))
                                   : std::span(cells_).subspan(at(move.source - cells_from), 1);
        const Column& onto = column(move.target);
        const auto from_end = [&](std::size_t count) { return cards[cards.size() - count]; };
        std::size_t run = 1;  // of cards in sequence at the end
        while (run < cards.size() && fits_on(from_end(run), from_end(run + 1))) ++run;
        const auto last = [&](std::size_t count) {
            std::string text;
            for (; count > 0; --count) {
                if (!text.empty()) text += ' ';
                text += name_of_card(from_end(count));
            }
            return text;
        };
        std::size_t count = at(move.cards);
        const auto number = [&] { return std::to_string(count) + " cards"; };
        if (!onto.empty()) {
            std::size_t fitting = 1;
            while (fitting <= run && !fits_on(from_end(fitting), onto.back())) ++fitting;
            if (fitting > run) {
                return (run == 1 ? last(run) + " does not go"
                                 : "no card of " + last(run) + " goes") +
                       " on " + name_of_card(onto.back());
            }
            if (count > 1 && count != fitting)
                return last(fitting) + " goes on " + name_of_card(onto.back()) + ", not " +
                       number();
            count = fitting;
        } else if (count > cards.size()) {
            return "column " + name_of(move.source) + " does not have " + number();
        } else if (count > run) {
            return "the last " + number() + " of column " + name_of(move.source) +
                   " are not in sequence";
        }
        const int limit = supermove_limit(empty_cells(), empty_columns() - (onto.empty() ? 1 : 0));
        if (static_cast<int>(count) <= limit) return {};
        return number() + ", but only " + std::to_string(limit) + " can be moved at once";
    }

    bool one_goes_home() {
        for (Column& column : columns_) {
            if (!column.empty() && goes_home(column.back())) {
                column.pop_back();
                return true;
            }
        }
        for (int& card : cells_) {
            if (card >= 0 && goes_home(card)) {
                card = -1;
                return true;
            }
        }
        return false;
    }

    // Sends an open card home, if it goes there by itself.
    bool goes_home(int card) {
        int& upto = home_[at(suit_of(card))];
        if (rank_of(card) != upto + 1 || !is_safe(card)) return false;
        ++upto;
        return true;
    }

    // May the next card of its suit go home by itself?
    bool is_safe(int card) const {
        if (autoplay_ == Autoplay::none || autoplay_ == Autoplay::greedy)
            return autoplay_ == Autoplay::greedy;
        const int rank = rank_of(card);
        const int others =
            is_red(card) ? std::min(home_[0], home_[3]) : std::min(home_[1], home_[2]);
        if (rank <= 2 || others >= rank - 1) return true;
        const int twin = home_[at(suits - 1 - suit_of(card))];  // of the same colour
        return autoplay_ == Autoplay::raymond && others >= rank - 2 && twin >= rank - 3;
    }

    std::vector<Column> columns_;
    std::vector<int> cells_;  // -1 where it is empty
    std::array<int, suits> home_;
    Autoplay autoplay_;
};

}  // namespace

Replayed replay_freecell(const FreeCellStart& start, const FreeCellRules& rules, const Plan& plan) {
    check(start);
    if (start.columns.size() > most_columns || start.cells.size() > most_cells) {
        throw std::invalid_argument("too many columns or cells");
    }
    const bool by_cards = rules.cost == "cards", by_player = rules.cost == "player";
    if (!by_cards && !by_player && rules.cost != "moves") {
        throw std::invalid_argument("no such cost: " + rules.cost);
    }
    Table table(start, autoplay_of(rules.autoplay));
    const auto play = [&](int number, int& cost) {
        const Move move(number);
        std::string reason = table.objection(move);
        if (!reason.empty()) return reason;
        cost = by_cards ? table.single_cards(move) : 1;
        table.carry_out(move);
        const int gone = table.settle();
        if (!by_player) cost += gone;
        return reason;
    };
    return replayed(plan, play, [&] { return table.is_solved(); });
}

}  // namespace unriddle::judge
