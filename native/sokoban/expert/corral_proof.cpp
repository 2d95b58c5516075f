#include "sokoban/expert/corral_proof.h"

#include <algorithm>
#include <bit>

namespace unriddle::sokoban::expert {

namespace {

constexpr std::uint32_t first_allowance = 50;
constexpr std::uint32_t patience = 100;  // asked so often, an open question gets a larger allowance
constexpr std::uint32_t most_allowance = 4000;
constexpr std::size_t bytes_per_answer = 64;  // about what the table takes

}  // namespace

CorralProof::CorralProof(Toolbox& tools)
    : tools_(tools),
      arena_(tools.arena),
      spare_goals_(arena_.goals.size() > arena_.bases.size()),
      is_kept_(arena_.size() + 1, 0),
      in_zone_(arena_.size() + 1, 0) {}

CorralProof::~CorralProof() { tools_.control.release(reserved_); }

std::uint64_t CorralProof::key(const State& state) const {
    std::uint64_t key = arena_.player_key[state.player] + (state.opened ? 0x9E3779B97F4A7C15u : 0);
    for (const Cell box : state.boxes) key ^= arena_.box_key[box];
    return key;
}

// The boxes around a region, and those behind them that only make room along the same line.
void CorralProof::gather(std::uint16_t region, std::span<const Cell> boxes, const Mask& full) {
    kept_.clear();
    inside_.clear();
    std::fill(in_zone_.begin(), in_zone_.end(), std::uint8_t{0});
    const auto& next = arena_.next;
    const auto keep = [this](Cell box) {
        if (is_kept_[box]) return;
        is_kept_[box] = 1;
        kept_.push_back(box);
    };
    for (Cell cell = 0; cell < arena_.wall(); ++cell) {
        if (label_[cell] != region) continue;
        in_zone_[cell] = 1;
        if (!spare_goals_ && arena_.is_goal[cell]) inside_.push_back(cell);
    }
    const auto touches = [&](Cell box) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell beside = next[box][d];
            if (in_zone_[beside]) return true;
            // diagonal cells, by either way round: a neighbour may be wall
            for (const std::size_t turn : {d < 2 ? 2u : 0u, d < 2 ? 3u : 1u}) {
                if (in_zone_[next[beside][turn]]) return true;
            }
        }
        return false;
    };
    for (const Cell box : boxes) {
        if (touches(box)) keep(box);
    }
    const std::size_t first_row = kept_.size();
    for (std::size_t i = 0; i < first_row; ++i) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell behind = next[kept_[i]][opposite_of(d)];
            if (!in_zone_[next[kept_[i]][d]] || behind == arena_.wall() || !full[behind]) continue;
            const std::size_t aside = d < 2 ? 2 : 0;
            if (next[behind][aside] == arena_.wall() || next[behind][aside + 1] == arena_.wall()) {
                keep(behind);
            }
        }
    }
    for (const Cell box : kept_) {
        in_zone_[box] = 1;
        is_kept_[box] = 0;
    }
}

// Nothing is left to prove: the floor is in one piece, or the boxes are on goals and, where a goal
// inside has to be filled, somebody got there. (Another box that fills it is pushed by a player who
// stands in the same region: so it is reached before it is filled, or filled by a box of ours.)
bool CorralProof::settled(State& state) {
    if (state.boxes.empty()) return true;
    bool off_goal = false;
    for (const Cell box : state.boxes) off_goal = off_goal || !arena_.is_goal[box];
    tools_.flood.from(state.player, board_);
    for (const Cell goal : inside_) {
        state.opened = state.opened || board_[goal] || tools_.flood.reached(goal);
    }
    if (!off_goal && (state.opened || inside_.empty())) return true;
    for (Cell cell = 0; cell < arena_.wall(); ++cell) {
        if (!board_[cell] && !tools_.flood.reached(cell)) return false;
    }
    return true;
}

// Takes off every box that can leave the zone; true if nothing is left to prove.
bool CorralProof::shrink(State& state) {
    board_ = arena_.blocked;
    for (const Cell box : state.boxes) board_[box] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < state.boxes.size(); ++i) {
            const Cell box = state.boxes[i];
            tools_.flood.from(state.player, board_);
            const unsigned sides = tools_.sides(box);
            if (sides == 0) continue;
            Cell feet = nobody;
            tools_.journeys.each<false>(
                board_, box, sides,
                [&](Cell cell, std::size_t) {
                    return feet == nobody && !arena_.is_dead[cell] &&
                           !tools_.freeze.loses(cell, board_, arena_.blocked);
                },
                [&](const Journey& journey) {
                    if (!in_zone_[journey.to]) feet = journey.player;
                });
            if (feet == nobody) continue;
            board_[box] = 0;
            state.boxes.erase(state.boxes.begin() + static_cast<std::ptrdiff_t>(i));
            state.player = tools_.flood.from(feet, board_);
            changed = true;
            break;
        }
    }
    return settled(state);
}

// Searches with the boxes of `kept_`; true if they can never be brought in order.
bool CorralProof::dead(Cell player, std::uint32_t allowance) {
    open_.clear();
    seen_.clear();
    State start{kept_, player, false, 0};
    open_.push_back(std::move(start));
    const auto later = [](const State& one, const State& other) { return one.score > other.score; };
    for (std::uint32_t expanded = 0; !open_.empty(); ++expanded) {
        if (expanded % 16 == 15) tools_.control.look();
        if (expanded >= allowance || open_.size() > 2 * allowance + 100) return false;
        std::pop_heap(open_.begin(), open_.end(), later);
        State state = std::move(open_.back());
        open_.pop_back();
        if (shrink(state)) return false;
        if (!seen_.insert(key(state)).second) continue;
        for (std::size_t i = 0; i < state.boxes.size(); ++i) {
            const Cell box = state.boxes[i];
            tools_.flood.from(state.player, board_);
            const unsigned sides = tools_.sides(box);
            if (sides == 0) continue;
            tools_.journeys.each<false>(
                board_, box, sides,
                [&](Cell cell, std::size_t) {
                    return !arena_.is_dead[cell] &&
                           !tools_.freeze.loses(cell, board_, arena_.blocked);
                },
                [&](const Journey& journey) {
                    State child{state.boxes, journey.player, state.opened, 0};
                    child.boxes[i] = journey.to;
                    if (seen_.contains(key(child))) return;
                    const auto region = static_cast<int>(tools_.journeys.region_size());
                    child.score = static_cast<int>(child.boxes.size()) * 10000 - region;
                    open_.push_back(std::move(child));
                    std::push_heap(open_.begin(), open_.end(), later);
                });
        }
    }
    return true;
}

// Leaves out boxes, and goals that would have to be filled, as long as the rest of `kept_` is lost.
void CorralProof::learn(Cell player) {
    const auto still_dead = [&] {
        board_ = arena_.blocked;
        for (const Cell box : kept_) board_[box] = 1;
        State start{kept_, tools_.flood.from(player, board_), false, 0};
        return !settled(start) && dead(start.player, 2 * first_allowance);
    };
    const Cells goals = inside_;
    inside_.clear();
    if (!goals.empty() && !still_dead()) inside_ = goals;
    for (std::size_t i = kept_.size(); i-- > 0;) {
        const Cell box = kept_[i];
        kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
        if (!still_dead()) kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), box);
    }
    tools_.proofs.learn(kept_, inside_, player);
}

bool CorralProof::lost(std::span<const Cell> boxes, Cell player, const Mask& full) {
    if (!tools_.rules.corrals) return false;
    const int regions = count_regions(arena_, full, tools_.flood, &label_);
    if (regions < 2) return false;
    const std::uint16_t ours = label_[player];
    for (std::uint16_t region = 1; region <= regions; ++region) {
        if (region == ours) continue;
        gather(region, boxes, full);
        board_ = arena_.blocked;
        for (const Cell box : kept_) board_[box] = 1;
        State start{kept_, tools_.flood.from(player, board_), false, 0};
        if (settled(start)) continue;
        const Cell lowest = static_cast<Cell>(
            std::find(label_.begin(), label_.end(), region) - label_.begin());
        Known& known = known_[key(start) ^ std::rotl(arena_.player_key[lowest], 17)];
        if (known.asked++ == 0) {
            tools_.control.reserve(bytes_per_answer);
            reserved_ += bytes_per_answer;
        }
        if (known.verdict == Verdict::unknown) {
            const bool again = known.asked >= patience && std::has_single_bit(known.asked);
            if (known.asked == 1 || again) {
                const std::uint32_t allowance =
                    std::clamp(known.asked, first_allowance, most_allowance);
                if (dead(start.player, allowance)) {
                    known.verdict = Verdict::dead;
                    if (tools_.proofs.learns()) learn(player);
                }
            }
        }
        if (known.verdict == Verdict::dead) return true;
    }
    return false;
}

}  // namespace unriddle::sokoban::expert
