#include "sokoban/fess/solver.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/thread_room.h"
#include "sokoban/board/pushes.h"
#include "sokoban/fess/plain_search.h"
#include "sokoban/fess/strategy.h"

namespace unriddle::sokoban::fess {

namespace {

constexpr std::chrono::milliseconds between_looks(5);

// The portfolio of one thread on one level: its members take turns.
class Portfolio {
  public:
    // `thread`: which of the threads of `options` it is, counted from 0.
    Portfolio(const Level& level, Control& control, const Options& options, unsigned thread = 0)
        : level_(level),
          options_(options),
          thread_(thread),
          prepared_(level),
          context_(prepared_, control, options.rules),
          plain_search_(context_) {}

    // Nothing, where the members of this thread have nothing left to try. The first thread never
    // ends like that: it has the plain search, which sees every position.
    std::optional<Outcome> run() {
        const bool plain = thread_ == 0;
        // A plain search first: small levels end here, with few pushes or with a proof.
        if (plain) {
            if (const auto outcome = plain_search(options_.plain_first)) return outcome;
        }
        auto strategies = make_strategies(context_, thread_, options_.threads);
        for (std::uint64_t share = second_of_work / 2;; share *= 2) {
            for (auto& strategy : strategies) {
                const auto end = strategy->advance(share);
                if (!end) strategy.reset();
                if (end == FeatureSearch::End::found) return solved(strategy->solution());
                // Its rules are sound: there is probably no solution, and this proves it.
                if (end == FeatureSearch::End::nothing_left) return plain_search(unlimited);
            }
            std::erase(strategies, nullptr);
            if (!plain && strategies.empty()) return {};
            if (!plain) continue;
            if (const auto outcome = plain_search(share * 1000 / second_of_work)) return outcome;
        }
    }

  private:
    static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

    std::optional<Outcome> plain_search(std::uint64_t positions) {
        switch (plain_search_.run(positions)) {
            case PlainSearch::End::found:
                return solved(plain_search_.solution());
            case PlainSearch::End::exhausted:
                return Outcome{Status::exhausted};
            case PlainSearch::End::spent:
                break;
        }
        return {};
    }

    Outcome solved(const std::vector<Push>& pushes) const {
        // The level as it is: walks may use squares that the prepared left out.
        const Board board(level_);
        std::vector<Push> numbered;
        for (const Push& push : pushes) {
            numbered.push_back({board.number(prepared_.frame[push.box]), push.direction});
        }
        Outcome outcome{Status::solved, with_walks(board, board.numbers(level_.boxes),
                                                   board.number(level_.player), numbered)};
        for (const Action action : outcome.plan) {
            outcome.cost += action >= 4 ? level_.push_cost : level_.walk_cost;
        }
        return outcome;
    }

    const Level& level_;
    const Options options_;
    const unsigned thread_;
    const PreparedLevel prepared_;
    Context context_;
    PlainSearch plain_search_;
};

// Several threads that search the same level: the first to know the answer ends the others. The
// calling thread waits and looks after the clock, Ctrl-C and the stop.
class Race {
  public:
    Race(const Level& level, Control& control, const Options& options)
        : level_(level), control_(control), options_(options) {}

    Outcome run() {
        for (unsigned i = 0; i < options_.threads; ++i) parts_.emplace_back(control_);
        try {
            for (unsigned i = 0; i < options_.threads; ++i) {
                require_room_for_thread();
                threads_.emplace_back([this, i] { search(i); });
            }
            std::unique_lock lock(mutex_);
            while (!ended_.wait_for(lock, between_looks, [this] { return over_; })) {
                lock.unlock();
                control_.check_limits();
                lock.lock();
            }
        } catch (...) {
            end();
            throw;
        }
        end();
        if (error_) std::rethrow_exception(error_);
        return *outcome_;
    }

  private:
    // What a thread does. The first one has an answer, or is ended.
    void search(unsigned thread) {
        std::optional<Outcome> outcome;
        std::exception_ptr error;
        try {
            // Large, and so not on the stack; gone before the thread is.
            outcome = std::make_unique<Portfolio>(level_, parts_[thread], options_, thread)->run();
        } catch (...) {
            error = std::current_exception();
        }
        if (!outcome && !error) return;  // the others go on
        const std::lock_guard lock(mutex_);
        if (over_) return;
        over_ = true;
        outcome_ = std::move(outcome);
        error_ = error;
        ended_.notify_all();
    }

    void end() {
        for (Control& part : parts_) part.stop();
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    const Level& level_;
    Control& control_;
    const Options options_;
    std::deque<Control> parts_;  // by thread
    std::vector<std::thread> threads_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable ended_;
    bool over_ = false;
    std::optional<Outcome> outcome_;
    std::exception_ptr error_;
};

}  // namespace

std::string refusal(const Level& level) {
    const Index rows = level.floor.back() / level.width - level.floor.front() / level.width + 1;
    if (level.width > most_columns + 2 || rows > most_rows) {
        return "the expert takes boards of up to 64 by 64 squares";
    }
    if (level.boxes.size() > most_boxes) return "the expert takes up to 100 boxes";
    return {};
}

Outcome solve(const Level& level, Control& control, const Options& options) {
    level.check();
    const std::string reason = refusal(level);
    if (!reason.empty()) throw std::invalid_argument(reason);
    if (options.threads > 1) {
        Options some = options;
        some.threads = std::min(options.threads, most_threads);
        return Race(level, control, some).run();
    }
    // The portfolio is large and must not be on the caller's stack.
    return *std::make_unique<Portfolio>(level, control, options)->run();
}

}  // namespace unriddle::sokoban::fess
