// The complete analysis of a Bloxorz stage: everything there is to know about every state that can
// be reached, from one exploration. analysis_space.h, analysis_distances.h and analysis_solutions.h
// are its three passes; what the answers mean is said by the Python twin,
// unriddle/bloxorz_analysis.
//
// Bytes: a large open board without cubes takes less than 3 a state at its highest, see the three
// headers. The 33 stages, which are small and have many leaps, take 8.5.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bloxorz/stage.h"
#include "core/domain.h"
#include "search/run.h"

namespace unriddle::bloxorz {

// What a set of plans touches.
struct Touched {
    std::vector<Index> squares;           // of the frame, where something lands, appears or rests
    std::vector<Index> switches, splits;  // that fire
};

// A number of any size, 64 bits at a time, lowest first.
using Natural = std::vector<std::uint64_t>;

// The cheapest plans when swaps are free, or when they count.
struct Cheapest {
    std::uint32_t cost = 0;
    Natural plans;
};

struct Findings {
    std::uint64_t states = 0, dead = 0;
    std::optional<Cheapest> arrows, with_space;  // there are both or none
    std::vector<Action> plan;                    // of the cost that the rules say
    Touched reached, solving, optimal;
    std::vector<Index> ever_on, ever_off;  // bridges
};

enum class Known : std::uint8_t { unreached, dead, solvable };

class Analysis {
  public:
    virtual ~Analysis() = default;

    // Solved, or exhausted if no goal can be reached; without a plan, which is among the findings.
    virtual Run& run() = 0;
    // Only when the run has come to such an end.
    virtual const Findings& findings() const = 0;
    // What is known about a state (as in `Stage`), and the distance of one that can be solved.
    virtual std::pair<Known, std::uint32_t> look_up(Index first, Index second, bool split,
                                                    const std::vector<Index>& on) const = 0;
};

// Throws std::invalid_argument if the stage makes no sense or does not fit (domain.h).
std::unique_ptr<Analysis> make_analysis(const Stage& stage, Limits limits);

}  // namespace unriddle::bloxorz
