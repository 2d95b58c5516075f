#include "sokoban/deadlock/corral_search.h"

#include <algorithm>
#include <bit>

namespace unriddle::sokoban {

namespace {

constexpr std::uint32_t first_allowance = 50;
constexpr std::uint32_t patience = 100;  // asked so often, an open question gets a larger allowance
constexpr std::uint32_t most_allowance = 4000;
constexpr std::size_t bytes_per_answer = 64;  // about what the table takes

}  // namespace

CorralSearch::CorralSearch(const Board& board, const Mask& is_dead, std::size_t boxes,
                           DeadlockRules rules, Flood& flood, MacroPushes& macro_pushes,
                           Proofs& proofs, Control& control)
    : level_(board),
      is_dead_(is_dead),
      rules_(rules),
      spare_goals_(board.goals.size() > boxes),
      zobrist_(board),
      freeze_(board, is_dead),
      flood_(flood),
      macro_pushes_(macro_pushes),
      proofs_(proofs),
      control_(control),
      regions_(board),
      is_kept_(board.squares() + 1, 0),
      in_zone_(board.squares() + 1, 0) {}

CorralSearch::~CorralSearch() { control_.release(reserved_); }

std::uint64_t CorralSearch::key(const State& state) const {
    const std::uint64_t opened = state.opened ? 0x9E3779B97F4A7C15u : 0;
    return (zobrist_.player(state.player) + opened) ^ zobrist_.boxes(state.boxes);
}

// The boxes around a region, and those behind them that only make room along the same line.
void CorralSearch::gather(std::uint16_t region, std::span<const Square> boxes, const Mask& full) {
    kept_.clear();
    inside_.clear();
    std::fill(in_zone_.begin(), in_zone_.end(), std::uint8_t{0});
    const auto& next = level_.next;
    const auto keep = [this](Square box) {
        if (is_kept_[box]) return;
        is_kept_[box] = 1;
        kept_.push_back(box);
    };
    for (Square square = 0; square < level_.wall(); ++square) {
        if (regions_.of(square) != region) continue;
        in_zone_[square] = 1;
        if (!spare_goals_ && level_.is_goal[square]) inside_.push_back(square);
    }
    for (const Square box : boxes) {
        if (touches(level_, box, in_zone_)) keep(box);
    }
    const std::size_t first_row = kept_.size();
    for (std::size_t i = 0; i < first_row; ++i) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Square behind = next[kept_[i]][opposite(d)];
            if (!in_zone_[next[kept_[i]][d]] || behind == level_.wall() || !full[behind]) continue;
            const std::size_t aside = across(d);
            if (next[behind][aside] == level_.wall() || next[behind][aside + 1] == level_.wall()) {
                keep(behind);
            }
        }
    }
    for (const Square box : kept_) {
        in_zone_[box] = 1;
        is_kept_[box] = 0;
    }
}

// Nothing is left to prove: the floor is in one piece, or the boxes are on goals and, where a goal
// inside has to be filled, the player got there. (Another box that fills it is pushed by a player
// who stands in the same region: so it is reached before it is filled, or filled by a box of ours.)
bool CorralSearch::settled(State& state) {
    if (state.boxes.empty()) return true;
    flood_.from(state.player, board_);
    for (const Square goal : inside_) {
        state.opened = state.opened || board_[goal] || flood_.reached(goal);
    }
    if ((state.opened || inside_.empty()) && all_in(level_.is_goal, state.boxes)) return true;
    for (Square square = 0; square < level_.wall(); ++square) {
        if (!board_[square] && !flood_.reached(square)) return false;
    }
    return true;
}

// Takes off every box that can leave the zone; true if nothing is left to prove.
bool CorralSearch::shrink(State& state) {
    stand(state.boxes);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < state.boxes.size(); ++i) {
            const Square box = state.boxes[i];
            flood_.from(state.player, board_);
            const unsigned sides = flood_.sides(box);
            if (sides == 0) continue;
            Square feet = nowhere;
            macro_pushes_.each<false>(
                board_, box, sides,
                [&](Square square, std::size_t) { return feet == nowhere && may_stand(square); },
                [&](const MacroPush& push) {
                    if (!in_zone_[push.to]) feet = push.player;
                });
            if (feet == nowhere) continue;
            board_[box] = 0;
            state.boxes.erase(state.boxes.begin() + static_cast<std::ptrdiff_t>(i));
            state.player = flood_.from(feet, board_);
            changed = true;
            break;
        }
    }
    return settled(state);
}

// Searches with the boxes of `kept_`; true if they can never be brought in order.
bool CorralSearch::dead(Square player, std::uint32_t allowance) {
    open_.clear();
    seen_.clear();
    State start{kept_, player, false, 0, 0};
    open_.push_back(std::move(start));
    std::uint32_t last_number = 0;
    const auto later = [](const State& one, const State& other) {
        if (one.score != other.score) return one.score > other.score;
        return one.number < other.number;
    };
    for (std::uint32_t expanded = 0; !open_.empty(); ++expanded) {
        if (expanded % 16 == 15) control_.check_limits();
        if (expanded >= allowance || open_.size() > 2 * allowance + 100) return false;
        std::pop_heap(open_.begin(), open_.end(), later);
        State state = std::move(open_.back());
        open_.pop_back();
        if (shrink(state)) return false;
        if (!seen_.insert(key(state)).second) continue;
        for (std::size_t i = 0; i < state.boxes.size(); ++i) {
            const Square box = state.boxes[i];
            flood_.from(state.player, board_);
            const unsigned sides = flood_.sides(box);
            if (sides == 0) continue;
            macro_pushes_.each<false>(
                board_, box, sides, [&](Square square, std::size_t) { return may_stand(square); },
                [&](const MacroPush& push) {
                    State child{state.boxes, push.player, state.opened, 0, ++last_number};
                    child.boxes[i] = push.to;
                    if (seen_.contains(key(child))) return;
                    const auto region = static_cast<int>(macro_pushes_.region_size());
                    child.score = static_cast<int>(child.boxes.size()) * 10000 - region;
                    open_.push_back(std::move(child));
                    std::push_heap(open_.begin(), open_.end(), later);
                });
        }
    }
    return true;
}

// Leaves out boxes, and goals that would have to be filled, as long as the rest of `kept_` is lost.
void CorralSearch::learn(Square player) {
    const auto still_dead = [&] {
        stand(kept_);
        State start{kept_, flood_.from(player, board_), false, 0, 0};
        return !settled(start) && dead(start.player, 2 * first_allowance);
    };
    const Squares goals = inside_;
    inside_.clear();
    if (!goals.empty() && !still_dead()) inside_ = goals;
    for (std::size_t i = kept_.size(); i-- > 0;) {
        const Square box = kept_[i];
        kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
        if (!still_dead()) kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), box);
    }
    proofs_.learn(kept_, inside_, player);
}

bool CorralSearch::lost(std::span<const Square> boxes, Square player, const Mask& full) {
    if (!rules_.corrals) return false;
    const std::size_t regions = regions_.label(full.data(), flood_);
    if (regions < 2) return false;
    const std::uint16_t ours = regions_.of(player);
    for (std::uint16_t region = 1; region <= regions; ++region) {
        if (region == ours) continue;
        gather(region, boxes, full);
        stand(kept_);
        State start{kept_, flood_.from(player, board_), false, 0, 0};
        if (settled(start)) continue;
        Known& known = known_[key(start) ^ std::rotl(zobrist_.player(regions_.lowest(region)), 17)];
        if (known.asked++ == 0) {
            control_.reserve(bytes_per_answer);
            reserved_ += bytes_per_answer;
        }
        if (known.answer == Answer::unknown) {
            const bool again = known.asked >= patience && std::has_single_bit(known.asked);
            if (known.asked == 1 || again) {
                const std::uint32_t allowance =
                    std::clamp(known.asked, first_allowance, most_allowance);
                if (dead(start.player, allowance)) {
                    known.answer = Answer::dead;
                    if (proofs_.learns()) learn(player);
                }
            }
        }
        if (known.answer == Answer::dead) return true;
    }
    return false;
}

}  // namespace unriddle::sokoban
