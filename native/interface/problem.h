// What every puzzle shows to Python, in one shape: a level or position with its rules, which has an
// engine for the textbook searches, a prover, and solvers of its own.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "search/any_engine.h"
#include "search/run.h"
#include "search/solver.h"

namespace unriddle {

class Problem {
  public:
    virtual ~Problem() = default;
    virtual std::shared_ptr<const AnyEngine> engine() const = 0;
    // Throws std::invalid_argument if there is no solver of this name.
    virtual Run::Work solver(const std::string& name, const Settings& settings) const = 0;
    // Ends as `exhausted` with a certificate that it has no solution, or as `solved` without a
    // plan.
    virtual Run::Work prover() const = 0;
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

    Run::Work prover() const override {
        return [data = data](Control& control) { return prove_data(data, control); };
    }

    const Data data;
};

}  // namespace unriddle
