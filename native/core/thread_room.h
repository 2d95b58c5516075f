// Memory for one more thread.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace unriddle {

// Throws std::bad_alloc where a new thread could find no memory for its stack (8 MiB as a rule) and
// for its thread-local data. Of the latter the C library does not tell anybody: it ends the
// process.
inline void require_room_for_thread() {
    constexpr std::size_t enough = std::size_t{32} << 20;
    void* volatile room = std::malloc(enough);  // volatile, or it would be optimised away
    if (room == nullptr) throw std::bad_alloc();
    std::free(room);
}

}  // namespace unriddle
