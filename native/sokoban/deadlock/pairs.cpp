#include "sokoban/deadlock/pairs.h"

#include <algorithm>
#include <array>

#include "sokoban/board/flood.h"

namespace unriddle::sokoban {

// The states.
struct Pairs::States {
    explicit States(Control& control)
        : squares(control), one(control), other(control), stands(control) {}

    std::size_t states() const { return one.size(); }

    MeteredVector<Square> squares;     // the live ones
    MeteredVector<Square> one, other;  // by state: the two boxes
    MeteredVector<Square> stands;      // and a square of the player's region
};

namespace {

// Labels the regions that two boxes leave to the player.
class Labels {
  public:
    explicit Labels(const Board& board)
        : board_(board), full_(board.walls), label_(board.squares(), 0), flood_(board) {}

    // How many regions there are, each with its first square in `first`. Squares that touch no box
    // are reached from those that do; a region that touches neither box does not exist, for the
    // board is connected.
    std::size_t label(Square one, Square other, std::array<Square, 8>& first) {
        full_[one] = full_[other] = 1;
        flood_.begin();
        std::size_t count = 0;
        for (const Square box : {one, other}) {
            for (const Square start : board_.next[box]) {
                if (full_[start] || flood_.reached(start)) continue;
                flood_.add(start, full_.data());
                for (const Square square : flood_.squares()) {
                    label_[square] = static_cast<std::uint8_t>(count);
                }
                first[count++] = start;
            }
        }
        full_[one] = full_[other] = 0;
        return count;
    }

    const std::vector<std::uint8_t>& all() const { return label_; }

  private:
    const Board& board_;
    Mask full_;
    std::vector<std::uint8_t> label_;  // by square
    Flood flood_;
};

}  // namespace

std::optional<Pairs> Pairs::make(const Board& board, const Sides& sides, const PushCosts& costs,
                                 std::size_t most_work, Control& control) {
    States graph(control);
    for (std::size_t square = 0; square < board.squares(); ++square) {
        if (!costs.is_dead()[square]) {
            graph.squares.push_back(static_cast<Square>(square));
        }
    }
    const std::size_t couples = graph.squares.size() * graph.squares.size() / 2;
    const std::size_t goals = board.goals.size();
    if (couples * (board.squares() + 4 * goals * goals) > most_work) return std::nullopt;
    Pairs pairs(control);
    pairs.number_states(board, graph, control);
    pairs.weigh(board, sides, costs, graph, control);
    return pairs;
}

void Pairs::number_states(const Board& board, States& graph, Control& control) {
    lives_ = graph.squares.size();
    live_.assign(board.squares(), 0);
    for (std::size_t i = 0; i < lives_; ++i) {
        live_[graph.squares[i]] = static_cast<std::uint16_t>(i);
    }
    pairs_.assign(lives_ * lives_, Pair{});
    Labels labels(board);
    std::array<Square, 8> first{};
    for (std::size_t i = 0; i < lives_; ++i) {
        control.check_limits();
        for (std::size_t j = i + 1; j < lives_; ++j) {
            const Square one = graph.squares[i], other = graph.squares[j];
            const std::size_t count = labels.label(one, other, first);
            Pair pair{static_cast<std::uint32_t>(graph.states())};
            if (count > 1) {
                pair.regions = static_cast<std::uint32_t>(regions_.size());
                regions_.insert(regions_.end(), labels.all().begin(), labels.all().end());
            }
            for (std::size_t region = 0; region < count; ++region) {
                graph.one.push_back(one);
                graph.other.push_back(other);
                graph.stands.push_back(first[region]);
            }
            pairs_[i * lives_ + j] = pairs_[j * lives_ + i] = pair;
        }
    }
}

std::uint32_t Pairs::state_of(Square one, Square other, Square player) const {
    const Pair& pair = pairs_[live_[one] * lives_ + live_[other]];
    return pair.first + (pair.regions == single ? 0 : regions_[pair.regions + player]);
}

void Pairs::weigh(const Board& board, const Sides& sides, const PushCosts& costs,
                  const States& graph, Control& control) {
    // The pushes, counted first and then filled in.
    const std::size_t states = graph.states();
    MeteredVector<std::uint32_t> begin(states + 1, 0, control);
    MeteredVector<std::uint32_t> from(control);
    const auto for_each_push = [&](auto&& visit) {
        for (std::size_t state = 0; state < states; ++state) {
            if (state % 4096 == 0) control.check_limits();
            for (const bool second : {false, true}) {
                const Square box = second ? graph.other[state] : graph.one[state];
                const Square stays = second ? graph.one[state] : graph.other[state];
                for (std::size_t direction = 0; direction < 4; ++direction) {
                    const Square to = board.next[box][direction];
                    const Square player = board.next[box][opposite(direction)];
                    if (to == stays || costs.is_dead()[to]) continue;  // the wall is dead, too
                    if (player == board.wall() || player == stays) continue;
                    if (state_of(box, stays, player) != state) continue;
                    visit(state, state_of(to, stays, box));
                }
            }
        }
    };
    for_each_push([&](std::size_t, std::size_t to) { ++begin[to + 1]; });
    for (std::size_t state = 0; state < states; ++state) begin[state + 1] += begin[state];
    from.assign(begin[states], 0);
    MeteredVector<std::uint32_t> filled(begin.begin(), begin.end(), control);
    for_each_push([&](std::size_t state, std::size_t to) {
        from[filled[to]++] = static_cast<std::uint32_t>(state);
    });

    surcharge_.assign(states, dead);
    constexpr std::uint16_t unseen = 0xFFFF;
    MeteredVector<std::uint16_t> pushes(states, unseen, control);
    MeteredVector<std::uint32_t> queue(control);
    for (std::size_t i = 0; i < board.goals.size(); ++i) {
        for (std::size_t j = i + 1; j < board.goals.size(); ++j) {
            control.check_limits();
            queue.clear();
            const Square home = board.goals[i], second = board.goals[j];
            const std::uint32_t first = pairs_[live_[home] * lives_ + live_[second]].first;
            for (std::uint32_t state = first; state < states; ++state) {
                if (graph.one[state] != graph.one[first] ||
                    graph.other[state] != graph.other[first]) {
                    break;
                }
                pushes[state] = 0;
                queue.push_back(state);
            }
            for (std::size_t next = 0; next < queue.size(); ++next) {
                const std::uint32_t state = queue[next];
                const Square one = graph.one[state], other = graph.other[state];
                const auto* a = costs.from(one, sides(one, graph.stands[state]));
                const auto* b = costs.from(other, sides(other, graph.stands[state]));
                const int alone = std::min(a[i] + b[j], a[j] + b[i]);
                const int extra = std::min(pushes[state] - alone, dead - 1);
                surcharge_[state] = std::min(surcharge_[state], static_cast<std::uint8_t>(extra));
                for (std::uint32_t k = begin[state]; k < begin[state + 1]; ++k) {
                    if (pushes[from[k]] != unseen) continue;
                    pushes[from[k]] = static_cast<std::uint16_t>(pushes[state] + 1);
                    queue.push_back(from[k]);
                }
            }
            for (const std::uint32_t state : queue) pushes[state] = unseen;
        }
    }
}

}  // namespace unriddle::sokoban
