// Can every box have a place of its own? Augmenting paths (Kuhn), with the places a box can take as
// bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unriddle::sokoban {

class Matching {
  public:
    using Word = std::uint64_t;
    static std::size_t words(std::size_t places) { return (places + 63) / 64; }

    // Begins again, with this number of places.
    void begin(std::size_t places) {
        owner_.assign(places, nobody);
        words_ = words(places);
        wants_.clear();
    }

    // Finds a place for another box among those that it wants, moving the earlier boxes if need be;
    // false if there is none, and then the others keep theirs.
    bool add(std::span<const Word> wants) {
        const std::size_t box = boxes();
        wants_.insert(wants_.end(), wants.begin(), wants.end());
        tried_.assign(words_, 0);
        return place(box);
    }

    // A row of bits for `add`, with 1 where `fits(place)`.
    template <class Fits>
    std::span<const Word> row(Fits&& fits) {
        row_.assign(words_, 0);
        for (std::size_t i = 0; i < owner_.size(); ++i) {
            if (fits(i)) row_[i / 64] |= Word{1} << i % 64;
        }
        return row_;
    }

    std::size_t boxes() const { return words_ == 0 ? 0 : wants_.size() / words_; }
    bool is_taken(std::size_t place) const { return owner_[place] != nobody; }

  private:
    static constexpr std::uint32_t nobody = 0xFFFFFFFF;

    bool place(std::size_t box) {
        for (std::size_t word = 0; word < words_; ++word) {
            for (;;) {
                const Word left = wants_[box * words_ + word] & ~tried_[word];
                if (left == 0) break;
                const auto bit = static_cast<std::size_t>(std::countr_zero(left));
                tried_[word] |= Word{1} << bit;
                std::uint32_t& owner = owner_[word * 64 + bit];
                if (owner != nobody && !place(owner)) continue;
                owner = static_cast<std::uint32_t>(box);
                return true;
            }
        }
        return false;
    }

    std::size_t words_ = 0;
    std::vector<std::uint32_t> owner_;  // by place
    std::vector<Word> wants_;           // `words_` a box
    std::vector<Word> tried_, row_;
};

}  // namespace unriddle::sokoban
