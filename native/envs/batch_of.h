// A batch of games of one kind. A `Game` is a pack of levels, a `GamesOf<Game>`, and has besides:
//
//     struct Env;                                  what a game needs besides its observation
//     static constexpr bool needs_mask;            does `play` look at it?
//     void begin(Env&, Row, std::size_t level) const;
//     Moved play(Env&, Row, std::size_t action) const;
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "envs/batch.h"
#include "envs/workers.h"
#include "search/rng.h"

namespace unriddle::envs {

template <class Game>
class BatchOf : public Batch {
  public:
    BatchOf(std::shared_ptr<const Game> game, const Settings& wanted)
        : game_(std::move(game)),
          slots_(wanted.envs),
          workers_(
              std::clamp<std::size_t>(wanted.threads, 1, std::max<std::size_t>(1, wanted.envs))) {
        settings = wanted;
        shape = game_->shape();
        const bool same_step = settings.autoreset == Autoreset::same_step;
        const std::size_t envs = settings.envs, ended = same_step ? envs : 0;
        const std::size_t mask = settings.masks || Game::needs_mask ? shape.actions : 0;
        const std::size_t planes_each = settings.planes ? shape.planes * shape.entries() : 0;
        grids.resize(envs * shape.entries());
        final_grids.resize(ended * shape.entries());
        planes.resize(envs * planes_each);
        final_planes.resize(ended * planes_each);
        masks.resize(envs * mask);
        final_masks.resize(ended * mask);
        rewards.resize(envs);
        terminated.resize(envs);
        truncated.resize(envs);
        level.resize(envs);
        final_level.resize(ended);
    }

    std::size_t levels() const override { return game_->levels(); }

    void reset(const std::uint64_t* seeds, const std::int64_t* wanted, const bool* which) override {
        for (std::size_t i = 0; wanted && i < settings.envs; ++i) {
            if (wanted[i] != any_level && static_cast<std::uint64_t>(wanted[i]) >= levels()) {
                throw std::invalid_argument("there is no level " + std::to_string(wanted[i]));
            }
        }
        workers_.share(settings.envs, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (which && !which[i]) continue;
                if (seeds) {
                    slots_[i].rng = SplitMix64(seeds[i]);
                    slots_[i].draws = SplitMix64(~seeds[i]);
                }
                begin(i, wanted ? wanted[i] : any_level);
                rewards[i] = 0;
                terminated[i] = truncated[i] = 0;
                if (settings.planes) spread(grid(i), plane(planes, i));
            }
        });
    }

    void step(const Action* actions) override {
        std::uint64_t highest = 0;
        for (std::size_t i = 0; i < settings.envs; ++i) {
            highest = std::max(highest, static_cast<std::uint64_t>(actions[i]));
        }
        if (highest >= shape.actions) refuse(actions);
        const Rewards pay = settings.rewards;
        const std::uint32_t most = settings.most_steps ? settings.most_steps : ~std::uint32_t{0};
        const bool same_step = settings.autoreset == Autoreset::same_step;
        const Game& game = *game_;
        workers_.share(settings.envs, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                Slot& slot = slots_[i];
                if (!same_step && (terminated[i] | truncated[i])) {
                    begin(i, any_level);
                    rewards[i] = 0;
                    terminated[i] = truncated[i] = 0;
                } else {
                    const Moved moved =
                        game.play(slot.env, row(i), static_cast<std::size_t>(actions[i]));
                    ++slot.steps;
                    const int gained = std::max(moved.progress, 0);
                    rewards[i] = pay.step + pay.forward * gained +
                                 pay.backward * (gained - moved.progress) +
                                 pay.solved * moved.solved + pay.lost * moved.lost +
                                 pay.illegal * moved.illegal;
                    terminated[i] = moved.solved | moved.lost;
                    truncated[i] = slot.steps >= most;
                    if (same_step && (terminated[i] | truncated[i])) {
                        keep_final(i);
                        begin(i, any_level);
                    }
                }
                if (settings.planes) spread(grid(i), plane(planes, i));
            }
        });
    }

    void sample(Action* actions) override {
        if (masks.empty()) throw std::invalid_argument("there are no masks to draw from");
        workers_.share(settings.envs, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                actions[i] = drawn(row(i).mask, slots_[i].draws);
            }
        });
    }

  private:
    struct Slot {
        typename Game::Env env;
        SplitMix64 rng{0};
        SplitMix64 draws{0};  // for `sample`, which must not change the levels that are drawn
        std::uint32_t steps = 0;
    };

    [[noreturn]] void refuse(const Action* actions) const {
        for (std::size_t i = 0;; ++i) {
            if (static_cast<std::uint64_t>(actions[i]) >= shape.actions) {
                throw std::invalid_argument("environment " + std::to_string(i) + ": action " +
                                            std::to_string(actions[i]) + " is not from 0 to " +
                                            std::to_string(shape.actions - 1));
            }
        }
    }

    // One of the legal actions; eight bytes, which are 0 or 1, are counted at a time.
    Action drawn(const std::uint8_t* mask, SplitMix64& draws) const {
        const auto eight = [&](std::size_t from) {
            std::uint64_t word = 0;
            if (from + 8 <= shape.actions) {
                std::memcpy(&word, mask + from, 8);
            } else {
                std::memcpy(&word, mask + from, shape.actions - from);
            }
            return word;
        };
        int legal = 0;
        for (std::size_t at = 0; at < shape.actions; at += 8) legal += std::popcount(eight(at));
        if (legal == 0) return 0;
        int skip = static_cast<int>(draws.below(static_cast<std::uint64_t>(legal)));
        for (std::size_t at = 0;; at += 8) {
            std::uint64_t word = eight(at);
            const int here = std::popcount(word);
            if (skip >= here) {
                skip -= here;
                continue;
            }
            for (; skip > 0; --skip) word &= word - 1;
            return static_cast<Action>(at) +
                   std::countr_zero(word) / 8;  // little-endian, as all are
        }
    }

    std::uint8_t* grid(std::size_t i) { return grids.data() + i * shape.entries(); }
    std::uint8_t* plane(std::vector<std::uint8_t>& all, std::size_t i) const {
        return all.data() + i * shape.planes * shape.entries();
    }
    Row row(std::size_t i) {
        return {grid(i), masks.empty() ? nullptr : masks.data() + i * shape.actions};
    }

    void begin(std::size_t i, std::int64_t wanted) {
        Slot& slot = slots_[i];
        const std::size_t chosen =
            wanted == any_level ? slot.rng.below(levels()) : static_cast<std::size_t>(wanted);
        level[i] = static_cast<std::int32_t>(chosen);
        slot.steps = 0;
        game_->begin(slot.env, row(i), chosen);
    }

    void keep_final(std::size_t i) {
        std::copy_n(grid(i), shape.entries(), final_grids.data() + i * shape.entries());
        if (settings.planes) spread(grid(i), plane(final_planes, i));
        if (!masks.empty()) {
            std::copy_n(row(i).mask, shape.actions, final_masks.data() + i * shape.actions);
        }
        final_level[i] = level[i];
    }

    void spread(const std::uint8_t* __restrict from, std::uint8_t* __restrict to) const {
        const std::size_t entries = shape.entries();
        for (std::size_t plane = 0; plane < shape.planes; ++plane, to += entries) {
            const auto bit = static_cast<std::uint8_t>(1u << plane);
            for (std::size_t i = 0; i < entries; ++i) to[i] = (from[i] & bit) != 0;
        }
    }

    std::shared_ptr<const Game> game_;
    std::vector<Slot> slots_;
    Workers workers_;
};

template <class Game>
class GamesOf : public Games {
  public:
    std::unique_ptr<Batch> batch(std::shared_ptr<const Games> self,
                                 Settings settings) const override {
        if (levels() == 0) throw std::invalid_argument("there are no levels");
        if (settings.envs == 0) throw std::invalid_argument("there must be an environment");
        if (settings.threads == 0) settings.threads = std::thread::hardware_concurrency();
        auto game = std::static_pointer_cast<const Game>(std::move(self));
        return std::make_unique<BatchOf<Game>>(std::move(game), settings);
    }
};

}  // namespace unriddle::envs
