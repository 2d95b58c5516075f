// What every puzzle shows to Python, in one shape: a level or position with its rules, which has an
// engine for the textbook searches, a prover, and solvers of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "search/any_engine.h"
#include "search/proof.h"
#include "search/run.h"
#include "search/solver.h"

namespace unriddle {

class Problem {
  public:
    virtual ~Problem() = default;
    virtual std::shared_ptr<const AnyEngine> engine() const = 0;
    // Throws std::invalid_argument if there is no solver of this name.
    virtual Run::Work solver(const std::string& name, const Settings& settings) const = 0;
    // A certificate that it has no solution; throws an Interruption where a limit ends it.
    virtual Proof prove(Control& control) const = 0;
};

// `Data` has a `check` that throws std::invalid_argument where it makes no sense.
template <class Data, auto make_engine, auto prove_data, const auto& solvers>
class ProblemOf : public Problem {
  public:
    explicit ProblemOf(Data all) : data(std::move(all)) { data.check(); }

    std::shared_ptr<const AnyEngine> engine() const override { return make_engine(data); }

    Run::Work solver(const std::string& name, const Settings& settings) const override {
        return [data = data, settings, solve = named("solver", name, solvers)](Control& control) {
            return solve(data, settings, control);
        };
    }

    Proof prove(Control& control) const override { return prove_data(data, control); }

    const Data data;
};

// A claim of a certificate: is it about goals, boxes, player, frozen boxes.
using PlainClaim = std::tuple<bool, std::vector<int>, int, std::vector<int>>;

// How it ended, and the certificate if it was "proved".
using PlainProof = std::tuple<const char*, std::vector<std::uint32_t>, std::vector<std::int64_t>,
                              std::vector<PlainClaim>>;

// Proves within the limits of `control`, and ends when `is_over` says so, which is asked now and
// then.
PlainProof prove(const Problem& problem, Control& control, Control::Pulse is_over);

}  // namespace unriddle
