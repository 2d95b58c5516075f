#include "freecell/board.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace unriddle::freecell {

namespace {

void require(bool right, const char* what) {
    if (!right) throw std::invalid_argument(std::string("not a FreeCell position: ") + what);
}

}  // namespace

void Position::check() const {
    require(!columns.empty() && columns.size() <= maximum_columns, "there may be 1 to 10 columns");
    require(cells.size() <= maximum_cells, "there may be at most 8 cells");
    Cards seen = 0;
    const auto see = [&](int card) {
        require(card >= 0 && card < static_cast<int>(deck_size), "no such card");
        require(!holds(seen, static_cast<Card>(card)), "a card is doubled");
        seen |= set_of(static_cast<Card>(card));
    };
    for (const auto& column : columns) std::for_each(column.begin(), column.end(), see);
    for (const int card : cells) {
        if (card != -1) see(card);
    }
    const Cards home = deck & ~seen;
    require((home >> 4 & ~home) == 0, "a card is home before a lower one of its suit");
}

Table::Table(const Position& start) : columns_(start.columns.size()), cells_(start.cells.size()) {
    for (auto& ways : below_) ways.fill(no_card);
    for (Card card = 0; card < deck_size - 4; ++card) {
        const Cards fitting = Cards{other_colour(card)} << (card / 4 * 4 + 4);
        below_[card][on_first] = first_of(fitting);
        below_[card][on_second] = last_of(fitting);
    }
    for (std::size_t column = 0; column < columns_; ++column) {
        Card below = no_card;
        for (const int number : start.columns[column]) {
            const auto card = static_cast<Card>(number);
            if (below == no_card) {
                start_.lay(card, at_bottom);
            } else if (holds(carries(below), card)) {
                start_.lay_on(card, below);
            } else {
                start_.lay(card, is_buried);
                below_[card][is_buried] = below;
            }
            below = card;
        }
        start_.top.set(column, below);
    }
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        if (start.cells[cell] == -1) continue;
        start_.cell.set(cell, static_cast<Card>(start.cells[cell]));
        start_.lay(start_.cell[cell], in_cell);
    }
}

int Table::settle(Board& board, Autoplay autoplay) const {
    int gone = 0;
    while (const Cards ready = ready_cards(autoplay, board.home())) {
        Place place = 0;
        while (place < home_place && !holds(ready, board.at(place))) ++place;
        if (place == home_place) break;
        carry(board, {place, home_place, 1, board.at(place)});
        ++gone;
    }
    return gone;
}

std::vector<Card> Table::column(const Board& board, std::size_t index) const {
    std::vector<Card> cards;
    for (Card card = board.top[index]; card != no_card; card = below(board, card)) {
        cards.push_back(card);
    }
    std::reverse(cards.begin(), cards.end());
    return cards;
}

Description Table::describe(const Board& board) const {
    Description numbers;
    for (std::size_t i = 0; i < columns_; ++i) {
        const std::vector<Card> cards = column(board, i);
        numbers.push_back(static_cast<std::int64_t>(cards.size()));
        numbers.insert(numbers.end(), cards.begin(), cards.end());
    }
    for (std::size_t i = 0; i < cells_; ++i) {
        numbers.push_back(board.cell[i] == no_card ? -1 : board.cell[i]);
    }
    return numbers;
}

}  // namespace unriddle::freecell
