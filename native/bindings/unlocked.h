// Work without the lock of the interpreter, which ends in peace when Python ends.
//
// Python then lets go of every other thread that asks for its lock: the C library unwinds the stack
// of that thread, and C++ calls std::terminate for it, or the thread hangs (since Python 3.14). So
// from `end` on, no thread but the one that ends Python asks for the lock: work that asks
// now and then whether it is interrupted ends, and its thread sleeps until the process is over.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace unriddle {

namespace nb = nanobind;

class Unlocked {
  public:
    Unlocked() : state_(PyEval_SaveThread()) {
        ++working_;
        if (is_over()) sleep();
    }
    ~Unlocked() {
        if (is_over()) sleep();
        PyEval_RestoreThread(state_);
        --working_;
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Does Python end, and in another thread?
    static bool is_over() { return is_over_ && std::this_thread::get_id() != last_; }

    // Lets no work begin in other threads, and waits until those at work sleep or have the lock
    // back, but not for long.
    static void end() {
        last_ = std::this_thread::get_id();
        is_over_ = true;
        const nb::gil_scoped_release release;
        const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (working_ > 0 && std::chrono::steady_clock::now() < patience) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

  private:
    [[noreturn]] static void sleep() {
        --working_;
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }

    static inline std::atomic<int> working_ = 0;
    static inline std::atomic<bool> is_over_ = false;
    static inline std::thread::id last_;  // written before `is_over_`, read after it

    PyThreadState* state_;
};

}  // namespace unriddle
