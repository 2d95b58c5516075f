// A certificate that a level has no solution, for a judge who knows the rules only (native/judge/,
// docs/proofs.md): every state within reach that no claim covers.
#pragma once

#include <cstdint>
#include <vector>

namespace unriddle {

// Only Sokoban has claims; judge/judgement.h says what they mean.
struct Claim {
    bool by_goals;
    std::vector<std::int32_t> boxes;
    std::int32_t player;
    std::vector<std::int32_t> frozen;
};

struct Proof {
    bool is_solvable = false;            // then there is no more to it
    std::vector<std::uint32_t> parents;  // of all states but the start, like the next
    std::vector<std::int64_t> moves;     // as the judge of the puzzle takes them
    std::vector<Claim> claims;
};

}  // namespace unriddle
