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
#include "sokoban/fess/portfolio.h"

namespace unriddle::sokoban::fess {

namespace {

constexpr std::chrono::milliseconds between_looks(5);

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
