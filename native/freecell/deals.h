// The numbered deals: the twin of puzzles/freecell/deals.py, thirty times as fast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "freecell/cards.h"

namespace unriddle::freecell {

constexpr std::uint64_t last_deal = (std::uint64_t{1} << 33) - 1;

// The deck in the order in which the deal with this number, from 1 to `last_deal`, lays it out.
constexpr std::array<Card, deck_size> shuffled(std::uint64_t number) {
    const bool is_longer = number >> 32 != 0, is_long = !is_longer && number >> 31 != 0;
    const std::uint32_t span = is_longer ? 1u << 16 : 1u << 15;
    const std::uint32_t least = is_longer ? 1 : is_long ? 1u << 15 : 0;
    std::array<Card, deck_size> left{}, dealt{};
    for (std::size_t place = 0; place < deck_size; ++place) left[place] = static_cast<Card>(place);
    auto state = static_cast<std::uint32_t>(number);
    for (std::size_t place = 0; place < deck_size; ++place) {
        state = state * 214013 + 2531011;
        const std::size_t rest = deck_size - place;
        const std::size_t drawn = ((state >> 16) % span + least) % rest;
        dealt[place] = left[drawn];
        left[drawn] = left[rest - 1];
    }
    return dealt;
}

}  // namespace unriddle::freecell
