// The tags of eight slots of a hash table in half a line of the cache, compared all at once.
//
// A look-up that goes from slot to slot cannot be foreseen by the processor: whether the first slot
// is free, holds the key, or holds another one, is as good as random, and a wrong guess costs as
// much as the rest of the look-up. Among eight tags nearly always either the tag or a free place is
// found, so nothing has to be guessed.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define UNRIDDLE_SSE2
#endif

namespace unriddle {

struct alignas(32) TagGroup {
    static constexpr std::size_t size = 8;

    std::uint32_t tags[size] = {};  // 0 where a slot is free; those come last

    // Bit i is about the i-th slot.
    struct Seen {
        std::uint32_t equal, free;
    };

    // Where is the tag, which is not 0?
    Seen look_for(std::uint32_t tag) const {
#if defined(UNRIDDLE_SSE2)
        const auto* const words = reinterpret_cast<const __m128i*>(tags);
        const __m128i low = _mm_load_si128(words), high = _mm_load_si128(words + 1);
        const __m128i wanted = _mm_set1_epi32(static_cast<int>(tag)), zero = _mm_setzero_si128();
        const __m128i both = _mm_packs_epi16(
            _mm_packs_epi32(_mm_cmpeq_epi32(low, wanted), _mm_cmpeq_epi32(high, wanted)),
            _mm_packs_epi32(_mm_cmpeq_epi32(low, zero), _mm_cmpeq_epi32(high, zero)));
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(both));
        return {bits & 0xFF, bits >> 8};
#else
        Seen seen{0, 0};
        for (std::size_t i = 0; i < size; ++i) {
            seen.equal |= static_cast<std::uint32_t>(tags[i] == tag) << i;
            seen.free |= static_cast<std::uint32_t>(tags[i] == 0) << i;
        }
        return seen;
#endif
    }
};

}  // namespace unriddle
