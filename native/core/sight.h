// What somebody who watches a search sees of it: one state, from time to time.
//
// A search describes the state that it is at only after somebody has asked, when it next looks at
// the clock (control.h). So it costs nothing while nobody watches, and changes no count.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace unriddle {

// A state in numbers; what they mean is the puzzle's own (Python's `Engine.describe`).
using Description = std::vector<std::int64_t>;

class Sight {
  public:
    // The last state that was shown, empty if there is none yet; asks for another one.
    Description latest() {
        const std::lock_guard lock(mutex_);
        asked_.store(true, std::memory_order_relaxed);
        return latest_;
    }

    bool is_asked() const noexcept { return asked_.load(std::memory_order_relaxed); }

    // Any thread that searches may answer; one that cannot describe its state says nothing.
    void show(Description state) {
        if (state.empty()) return;
        const std::lock_guard lock(mutex_);
        asked_.store(false, std::memory_order_relaxed);
        latest_ = std::move(state);
    }

  private:
    std::atomic<bool> asked_ = false;
    std::mutex mutex_;  // guards `latest_`
    Description latest_;
};

}  // namespace unriddle
