#include "bloxorz/estimates.h"

#include <array>
#include <cstdlib>

namespace unriddle::bloxorz {

namespace {

void halves(Estimates& estimates, const Board& board, const Stage& stage) {
    estimates.add = true;
    for (Place square = 0; square < board.squares(); ++square) {
        const Index cell = board.frame[square];
        estimates.of_cube[square] = std::abs(cell / stage.width - stage.goal / stage.width) +
                                    std::abs(cell % stage.width - stage.goal % stage.width);
    }
    for (Place place = 0; place < board.cover.size(); ++place) {
        estimates.of_block[place] = estimates.of_cube[board.cover[place].first] +
                                    estimates.of_cube[board.cover[place].second];
    }
}

// A breadth-first search backwards from the goal over a board on which every bridge is on. The
// nodes are the places of the block, then the squares of a cube, then the pairs that a split makes
// appear. A cube is as near as the nearest lying block that it could be half of; a pair is as near
// as the farther of its cubes. Where the block is never split, cubes are never asked about.
void rolls(Estimates& estimates, const Board& board, const Stage& stage) {
    const Place blocks = static_cast<Place>(board.cover.size()), squares = board.squares();
    const Place cubes = blocks, pairs = cubes + squares;
    const auto pair_count = static_cast<Place>(stage.splits.size());
    const Place goal = board.number(stage.goal);
    const bool has_cubes = stage.has_cubes();

    const auto split_at = [&](Place square) {
        return stage.split_at[static_cast<std::size_t>(board.frame[square])];
    };
    // Where a roll onto `place` ends: there, or in what a split switch makes of the block.
    const auto result = [&](Place place) {
        const auto [first, second] = board.cover[place];
        if (first != second && !stage.rules.split_on_contact) return place;
        const Index index = split_at(first) >= 0 ? split_at(first) : split_at(second);
        if (index < 0) return place;
        const Split& split = stage.splits[static_cast<std::size_t>(index)];
        const Place touching =
            board.lying_on(board.number(split.first), board.number(split.second));
        return touching != nowhere ? touching : pairs + static_cast<Place>(index);
    };

    // The rolls that end in a node are a list: `head` of the node, then `next` of the roll.
    std::vector<Place> head(pairs + pair_count, nowhere), next, source;
    source.reserve(4 * pairs);
    next.reserve(4 * pairs);
    const auto add_roll = [&](Place from, Place to) {
        source.push_back(from);
        next.push_back(head[to]);
        head[to] = static_cast<Place>(source.size() - 1);
    };
    for (Place place = 0; place < blocks; ++place) {
        if (place == goal) continue;  // nothing rolls away from there
        for (const Place to : board.roll[place]) {
            if (to != nowhere) add_roll(place, result(to));
        }
    }
    for (Place square = 0; has_cubes && square < squares; ++square) {
        for (const Place to : board.neighbour[square]) {
            if (to != nowhere) add_roll(cubes + square, cubes + to);
        }
    }

    std::vector<bool> known(pairs + pair_count, false);
    std::vector<Place> reached = {goal}, farther;
    for (double steps = 0; !reached.empty(); ++steps) {
        for (std::size_t i = 0; i < reached.size(); ++i) {  // grows by what needs no roll
            const Place node = reached[i];
            if (known[node]) continue;
            known[node] = true;
            for (Place roll = head[node]; roll != nowhere; roll = next[roll]) {
                farther.push_back(source[roll]);
            }
            if (node < blocks) {
                estimates.of_block[node] = steps;
                const auto [first, second] = board.cover[node];
                if (has_cubes && first != second) {
                    reached.insert(reached.end(), {cubes + first, cubes + second});
                }
            } else if (node < pairs) {
                estimates.of_cube[node - cubes] = steps;
                for (Place pair = 0; pair < pair_count; ++pair) {
                    const Split& split = stage.splits[pair];
                    if (known[cubes + board.number(split.first)] &&
                        known[cubes + board.number(split.second)]) {
                        reached.push_back(pairs + pair);
                    }
                }
            }
        }
        reached.swap(farther);
        farther.clear();
    }
}

constexpr auto table = std::to_array<Named<Heuristic>>({
    {"rolls", rolls},
    {"halves", halves},
});

}  // namespace

std::span<const Named<Heuristic>> heuristics() { return table; }

}  // namespace unriddle::bloxorz
