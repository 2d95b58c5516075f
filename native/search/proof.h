// A certificate that a level has no solution, for a judge who knows the rules only (native/judge/,
// docs/proofs.md): every state within reach that no claim covers.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

namespace unriddle {

// Is it about goals, boxes, player, frozen boxes. Only Sokoban has claims; judge/judgement.h says
// what they mean.
using Claim = std::tuple<bool, std::vector<std::int32_t>, std::int32_t, std::vector<std::int32_t>>;

struct Proof {
    std::vector<std::uint32_t> parents;  // of all states but the start, like the next
    std::vector<std::int64_t> moves;     // as the judge of the puzzle takes them
    std::vector<Claim> claims;
};

}  // namespace unriddle
