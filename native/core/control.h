// The control block: how a search and its watchers talk to each other.
//
// One thread searches, any thread may watch (where several search, each has a part: see the second
// constructor). The search calls `expansion` exactly where its Python
// twin yields, and every limit is judged there, in the order in which the Python driver judges it:
// stop, nodes, then time. What ends a search from outside is thrown as an `Interruption`, so
// that the searches read like their twins and mention no limit.
//
// Costs: the counters are atomics with a single writer, written without ordering, so on x86-64 and
// ARM64 they are plain stores. `stop` is looked at in every expansion. The clock (about 25 ns) is
// looked at after at most 256 expansions, fewer where expansions are slow: the stride doubles while
// a look comes within a millisecond of the last one, and is cut when it comes later.
//
// Memory is counted where it is reserved: every container of a search allocates through `Metered`
// (metered.h), which asks `reserve` first. A limit on bytes is therefore an answer before the
// memory is taken, and never a killed process.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "core/sight.h"

namespace unriddle {

// How a search ended. `exhausted` and `stuck` are the two members of Python's `Ending`.
enum class Status : std::uint8_t {
    solved,
    exhausted,
    stuck,
    out_of_time,
    out_of_nodes,
    out_of_memory,
    stopped,
};

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
};

// Thrown through a search to end it from outside.
struct Interruption {
    Status status;
};

struct Progress {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t frontier = 0;
    std::uint64_t memory = 0;         // bytes reserved by the containers, at their highest
    std::uint64_t lower = 0;          // no plan costs less; 0 says nothing
    std::uint64_t upper = unbounded;  // the cheapest plan so far

    static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();
};

class Control {
  public:
    // `pulse` is called about every 20 milliseconds by the thread that searches, and stops it by
    // returning true: the binding listens to Ctrl-C with it.
    using Pulse = std::function<bool()>;

    explicit Control(Limits limits = {}) : limits_(limits), nodes_(limits.nodes) {}

    // The part of one of several threads that search together. What it counts and reserves is
    // counted and reserved in `whole`, under its limits, and it ends when `whole` is stopped; its
    // own `stop` ends this thread alone. Meanwhile only `check_limits` may be called on `whole`.
    explicit Control(Control& whole)
        : limits_(whole.limits_),
          nodes_(whole.nodes_),
          whole_(&whole),
          deadline_(whole.deadline_),
          sight_(whole.sight_) {
        last_check_ = Clock::now();
    }
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

    // For the search ------------------------------------------------------------------------

    // Starts the clock.
    void begin(Pulse pulse = {}) {
        pulse_ = std::move(pulse);
        begin_ = last_check_ = Clock::now();
        deadline_ = limits_.seconds < 1e9
                        ? last_check_ + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(limits_.seconds))
                        : Clock::time_point::max();
    }

    // A node was expanded: Python's `yield Expansion(...)`. Who watches may see its state, which
    // `describer.describe(state)` tells: see `show`.
    template <class... DescriberAndState>
    [[gnu::always_inline]] void expansion(std::size_t generated, std::size_t frontier,
                                          const DescriberAndState&... seen) {
        const std::uint64_t expanded = get(expanded_);
        if (stop_.load(std::memory_order_relaxed) || whole_ != nullptr || expanded == nodes_) {
            rare_expansion(generated, frontier);
        } else {
            set(expanded_, expanded + 1);
            set(generated_, get(generated_) + generated);
            set(frontier_, frontier);
        }
        if (--until_check_ == 0) check_and_show(seen...);
    }

    // Several at once.
    void expansions(std::uint64_t count, std::size_t generated, std::size_t frontier) {
        const std::uint64_t expanded = get(expanded_);
        if (stop_.load(std::memory_order_relaxed) || whole_ != nullptr ||
            count > nodes_ - expanded) {
            for (; count > 0; --count) expansion(std::exchange(generated, 0), frontier);
            return;
        }
        set(expanded_, expanded + count);
        set(generated_, get(generated_) + generated);
        set(frontier_, frontier);
        if (count >= until_check_) return check_limits();
        until_check_ -= static_cast<unsigned>(count);
    }

    // Counts expansions from 0 again, where the number of the last of several searches is an
    // answer; the limit goes on. Returns what was counted, for `recall` to add it again.
    std::uint64_t count_anew() noexcept {
        const std::uint64_t expanded = get(expanded_);
        nodes_ -= expanded;
        set(expanded_, 0);
        return expanded;
    }
    void recall(std::uint64_t expanded) noexcept {
        nodes_ += expanded;
        set(expanded_, get(expanded_) + expanded);
    }

    // For long work between two expansions: throws if the search should end.
    [[gnu::noinline]] void check_limits() {
        if (stopped()) throw Interruption{Status::stopped};
        const Clock::time_point now = Clock::now();
        if (now >= deadline_) throw Interruption{Status::out_of_time};
        const auto pause = now - last_check_;
        last_check_ = now;
        if (pause < std::chrono::milliseconds(1)) {
            stride_ = std::min(stride_ * 2, 256u);
        } else if (pause > std::chrono::milliseconds(4)) {
            stride_ = std::max(stride_ / 4, 1u);
        }
        until_check_ = stride_;
        if (pulse_ && now - last_pulse_ >= std::chrono::milliseconds(20)) {
            last_pulse_ = now;
            if (pulse_()) throw Interruption{Status::stopped};
        }
    }

    // Shows a state to those who watch, if one of them has asked.
    template <class Describer, class State>
    void show(const Describer& describer, const State& state) {
        if (sight_->is_asked()) sight_->show(describer.describe(state));
    }
    // What this one shows is seen by those who watch `outer`.
    void show_in(Control& outer) noexcept { sight_ = outer.sight_; }

    void reserve(std::size_t bytes) {
        if (whole_ != nullptr) return whole_->reserve_together(bytes);
        const std::uint64_t reserved = get(reserved_);
        if (bytes > limits_.bytes - reserved) throw Interruption{Status::out_of_memory};
        set(reserved_, reserved + bytes);
        if (reserved + bytes > get(memory_)) set(memory_, reserved + bytes);
    }

    void release(std::size_t bytes) noexcept {
        if (whole_ != nullptr) {
            whole_->reserved_.fetch_sub(bytes, std::memory_order_relaxed);
        } else {
            set(reserved_, get(reserved_) - bytes);
        }
    }

    // There is an answer, and it gets better with time: end `seconds` after the beginning, or
    // after a quarter of the time that it took, if that is later. Limits hold all the same.
    void end_after(double seconds) {
        if (!(seconds < 1e9)) return;
        const Clock::time_point now = Clock::now();
        const auto most = std::chrono::duration<double>(seconds);
        const auto end = std::max(begin_ + std::chrono::duration_cast<Clock::duration>(most),
                                  seconds > 0 ? now + (now - begin_) / 4 : now);
        deadline_ = std::min(deadline_, end);
    }

    // What is left of the limits, for a search within this one that has a control block of its own;
    // what that one has done is then told to `account`.
    Limits rest() const {
        const std::chrono::duration<double> left = deadline_ - Clock::now();
        return {.seconds = deadline_ == Clock::time_point::max() ? limits_.seconds
                                                                 : std::max(0.0, left.count()),
                .nodes = nodes_ - get(expanded_),
                .bytes = limits_.bytes - reserved_};
    }
    void account(const Progress& done) noexcept {
        set(expanded_, get(expanded_) + done.expanded);
        set(generated_, get(generated_) + done.generated);
        set(memory_, std::max(get(memory_), reserved_ + done.memory));
    }

    // What is known of the cheapest plan: no plan costs less than `cost`, or there is one that
    // costs so much. A bound that says less than an earlier one changes nothing.
    void bound_below(std::uint64_t cost) noexcept {
        if (cost > get(lower_)) set(lower_, cost);
    }
    void bound_above(std::uint64_t cost) noexcept {
        if (cost < get(upper_)) set(upper_, cost);
    }

    // For those who watch --------------------------------------------------------------------

    // A state that the search was at a moment ago, if it tells; asks for the next one.
    Description latest() { return sight_->latest(); }

    void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }

    Progress progress() const noexcept {
        return {get(expanded_), get(generated_), get(frontier_),
                get(memory_),   get(lower_),     get(upper_)};
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Counter = std::atomic<std::uint64_t>;

    static std::uint64_t get(const Counter& counter) noexcept {
        return counter.load(std::memory_order_relaxed);
    }
    static void set(Counter& counter, std::uint64_t value) noexcept {
        counter.store(value, std::memory_order_relaxed);
    }

    bool stopped() const noexcept {
        return stop_.load(std::memory_order_relaxed) || (whole_ != nullptr && whole_->stopped());
    }

    // An expansion that ends the search, or one of a thread that searches with others.
    [[gnu::noinline, gnu::cold]] void rare_expansion(std::size_t generated, std::size_t frontier) {
        if (stopped()) throw Interruption{Status::stopped};
        if (whole_ == nullptr) throw Interruption{Status::out_of_nodes};
        whole_->count(generated, frontier);
    }

    template <class... DescriberAndState>
    [[gnu::noinline]] void check_and_show(const DescriberAndState&... seen) {
        check_limits();
        if constexpr (sizeof...(seen) > 0) show(seen...);
    }

    // The same as `expansion` and `reserve`, for threads that do it at the same time.
    void count(std::size_t generated, std::size_t frontier) {
        if (expanded_.fetch_add(1, std::memory_order_relaxed) >= nodes_) {
            expanded_.fetch_sub(1, std::memory_order_relaxed);
            throw Interruption{Status::out_of_nodes};
        }
        generated_.fetch_add(generated, std::memory_order_relaxed);
        set(frontier_, frontier);
    }
    void reserve_together(std::size_t bytes) {
        std::uint64_t reserved = get(reserved_);
        do {
            if (bytes > limits_.bytes - reserved) throw Interruption{Status::out_of_memory};
        } while (!reserved_.compare_exchange_weak(reserved, reserved + bytes,
                                                  std::memory_order_relaxed));
        std::uint64_t most = get(memory_);
        while (reserved + bytes > most &&
               !memory_.compare_exchange_weak(most, reserved + bytes, std::memory_order_relaxed)) {
        }
    }

    const Limits limits_;
    std::uint64_t nodes_;  // the limit that `expanded_` must not exceed
    std::atomic<bool> stop_ = false;
    Counter expanded_ = 0;
    Counter generated_ = 0;
    Counter frontier_ = 0;
    Counter memory_ = 0;
    Counter lower_ = 0;
    Counter upper_ = Progress::unbounded;
    Counter reserved_ = 0;  // never above limits_.bytes
    Control* const whole_ = nullptr;
    unsigned stride_ = 1;
    unsigned until_check_ = 1;
    Clock::time_point begin_;
    Clock::time_point deadline_ = Clock::time_point::max();
    Clock::time_point last_check_;
    Clock::time_point last_pulse_;
    Pulse pulse_;
    Sight own_sight_;
    Sight* sight_ = &own_sight_;
};

}  // namespace unriddle
