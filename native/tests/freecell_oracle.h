// FreeCell as plainly as it can be written: lists of cards, nothing packed, nothing shared with the
// engine but the numbers of cards. And all that is known of a small position: every state, and what
// the cheapest solution costs.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <vector>

#include "freecell/board.h"
#include "freecell/rules.h"
#include "tests/harness.h"

namespace unriddle::tests {

inline constexpr std::array autoplays = {freecell::Autoplay::none, freecell::Autoplay::horne,
                                         freecell::Autoplay::raymond, freecell::Autoplay::greedy};
inline constexpr std::array countings = {freecell::Counted::moves, freecell::Counted::cards,
                                         freecell::Counted::player};

struct Plain {
    std::vector<std::vector<int>> columns;
    std::vector<int> cells;  // -1 where one is empty
    std::array<int, 4> home{};

    static int rank(int card) { return card / 4 + 1; }
    static int suit(int card) { return card % 4; }
    static bool is_red(int card) { return suit(card) == 1 || suit(card) == 2; }
    static bool fits(int card, int onto) {
        return rank(card) + 1 == rank(onto) && is_red(card) != is_red(onto);
    }

    // The same for positions that differ in the order of columns or of cells.
    using Key = std::pair<std::vector<std::vector<int>>, std::vector<int>>;
    Key key() const {
        Key sorted{columns, cells};
        std::sort(sorted.first.begin(), sorted.first.end());
        std::sort(sorted.second.begin(), sorted.second.end());
        return sorted;
    }

    int empty_cells() const { return static_cast<int>(std::count(cells.begin(), cells.end(), -1)); }
    int empty_columns() const {
        return static_cast<int>(std::count(columns.begin(), columns.end(), std::vector<int>{}));
    }
    bool won() const { return home == std::array{13, 13, 13, 13}; }
    int left() const { return 52 - home[0] - home[1] - home[2] - home[3]; }

    freecell::Position position() const { return {columns, cells}; }
    // As a board of the engine.
    freecell::Board board() const {
        using namespace freecell;
        Board board;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            for (std::size_t j = 0; j < columns[i].size(); ++j) {
                const auto card = static_cast<Card>(columns[i][j]);
                if (j == 0) {
                    board.lay(card, at_bottom);
                } else if (fits(columns[i][j], columns[i][j - 1])) {
                    board.lay_on(card, static_cast<Card>(columns[i][j - 1]));
                } else {
                    board.lay(card, is_buried);
                }
                board.top.set(i, card);
            }
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i] < 0) continue;
            board.lay(static_cast<Card>(cells[i]), in_cell);
            board.cell.set(i, static_cast<Card>(cells[i]));
        }
        return board;
    }

    // Is a card in the way of no other one, by the book?
    bool is_safe(int card, freecell::Autoplay autoplay) const {
        using freecell::Autoplay;
        const int above = rank(card);
        const auto are_home = [&](bool red, int up_to) {
            return red ? home[1] >= up_to && home[2] >= up_to
                       : home[0] >= up_to && home[3] >= up_to;
        };
        if (autoplay == Autoplay::none) return false;
        if (autoplay == Autoplay::greedy || above <= 2) return true;
        if (are_home(!is_red(card), above - 1)) return true;
        if (autoplay == Autoplay::horne) return false;
        // The cards that fit on it can go home, and so can what fits on those: the card of the same
        // colour and one more rank down.
        const auto twin = static_cast<std::size_t>(3 - suit(card));
        return are_home(!is_red(card), above - 2) && home[twin] >= above - 3;
    }

    bool goes_home(int card) const {
        return home[static_cast<std::size_t>(suit(card))] + 1 == rank(card);
    }

    int settle(freecell::Autoplay autoplay) {
        for (int gone = 0;; ++gone) {
            const auto may_go = [&](int card) {
                return goes_home(card) && is_safe(card, autoplay);
            };
            bool any = false;
            for (auto& column : columns) {
                if (column.empty() || !may_go(column.back())) continue;
                ++home[static_cast<std::size_t>(suit(column.back()))];
                column.pop_back();
                any = true;
                break;
            }
            for (std::size_t i = 0; !any && i < cells.size(); ++i) {
                if (cells[i] < 0 || !may_go(cells[i])) continue;
                ++home[static_cast<std::size_t>(suit(cells[i]))];
                cells[i] = -1;
                any = true;
            }
            if (!any) return gone;
        }
    }

    // The cards at the end of a column that are in sequence.
    static int run(const std::vector<int>& column) {
        int length = column.empty() ? 0 : 1;
        for (std::size_t i = column.size(); i > 1 && fits(column[i - 1], column[i - 2]); --i)
            ++length;
        return length;
    }
};

// The least number of single moves of a sequence, by the recurrence of the book.
inline int plain_single_moves(int cards, int cells, int columns) {
    if (cards <= cells + columns + 1) return 2 * cards - 1;
    const int most = (cells + 1) << (columns - 1);
    int fewest = 1000;
    for (int piled = 1; piled < cards; ++piled) {
        if (std::max(piled, cards - piled) > most) continue;
        fewest = std::min(fewest, 2 * plain_single_moves(piled, cells, columns - 1) +
                                      plain_single_moves(cards - piled, cells, columns - 1));
    }
    return fewest;
}

struct PlainStep {
    Plain after;
    int cost;
    int moved;  // how many cards, without those that go home by themselves
};

// Every legal move, as Python's `FreeCell.successors`, in its order.
inline std::vector<PlainStep> plain_steps(const Plain& at, const freecell::Rules& rules) {
    std::vector<PlainStep> steps;
    const int cells = at.empty_cells(), columns = at.empty_columns();
    const auto add = [&](Plain after, int count, bool into_empty) {
        const int automatic = after.settle(rules.autoplay);
        int cost = 1;
        if (rules.counted == freecell::Counted::moves) cost += automatic;
        if (rules.counted == freecell::Counted::cards) {
            cost = plain_single_moves(count, cells, columns - into_empty) + automatic;
        }
        steps.push_back({std::move(after), cost, count});
    };
    const auto without = [&](std::size_t column, int count) {
        Plain after = at;
        auto& cards = after.columns[column];
        std::vector<int> lifted(cards.end() - count, cards.end());
        cards.resize(cards.size() - static_cast<std::size_t>(count));
        return std::pair(std::move(after), std::move(lifted));
    };
    const auto empty = static_cast<std::size_t>(
        std::find(at.columns.begin(), at.columns.end(), std::vector<int>{}) - at.columns.begin());

    for (std::size_t i = 0; i < at.columns.size(); ++i) {
        if (at.columns[i].empty() || !at.goes_home(at.columns[i].back())) continue;
        auto [after, lifted] = without(i, 1);
        ++after.home[static_cast<std::size_t>(Plain::suit(lifted[0]))];
        add(after, 1, false);
    }
    for (std::size_t i = 0; i < at.cells.size(); ++i) {
        if (at.cells[i] < 0 || !at.goes_home(at.cells[i])) continue;
        Plain after = at;
        ++after.home[static_cast<std::size_t>(Plain::suit(at.cells[i]))];
        after.cells[i] = -1;
        add(after, 1, false);
    }
    for (std::size_t i = 0; i < at.columns.size(); ++i) {
        for (std::size_t j = 0; j < at.columns.size(); ++j) {
            if (i == j || at.columns[i].empty() || at.columns[j].empty()) continue;
            const int most = std::min(Plain::run(at.columns[i]), (cells + 1) << columns);
            for (int count = 1; count <= most; ++count) {
                auto [after, lifted] = without(i, count);
                if (!Plain::fits(lifted[0], at.columns[j].back())) continue;
                after.columns[j].insert(after.columns[j].end(), lifted.begin(), lifted.end());
                add(after, count, false);
            }
        }
    }
    for (std::size_t i = 0; i < at.cells.size(); ++i) {
        for (std::size_t j = 0; j < at.columns.size(); ++j) {
            if (at.cells[i] < 0 || at.columns[j].empty()) continue;
            if (!Plain::fits(at.cells[i], at.columns[j].back())) continue;
            Plain after = at;
            after.columns[j].push_back(at.cells[i]);
            after.cells[i] = -1;
            add(after, 1, false);
        }
    }
    if (columns > 0) {
        for (std::size_t i = 0; i < at.columns.size(); ++i) {
            const int most = std::min({Plain::run(at.columns[i]), (cells + 1) << (columns - 1),
                                       static_cast<int>(at.columns[i].size()) - 1});
            for (int count = 1; count <= most; ++count) {
                auto [after, lifted] = without(i, count);
                after.columns[empty] = lifted;
                add(after, count, true);
            }
        }
        for (std::size_t i = 0; i < at.cells.size(); ++i) {
            if (at.cells[i] < 0) continue;
            Plain after = at;
            after.columns[empty].push_back(at.cells[i]);
            after.cells[i] = -1;
            add(after, 1, true);
        }
    }
    if (cells > 0) {
        for (std::size_t i = 0; i < at.columns.size(); ++i) {
            if (at.columns[i].empty()) continue;
            auto [after, lifted] = without(i, 1);
            *std::find(after.cells.begin(), after.cells.end(), -1) = lifted[0];
            add(after, 1, false);
        }
    }
    return steps;
}

// An end game: all but about this many cards are home, the others lie at random.
inline Plain random_plain(SplitMix64& rng, int cards, std::size_t columns, std::size_t cells) {
    Plain plain;
    plain.home = {13, 13, 13, 13};
    for (int left = 0; left < cards;) {
        int& rank = plain.home[roll<std::size_t>(rng, 4)];
        const int taken = std::min(1 + roll(rng, 3), rank);
        rank -= taken;
        left += taken;
    }
    std::vector<int> rest;
    for (int card = 0; card < 52; ++card) {
        if (Plain::rank(card) > plain.home[static_cast<std::size_t>(Plain::suit(card))])
            rest.push_back(card);
    }
    // Some are shuffled only a little, so that sequences and solutions come about.
    std::reverse(rest.begin(), rest.end());
    if (roll(rng, 3) == 0) {
        for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
            std::swap(rest[i], rest[std::min(rest.size() - 1, i + roll<std::size_t>(rng, 4))]);
        }
    } else {
        shuffle(rng, rest);
    }
    plain.columns.resize(columns);
    plain.cells.assign(cells, -1);
    const std::size_t used = columns - (columns > 1 && roll(rng, 3) == 0);
    for (const int card : rest) {
        if (cells > 0 && roll(rng, 12) == 0) {
            int& cell = plain.cells[roll(rng, cells)];
            if (cell < 0) {
                cell = card;
                continue;
            }
        }
        plain.columns[roll(rng, used)].push_back(card);
    }
    return plain;
}

// Everything about a position under some rules, as long as it has no more than `most` states.
class PlainSpace {
  public:
    static constexpr int no_way = 1 << 20;

    struct Edge {
        std::size_t to;
        int cost, moved;
    };

    PlainSpace(const Plain& start, const freecell::Rules& rules, std::size_t most) {
        number(start);
        for (std::size_t i = 0; i < states.size() && states.size() <= most; ++i) {
            edges.emplace_back();
            if (states[i].won()) continue;
            const Plain here = states[i];
            for (PlainStep& step : plain_steps(here, rules)) {
                const std::size_t to = number(step.after);
                edges[i].push_back({to, step.cost, step.moved});
            }
        }
        is_whole = states.size() <= most;
        if (is_whole) find_costs();
    }

    bool is_whole = false;
    std::vector<Plain> states;  // the first is the start
    std::vector<std::vector<Edge>> edges;
    std::vector<int> cost;  // of the cheapest solution from each, or `no_way`

  private:
    std::size_t number(const Plain& plain) {
        const auto [place, is_new] = numbers_.try_emplace(plain.key(), states.size());
        if (is_new) states.push_back(plain);
        return place->second;
    }

    // Dijkstra, backwards from the end.
    void find_costs() {
        std::vector<std::vector<Edge>> back(states.size());
        cost.assign(states.size(), no_way);
        std::priority_queue<std::pair<int, std::size_t>> queue;
        for (std::size_t i = 0; i < states.size(); ++i) {
            for (const Edge& edge : edges[i]) back[edge.to].push_back({i, edge.cost, edge.moved});
            if (!states[i].won()) continue;
            cost[i] = 0;
            queue.push({0, i});
        }
        while (!queue.empty()) {
            const auto [negative, i] = queue.top();
            queue.pop();
            if (-negative != cost[i]) continue;
            for (const Edge& edge : back[i]) {
                if (cost[i] + edge.cost >= cost[edge.to]) continue;
                cost[edge.to] = cost[i] + edge.cost;
                queue.push({-cost[edge.to], edge.to});
            }
        }
    }

    std::map<Plain::Key, std::size_t> numbers_;
};

}  // namespace unriddle::tests
