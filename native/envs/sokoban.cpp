#include "envs/sokoban.h"

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
    const std::size_t columns = board[0].size(), rows = board.size();
    std::vector<std::uint8_t> squares;
    if (rows < 3 || columns < 3) return {};
    for (std::size_t y = 0; y < rows; ++y) {
        if (board[y].size() != columns) return {};
        for (std::size_t x = 0; x < columns; ++x) {
            const bool edge = y == 0 || x == 0 || y + 1 == rows || x + 1 == columns;
            const char sign = board[y][x];
            if (edge && sign != '#') return {};
            switch (sign) {
                case '#':
                    squares.push_back(G::wall);
                    break;
                case ' ':
                    squares.push_back(0);
                    break;
                case '.':
                    squares.push_back(G::goal);
                    break;
                case '$':
                    squares.push_back(G::box);
                    break;
                case '*':
                    squares.push_back(G::box | G::goal);
                    break;
                case '@':
                    squares.push_back(G::player);
                    break;
                case '+':
                    squares.push_back(G::player | G::goal);
                    break;
                default:
                    return {};
            }
        }
    }
    return squares;
}

// As `Level` of puzzles/sokoban/rules.py: boxes that can be reached, no more than goals there, and
// no other box that is not home.
bool can_be_played(const std::vector<std::uint8_t>& squares, std::size_t columns) {
    using G = SokobanGames;
    const auto is_player = [](std::uint8_t square) { return (square & G::player) != 0; };
    const auto player = std::ranges::find_if(squares, is_player);
    if (std::ranges::count_if(squares, is_player) != 1) return false;
    std::vector<std::size_t> open = {static_cast<std::size_t>(player - squares.begin())};
    std::vector<bool> seen(squares.size());
    seen[open[0]] = true;
    std::size_t boxes = 0, goals = 0;
    while (!open.empty()) {
        const std::size_t square = open.back();
        open.pop_back();
        boxes += (squares[square] & G::box) != 0;
        goals += (squares[square] & G::goal) != 0;
        for (const std::size_t next :
             {square - columns, square + columns, square - 1, square + 1}) {
            if (seen[next] || (squares[next] & G::wall)) continue;
            seen[next] = true;
            open.push_back(next);
        }
    }
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (!seen[i] && (squares[i] & (G::box | G::goal)) == G::box) return false;
    }
    return boxes > 0 && boxes <= goals;
}

}  // namespace

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
        add(squares.data(), squares.size(), board[0].size());
        return true;
    });
}

}  // namespace unriddle::envs
