#include "sokoban/textbook/eight_goals.h"

#include <algorithm>
#include <limits>

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace unriddle::sokoban {

#if defined(__SSE4_1__)

namespace {

// A chain of exchanges has at most eight boxes that come to a goal, so it is shorter than 8,000
// pushes. Each of eight boxes makes a price rise by less than that: all sums are below 2^16 - 1.
constexpr PushDistances::Pushes most_pushes = 999;
constexpr std::uint16_t never = 0xFFFF;
constexpr std::uint16_t newcomer = 0xFFFF;

__m128i load(const std::array<std::uint16_t, 8>& numbers) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers.data()));
}
void store(__m128i numbers, std::array<std::uint16_t, 8>& to) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to.data()), numbers);
}
__m128i eight_times(std::uint16_t number) { return _mm_set1_epi16(static_cast<short>(number)); }

// All bits of one of the eight numbers.
__m128i only(std::size_t place) {
    static constexpr auto bits = [] {
        std::array<std::array<std::uint16_t, 8>, 8> one{};
        for (std::size_t i = 0; i < 8; ++i) one[i][i] = 0xFFFF;
        return one;
    }();
    return load(bits[place]);
}

}  // namespace

bool EightGoals::fits(const PushDistances& distances) {
    if (distances.goals() > most_goals) return false;
    for (std::size_t square = 0; square < distances.squares(); ++square) {
        const PushDistances::Pushes* const from = distances.from(static_cast<Square>(square));
        if (!std::all_of(from, from + distances.goals(), [](PushDistances::Pushes pushes) {
                return pushes <= most_pushes || pushes == PushDistances::never;
            })) {
            return false;
        }
    }
    return true;
}

EightGoals::EightGoals(const PushDistances& distances, Control& control)
    : rows_(distances.squares(), Row{}, control) {
    for (std::size_t square = 0; square < rows_.size(); ++square) {
        const PushDistances::Pushes* const from = distances.from(static_cast<Square>(square));
        rows_[square].fill(never);
        for (std::size_t goal = 0; goal < distances.goals(); ++goal) {
            // What never happens is cut to 16 bits, and is then `never`.
            rows_[square][goal] = static_cast<std::uint16_t>(from[goal]);
        }
    }
}

// The chain of exchanges is found as in `Assignment::enter`. Boxes have no price there: that of an
// owner is what its goal costs, with the price of the goal, and that of a newcomer is 0. Hence the
// sum grows by the length of each chain.
double EightGoals::operator()(std::span<const Square> boxes) const {
    std::array<const Row*, most_goals> owner{};  // what its box pays for each goal; null if free
    Row price{}, previous;
    std::uint32_t total = 0;
    for (const Square box : boxes) {
        const Row* asking = &rows_[box];
        const __m128i prices = load(price);
        __m128i distance = eight_times(never), settled = _mm_setzero_si128();
        __m128i before = eight_times(newcomer);
        std::uint16_t reached = 0, own_price = 0, through = newcomer;
        for (;;) {
            const __m128i costs = load(*asking);
            const __m128i no_way = _mm_cmpeq_epi16(costs, eight_times(never));
            const __m128i reduced =
                _mm_sub_epi16(_mm_add_epi16(costs, prices), eight_times(own_price));
            const __m128i way = _mm_or_si128(no_way, _mm_adds_epu16(reduced, eight_times(reached)));
            const __m128i shorter = _mm_min_epu16(distance, way);
            before =
                _mm_blendv_epi8(eight_times(through), before, _mm_cmpeq_epi16(shorter, distance));
            distance = shorter;
            const __m128i nearest = _mm_minpos_epu16(_mm_or_si128(distance, settled));
            reached = static_cast<std::uint16_t>(_mm_extract_epi16(nearest, 0));
            if (reached == never) return std::numeric_limits<double>::infinity();
            through = static_cast<std::uint16_t>(_mm_extract_epi16(nearest, 1));
            if (owner[through] == nullptr) break;
            settled = _mm_or_si128(settled, only(through));
            asking = owner[through];
            own_price = static_cast<std::uint16_t>((*asking)[through] + price[through]);
        }
        total += reached;

        const __m128i rise = _mm_sub_epi16(eight_times(reached), distance);
        store(_mm_add_epi16(prices, _mm_and_si128(rise, settled)), price);
        store(before, previous);
        for (; previous[through] != newcomer; through = previous[through]) {
            owner[through] = owner[previous[through]];
        }
        owner[through] = &rows_[box];
    }
    return total;
}

#else

bool EightGoals::fits(const PushDistances&) { return false; }
EightGoals::EightGoals(const PushDistances&, Control& control) : rows_(control) {}
double EightGoals::operator()(std::span<const Square>) const {
    return std::numeric_limits<double>::infinity();
}

#endif

}  // namespace unriddle::sokoban
