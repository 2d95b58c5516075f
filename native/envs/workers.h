// Threads that wait for their share of a batch.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace unriddle::envs {

class Workers {
  public:
    // The caller is one of `count`; there are fewer if the system gives fewer.
    explicit Workers(std::size_t count) {
        threads_.reserve(count);
        try {
            for (std::size_t i = 1; i < count; ++i) {
                threads_.emplace_back([this, i] { serve(i); });
            }
        } catch (const std::system_error&) {  // what there is, is enough
        }
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() {
        work_ = nullptr;
        call();
        for (std::thread& thread : threads_) thread.join();
    }

    // Calls `work(first, last)` for parts of 0 to `size`, and waits for all of them. It must not
    // throw.
    template <class Work>
    void share(std::size_t size, Work&& work) {
        if (threads_.empty()) return work(std::size_t{0}, size);
        const std::size_t parts = threads_.size() + 1;
        const std::function<void(std::size_t)> part = [&](std::size_t i) {
            work(size * i / parts, size * (i + 1) / parts);
        };
        work_ = &part;
        left_.store(threads_.size(), std::memory_order_relaxed);
        call();
        part(0);
        for (std::size_t left; (left = left_.load(std::memory_order_acquire)) != 0;) {
            left_.wait(left, std::memory_order_acquire);
        }
    }

  private:
    void call() {
        round_.fetch_add(1, std::memory_order_release);
        round_.notify_all();
    }

    void serve(std::size_t number) {
        for (std::size_t seen = 0;;) {
            round_.wait(seen, std::memory_order_acquire);
            seen = round_.load(std::memory_order_acquire);
            if (work_ == nullptr) return;
            (*work_)(number);
            if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
        }
    }

    std::vector<std::thread> threads_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::atomic<std::size_t> round_ = 0, left_ = 0;
};

}  // namespace unriddle::envs
