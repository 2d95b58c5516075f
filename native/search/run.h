// A search on its way, as a watcher sees it: the native half of `core.Run`.
//
// It runs in a thread of its own after `start`, or else in the first thread that calls `wait`,
// which saves a small search the 30 microseconds that a thread costs.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "core/control.h"
#include "search/outcome.h"

namespace unriddle {

class Run {
  public:
    using Work = std::function<Outcome(Control&)>;

    Run(Work work, Limits limits) : work_(std::move(work)), control_(limits) {}
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    // Starts the search in a thread of its own; does nothing if it was started before.
    void start();
    // Waits for the end, at most `seconds`; searches here if no thread does. `pulse`, see
    // Control, is heard only then.
    bool wait(double seconds, Control::Pulse pulse = {});
    void stop() { control_.stop(); }
    bool done() const;
    Progress progress() const { return control_.progress(); }
    Description latest() { return control_.latest(); }
    // How it ended, and how many seconds it took; only when it is done. Rethrows what went wrong.
    const Outcome& outcome() const;
    double seconds() const;

  private:
    enum class Phase { ready, running, done };

    void search(Control::Pulse pulse);

    Work work_;
    Control control_;
    Outcome outcome_{Status::stopped};
    std::exception_ptr error_;
    double seconds_ = 0.0;
    mutable std::mutex mutex_;  // guards `phase_`, and with it what the search leaves behind
    std::condition_variable ended_;
    Phase phase_ = Phase::ready;
    std::thread thread_;
};

}  // namespace unriddle
