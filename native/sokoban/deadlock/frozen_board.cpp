#include "sokoban/deadlock/frozen_board.h"

namespace unriddle::sokoban {

namespace {

std::size_t bytes_of(const Board& board) {
    return board.squares() * (4 * Matching::words(board.goals.size()) * sizeof(Matching::Word) + 6);
}

}  // namespace

FrozenBoard::FrozenBoard(const Board& board, std::span<const Square> boxes)
    : frozen(boxes.begin(), boxes.end()),
      graph(board, board.with(frozen)),
      words(Matching::words(board.goals.size())),
      reach(board.squares() * 4 * words, 0),
      goal_at(board.squares(), none),
      alive(board.squares() + 1, 0) {
    for (const Square goal : board.goals) {
        if (graph.is_wall(goal)) continue;
        const std::size_t place = goals.size();
        goal_at[goal] = static_cast<std::uint16_t>(place);
        goals.push_back(goal);
        graph.search<true>({&goal, 1}, [&](Square square, unsigned sides, std::uint32_t) {
            alive[square] = static_cast<std::uint8_t>(alive[square] | sides);
            for (std::size_t side = 0; side < 4; ++side) {
                if ((sides >> side & 1) == 0) continue;
                reach[(square * 4 + side) * words + place / 64] |= Matching::Word{1} << place % 64;
            }
        });
    }
}

void FrozenBoard::add_goals(Square box, unsigned sides, std::span<Matching::Word> bits) const {
    for (std::size_t side = 0; side < 4; ++side) {
        if ((sides >> side & 1) == 0) continue;
        for (std::size_t i = 0; i < words; ++i) bits[i] |= reach[(box * 4 + side) * words + i];
    }
    const std::size_t home = goal_at[box];
    if (home != none) bits[home / 64] |= Matching::Word{1} << home % 64;
}

FrozenBoards::FrozenBoards(const Board& board, const Mask& is_dead, DeadlockRules rules,
                           Flood& flood)
    : board_(board),
      rules_(rules),
      most_kept_(most_bytes / bytes_of(board) + 16),
      freeze_(board, is_dead),
      flood_(flood) {}

const FrozenBoard* FrozenBoards::find(std::span<const Square> boxes) {
    std::span<const Square> frozen;
    if (rules_.freeze) frozen = freeze_.find(boxes);
    if (!all_in(board_.is_goal, frozen)) return nullptr;
    if (!rules_.frozen_walls) frozen = {};
    std::uint64_t key = 0;
    for (const Square box : frozen) key += mixed(box + 1u);
    if (kept_.size() > most_kept_) kept_.clear();
    std::unique_ptr<FrozenBoard>& kept = kept_[key];
    if (kept == nullptr || !std::is_permutation(kept->frozen.begin(), kept->frozen.end(),
                                                frozen.begin(), frozen.end())) {
        kept = std::make_unique<FrozenBoard>(board_, frozen);
    }
    return kept.get();
}

bool FrozenBoards::goals_suffice(const FrozenBoard& frozen, std::span<const Square> boxes,
                                 Square player) {
    if (!rules_.matching) return true;
    matching_.begin(frozen.words * 64);
    alone_ = frozen.graph.walls();
    for (const Square box : boxes) {
        if (frozen.graph.is_wall(box)) continue;
        unsigned sides = frozen.graph.open_sides(box);
        if (frozen.graph.divides(box)) {  // even when it is alone: on which side are we?
            alone_[box] = 1;
            flood_.from(player, alone_);
            alone_[box] = 0;
            sides = flood_.sides(box);
        }
        wants_.assign(frozen.words, 0);
        frozen.add_goals(box, sides, wants_);
        if (!matching_.add(wants_)) return false;
    }
    return true;
}

}  // namespace unriddle::sokoban
