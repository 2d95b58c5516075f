// Rotations and reflections under which a level looks the same, apart from boxes and player.
//
// If one of them takes walls to walls and goals to goals, then it takes solutions to solutions of
// the same cost. So a position and its images need only one node: the image whose key is least. A
// level like a snowflake has eight images of almost every position, and takes an eighth of the
// nodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "sokoban/board/board.h"

namespace unriddle::sokoban {

class Symmetries {
  public:
    explicit Symmetries(const Board& board) {
        const auto [top, bottom] = std::minmax_element(board.row.begin(), board.row.end());
        const auto [left, right] = std::minmax_element(board.column.begin(), board.column.end());
        const int rows = *bottom - *top + 1, columns = *right - *left + 1;
        Squares at(static_cast<std::size_t>(rows * columns), nowhere);
        const auto place = [&](int row, int column) -> Square& {
            return at[static_cast<std::size_t>(row * columns + column)];
        };
        for (std::size_t square = 0; square < board.squares(); ++square) {
            place(board.row[square] - *top, board.column[square] - *left) =
                static_cast<Square>(square);
        }
        for (int kind = 1; kind < 8; ++kind) {
            const bool turned = (kind & 4) != 0;
            if (turned && rows != columns) continue;
            Squares image;
            for (std::size_t square = 0; square < board.squares(); ++square) {
                int row = board.row[square] - *top, column = board.column[square] - *left;
                if (turned) std::swap(row, column);
                if ((kind & 1) != 0) row = rows - 1 - row;
                if ((kind & 2) != 0) column = columns - 1 - column;
                const Square there = place(row, column);
                if (there == nowhere || board.is_goal[there] != board.is_goal[square]) break;
                image.push_back(there);
            }
            if (image.size() == board.squares()) images_.push_back(std::move(image));
        }
    }

    // By square: where it is taken. The identity is not among them.
    std::span<const Squares> images() const { return images_; }

  private:
    std::vector<Squares> images_;
};

}  // namespace unriddle::sokoban
