#include "search/run.h"

#include <chrono>
#include <new>
#include <stdexcept>

#include "core/thread_room.h"

namespace unriddle {

Run::~Run() {
    stop();
    if (thread_.joinable()) thread_.join();
}

void Run::start() {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::ready) return;
    require_room_for_thread();
    thread_ = std::thread([this] { search({}); });
    phase_ = Phase::running;
}

bool Run::wait(double seconds, Control::Pulse pulse) {
    std::unique_lock lock(mutex_);
    if (phase_ == Phase::ready) {
        phase_ = Phase::running;
        lock.unlock();
        search(std::move(pulse));
        return true;
    }
    const auto is_done = [this] { return phase_ == Phase::done; };
    if (!(seconds < 1e9)) {
        ended_.wait(lock, is_done);
        return true;
    }
    return ended_.wait_for(lock, std::chrono::duration<double>(seconds), is_done);
}

bool Run::done() const {
    const std::lock_guard lock(mutex_);
    return phase_ == Phase::done;
}

const Outcome& Run::outcome() const {
    if (!done()) throw std::logic_error("the search has not ended");
    if (error_) std::rethrow_exception(error_);
    return outcome_;
}

double Run::seconds() const {
    if (!done()) throw std::logic_error("the search has not ended");
    return seconds_;
}

void Run::search(Control::Pulse pulse) {
    const auto started = std::chrono::steady_clock::now();
    try {
        control_.begin(std::move(pulse));
        outcome_ = work_(control_);
    } catch (const Interruption& interruption) {
        outcome_ = {interruption.status};
    } catch (const std::bad_alloc&) {
        outcome_ = {Status::out_of_memory};
    } catch (...) {
        error_ = std::current_exception();
    }
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    const std::lock_guard lock(mutex_);
    phase_ = Phase::done;
    ended_.notify_all();
}

}  // namespace unriddle
