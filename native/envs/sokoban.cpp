#include "envs/sokoban.h"

#include <algorithm>

namespace unriddle::envs {

namespace {

using Board = std::vector<std::string_view>;

// Calls `visit(board)` for each board of a plain text until it says no; false if it is none.
template <class Visit>
bool each_board(std::string_view text, Visit&& visit) {
    Board board;
    const auto finish = [&] {
        const bool fine = board.empty() || visit(board);
        board.clear();
        return fine;
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.front() == ';') {
            if (!finish()) return false;
        } else {
            board.push_back(line);
        }
    }
    return finish();
}

// The board as an observation; empty if it is not plain, or cannot be played.
std::vector<std::uint8_t> squares_of(const Board& board) {
    using G = SokobanGames;
    constexpr std::string_view signs = "# .$*@+";
    constexpr std::array<std::uint8_t, signs.size()> meanings = {
        G::wall, 0, G::goal, G::box, G::box | G::goal, G::player, G::player | G::goal};
    const std::size_t columns = board[0].size(), rows = board.size();
    std::vector<std::uint8_t> squares;
    if (rows < 3 || columns < 3) return {};
    for (std::size_t y = 0; y < rows; ++y) {
        if (board[y].size() != columns) return {};
        for (std::size_t x = 0; x < columns; ++x) {
            const bool edge = y == 0 || x == 0 || y + 1 == rows || x + 1 == columns;
            const std::size_t sign = signs.find(board[y][x]);
            if (sign == signs.npos || (edge && sign != 0)) return {};
            squares.push_back(meanings[sign]);
        }
    }
    return squares;
}

// As `Level` of puzzles/sokoban/rules.py: boxes that can be reached, no more than goals there, and
// no other box that is not home.
bool can_be_played(const std::vector<std::uint8_t>& squares, std::size_t columns) {
    using G = SokobanGames;
    const auto is_player = [](std::uint8_t square) { return (square & G::player) != 0; };
    if (std::ranges::count_if(squares, is_player) != 1) return false;
    const auto player = std::ranges::find_if(squares, is_player) - squares.begin();
    const std::vector<bool> seen =
        G::floor_around(squares, columns, static_cast<std::size_t>(player));
    std::size_t boxes = 0, goals = 0;
    for (std::size_t i = 0; i < squares.size(); ++i) {
        boxes += seen[i] && (squares[i] & G::box);
        goals += seen[i] && (squares[i] & G::goal);
        if (!seen[i] && (squares[i] & (G::box | G::goal)) == G::box) return false;
    }
    return boxes > 0 && boxes <= goals;
}

}  // namespace

std::vector<bool> SokobanGames::floor_around(std::span<const std::uint8_t> squares,
                                             std::size_t columns, std::size_t start) {
    std::vector<std::size_t> open = {start};
    std::vector<bool> seen(squares.size());
    seen[start] = true;
    while (!open.empty()) {
        const std::size_t square = open.back();
        open.pop_back();
        const std::size_t x = square % columns;
        if (x == 0 || x + 1 == columns || square < columns || square + columns >= squares.size()) {
            throw std::invalid_argument("the player can walk off the board");
        }
        for (const std::size_t next :
             {square - columns, square + columns, square - 1, square + 1}) {
            if (seen[next] || (squares[next] & wall)) continue;
            seen[next] = true;
            open.push_back(next);
        }
    }
    return seen;
}

std::optional<SokobanGames::Plain> SokobanGames::scan(std::string_view text) {
    Plain found;
    const bool plain = each_board(text, [&](const Board& board) {
        const std::vector<std::uint8_t> squares = squares_of(board);
        if (squares.empty() || !can_be_played(squares, board[0].size())) return false;
        ++found.levels;
        found.rows = std::max(found.rows, board.size());
        found.columns = std::max(found.columns, board[0].size());
        return true;
    });
    return plain && found.levels > 0 ? std::optional(found) : std::nullopt;
}

void SokobanGames::add_text(std::string_view text) {
    each_board(text, [&](const Board& board) {
        const std::vector<std::uint8_t> squares = squares_of(board);
        add(squares, board[0].size());
        return true;
    });
}

}  // namespace unriddle::envs
