// Sokoban as plainly as it can be written, on boards so small that every position can be looked at.
//
// A position is a set of boxes, as bits of the numbered squares, and the square of the player. Of
// all positions with that many boxes, reachable or not, the cost of the cheapest solution is known.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <string>
#include <vector>

#include "sokoban/board/board.h"
#include "tests/harness.h"

namespace unriddle::tests {

using sokoban::Board;
using sokoban::Level;
using sokoban::Square;
using sokoban::Squares;

using Bits = std::uint32_t;  // a set of squares

inline Bits bit(std::size_t square) { return Bits{1} << square; }
inline Bits bits_of(std::span<const Square> squares) {
    Bits bits = 0;
    for (const Square square : squares) bits |= bit(square);
    return bits;
}
inline Squares squares_of(Bits bits) {
    Squares squares;
    for (; bits != 0; bits &= bits - 1) {
        squares.push_back(static_cast<Square>(std::countr_zero(bits)));
    }
    return squares;
}

// Calls `visit(set)` for every set of this many squares, in ascending order.
void each_set(std::size_t squares, std::size_t count, auto&& visit) {
    std::uint64_t set = (std::uint64_t{1} << count) - 1;
    while (set < std::uint64_t{1} << squares) {
        visit(static_cast<Bits>(set));
        if (set == 0) return;
        const std::uint64_t lowest = set & (~set + 1), carried = set + lowest;  // the next one
        set = carried | ((set ^ carried) / lowest >> 2);
    }
}

// The rules, on a board of at most 32 squares.
struct PlainBoard {
    explicit PlainBoard(const Board& of) : board(of) {}

    static constexpr int no_square = -1;
    int next(std::size_t square, std::size_t direction) const {
        const Square to = board.next[square][direction];
        return to == board.wall() ? no_square : to;
    }
    std::size_t squares() const { return board.squares(); }
    Bits goals() const { return bits_of(board.goals); }

    // Where the player can walk among these obstacles.
    Bits walk(Bits full, std::size_t from) const {
        Bits seen = bit(from);
        std::vector<std::size_t> waiting = {from};
        while (!waiting.empty()) {
            const std::size_t at = waiting.back();
            waiting.pop_back();
            for (std::size_t d = 0; d < 4; ++d) {
                const int to = next(at, d);
                if (to == no_square || ((full | seen) & bit(static_cast<std::size_t>(to))) != 0)
                    continue;
                seen |= bit(static_cast<std::size_t>(to));
                waiting.push_back(static_cast<std::size_t>(to));
            }
        }
        return seen;
    }

    // The regions of what is free, by their lowest squares.
    std::vector<Bits> regions(Bits full) const {
        std::vector<Bits> found;
        Bits seen = full;
        for (std::size_t square = 0; square < squares(); ++square) {
            if ((seen & bit(square)) != 0) continue;
            found.push_back(walk(full, square));
            seen |= found.back();
        }
        return found;
    }

    struct Pushed {
        Square box;
        std::uint8_t direction;
        Square to;
        Bits boxes;  // afterwards; the player is where the box was
    };
    // Every push of a player who can walk on `region`; `walls` are boxes that are none.
    std::vector<Pushed> pushes(Bits boxes, Bits region, Bits walls = 0) const {
        std::vector<Pushed> found;
        for (const Square box : squares_of(boxes)) {
            for (std::size_t d = 0; d < 4; ++d) {
                const int to = next(box, d), feet = next(box, d ^ 1);
                if (to == no_square || feet == no_square) continue;
                const Bits there = bit(static_cast<std::size_t>(to));
                if (((boxes | walls) & there) != 0) continue;
                if ((region & bit(static_cast<std::size_t>(feet))) == 0) continue;
                found.push_back({box, static_cast<std::uint8_t>(d), static_cast<Square>(to),
                                 (boxes & ~bit(box)) | there});
            }
        }
        return found;
    }

    const Board& board;
};

// What a lone box can do among `walls`: from (box, region of the player) to all that pushes reach.
struct LoneBox {
    LoneBox(const PlainBoard& plain, Bits walls) : plain(plain), walls(walls) {}

    using Place = std::pair<Square, Bits>;  // the box, and where the player can walk
    Place place(Square box, std::size_t player) const {
        return {box, plain.walk(walls | bit(box), player)};
    }

    // Pushes from a place to each square, by breadth-first search.
    std::map<Square, int> from(const Place& start) const {
        std::map<Place, int> seen = {{start, 0}};
        std::map<Square, int> best = {{start.first, 0}};
        std::vector<Place> layer = {start};
        for (int pushes = 1; !layer.empty(); ++pushes) {
            std::vector<Place> next;
            for (const auto& [box, region] : layer) {
                for (const auto& pushed : plain.pushes(bit(box), region, walls)) {
                    const Place there = place(pushed.to, box);
                    if (!seen.try_emplace(there, pushes).second) continue;
                    best.try_emplace(pushed.to, pushes);
                    next.push_back(there);
                }
            }
            layer.swap(next);
        }
        return best;
    }

    const PlainBoard& plain;
    Bits walls;
};

// What every position with this many boxes costs, where a step without a push costs `walk` and a
// push `push`: Dijkstra backwards from all ends.
class AllPositions {
  public:
    static constexpr Cost no_way = std::numeric_limits<Cost>::max();

    AllPositions(const Board& board, std::size_t boxes, Cost walk, Cost push, Bits goals)
        : plain_(board), squares_(board.squares()) {
        std::vector<Bits> sets;
        each_set(squares_, boxes, [&](Bits set) { sets.push_back(set); });
        const std::size_t count = sets.size();
        cost_.assign(count * squares_, no_way);
        using Entry = std::pair<Cost, std::size_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        const auto improve = [&](std::size_t place, Cost cost) {
            if (cost >= cost_[place]) return;
            cost_[place] = cost;
            queue.push({cost, place});
        };
        for (std::size_t i = 0; i < count; ++i) {
            if ((sets[i] & ~goals) != 0) continue;
            for (std::size_t player = 0; player < squares_; ++player) {
                if ((sets[i] & bit(player)) == 0) improve(i * squares_ + player, 0);
            }
        }
        while (!queue.empty()) {
            const auto [cost, place] = queue.top();
            queue.pop();
            if (cost != cost_[place]) continue;
            const Bits set = sets[place / squares_];
            const std::size_t player = place % squares_;
            for (std::size_t d = 0; d < 4; ++d) {
                // The step that came here in direction d.
                const int before = plain_.next(player, d ^ 1), ahead = plain_.next(player, d);
                if (before == PlainBoard::no_square) continue;
                const auto from = static_cast<std::size_t>(before);
                if ((set & bit(from)) != 0) continue;
                improve(index_of(set) * squares_ + from, cost + walk);
                if (ahead == PlainBoard::no_square) continue;
                if ((set & bit(static_cast<std::size_t>(ahead))) == 0) continue;
                const Bits earlier = (set & ~bit(static_cast<std::size_t>(ahead))) | bit(player);
                improve(index_of(earlier) * squares_ + from, cost + push);
            }
        }
    }
    AllPositions(const Board& board, std::size_t boxes, Cost walk = 0, Cost push = 1)
        : AllPositions(board, boxes, walk, push, bits_of(board.goals)) {}

    Cost operator()(Bits boxes, std::size_t player) const {
        return cost_[index_of(boxes) * squares_ + player];
    }
    bool lost(Bits boxes, std::size_t player) const { return (*this)(boxes, player) == no_way; }

    // Of a hundred positions, how many can be solved?
    int solvable() const {
        const auto ways =
            std::count_if(cost_.begin(), cost_.end(), [](Cost cost) { return cost != no_way; });
        return static_cast<int>(100 * ways / static_cast<std::ptrdiff_t>(cost_.size()));
    }

  private:
    // The place of a set among those of its size: how many come before it, square by square.
    static std::size_t index_of(Bits set) {
        std::size_t index = 0;
        for (std::size_t before = 1; set != 0; set &= set - 1, ++before) {
            index += choose(static_cast<std::size_t>(std::countr_zero(set)), before);
        }
        return index;
    }
    static std::size_t choose(std::size_t of, std::size_t some) {
        static const auto table = [] {
            std::array<std::array<std::size_t, 34>, 33> ways{};
            for (std::size_t n = 0; n < ways.size(); ++n) {
                ways[n][0] = 1;
                for (std::size_t k = 1; n > 0 && k < 34; ++k) {
                    ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
                }
            }
            return ways;
        }();
        return table[of][some];
    }

    PlainBoard plain_;
    std::size_t squares_;
    std::vector<Cost> cost_;  // by set of boxes and player
};

// A level from its picture: # wall, $ box, . goal, * + as usual.
inline Level level_of(const std::vector<std::string>& rows) {
    Level level;
    for (const auto& row : rows) level.width = std::max(level.width, static_cast<int>(row.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < rows[r].size(); ++c) {
            const char sign = rows[r][c];
            if (sign == '#') continue;
            const auto at = static_cast<sokoban::Index>(r) * level.width + static_cast<int>(c);
            level.floor.push_back(at);
            if (sign == '.' || sign == '*' || sign == '+') level.goals.push_back(at);
            if (sign == '$' || sign == '*') level.boxes.push_back(at);
            if (sign == '@' || sign == '+') level.player = at;
        }
    }
    return level;
}

// Of what a random level is made.
struct Kind {
    int rows = 4, columns = 5;  // of the inside
    std::size_t most_squares = 15;
    std::size_t boxes = 2, goals = 2;
    int walls = 28;          // in a hundred
    bool symmetric = false;  // by a reflection
};

// A level in one piece; boxes, goals and player are anywhere, some boxes at home.
inline Level random_level(SplitMix64& rng, const Kind& kind) {
    for (;;) {
        const int rows = kind.rows, columns = kind.columns;
        std::vector<std::string> picture(static_cast<std::size_t>(rows + 2),
                                         std::string(static_cast<std::size_t>(columns + 2), '#'));
        const auto at = [&](int r, int c) -> char& {
            return picture[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
        };
        for (int r = 1; r <= rows; ++r) {
            for (int c = 1; c <= columns; ++c) at(r, c) = roll(rng, 100) < kind.walls ? '#' : ' ';
        }
        const int way = roll(rng, 3);
        const auto mirrored = [&](int r, int c) {
            return std::pair(way != 1 ? rows + 1 - r : r, way != 0 ? columns + 1 - c : c);
        };
        for (int r = 1; kind.symmetric && r <= rows; ++r) {
            for (int c = 1; c <= columns; ++c) {
                const auto [row, column] = mirrored(r, c);
                at(r, c) = at(row, column);
            }
        }
        // The part that hangs together with some square; the rest is wall.
        std::vector<std::pair<int, int>> floor, waiting;
        for (int r = 1; r <= rows && waiting.empty(); ++r) {
            for (int c = 1; c <= columns && waiting.empty(); ++c) {
                if (at(r, c) == ' ') waiting.emplace_back(r, c);
            }
        }
        if (waiting.empty()) continue;
        at(waiting[0].first, waiting[0].second) = '_';
        while (!waiting.empty()) {
            const auto [r, c] = waiting.back();
            waiting.pop_back();
            floor.emplace_back(r, c);
            for (const auto& [dr, dc] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
                if (at(r + dr, c + dc) != ' ') continue;
                at(r + dr, c + dc) = '_';
                waiting.emplace_back(r + dr, c + dc);
            }
        }
        if (floor.size() > kind.most_squares || floor.size() < kind.boxes + kind.goals / 2 + 3)
            continue;
        Level level;
        level.width = columns + 2;
        for (const auto& [r, c] : floor) level.floor.push_back(r * level.width + c);
        std::sort(level.floor.begin(), level.floor.end());
        auto some = level.floor;
        shuffle(rng, some);
        level.boxes.assign(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(kind.boxes));
        level.player = some[kind.boxes];
        std::sort(level.boxes.begin(), level.boxes.end());
        shuffle(rng, some);
        for (const sokoban::Index goal : some) {
            if (level.goals.size() >= kind.goals) break;
            const auto [row, column] = mirrored(goal / level.width, goal % level.width);
            const auto add = [&](sokoban::Index square) {
                const auto& goals = level.goals;
                if (std::find(goals.begin(), goals.end(), square) == goals.end()) {
                    level.goals.push_back(square);
                }
            };
            add(goal);
            if (kind.symmetric) add(row * level.width + column);
        }
        std::sort(level.goals.begin(), level.goals.end());
        if (!std::includes(level.floor.begin(), level.floor.end(), level.goals.begin(),
                           level.goals.end())) {
            continue;  // the mirror image was in another part
        }
        level.check();
        return level;
    }
}

// A random level of which many positions can be solved: of some the liveliest, unless one will do.
inline Level lively_level(SplitMix64& rng, const Kind& kind) {
    Level best;
    int most = -1;
    for (int turn = 0; turn < 30 && most < 25; ++turn) {
        const Level level = random_level(rng, kind);
        const Board board(level);
        const int solvable = AllPositions(board, kind.boxes).solvable();
        if (solvable <= most) continue;
        most = solvable;
        best = level;
    }
    return best;
}

inline constexpr int no_square = PlainBoard::no_square;

// Calls `check(board, plain, rng, level)` for many boards.
void on_boards(std::uint64_t count, const Kind& kind, auto&& check) {
    on_seeds(count, 0, [&](SplitMix64& rng, std::uint64_t) {
        const Level level = random_level(rng, kind);
        const Board board(level);
        const PlainBoard plain(board);
        check(board, plain, rng, level);
    });
}

// The level with boxes and player elsewhere.
inline Level at_position(const Board& board, Level level, Bits boxes, Square player) {
    level.boxes.clear();
    for (const Square box : squares_of(boxes)) level.boxes.push_back(board.frame[box]);
    level.player = board.frame[player];
    return level;
}

inline Bits random_bits(SplitMix64& rng, const Board& board, int percent) {
    Bits bits = 0;
    for (std::size_t square = 0; square < board.squares(); ++square) {
        if (roll(rng, 100) < percent) bits |= bit(square);
    }
    return bits;
}

inline Bits marked(const sokoban::Mask& mask, std::size_t squares) {
    Bits bits = 0;
    for (std::size_t square = 0; square < squares; ++square) {
        if (mask[square]) bits |= bit(square);
    }
    return bits;
}

}  // namespace unriddle::tests
