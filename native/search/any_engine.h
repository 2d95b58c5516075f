// What the bindings see of a puzzle: a domain with every search, its type forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/mcts_settings.h"
#include "search/run.h"

namespace unriddle {

// A search by the name of its Python function, and the settings of all searches together.
struct Request {
    std::string search;
    std::string heuristic;
    double weight = 2.0;
    std::size_t width = 100;
    std::size_t plies = 6;
    std::size_t record = 2'000'000;
    MctsSettings mcts = {};
    Limits limits = {};
};

using Packed = std::vector<std::byte>;

class AnyEngine : public std::enable_shared_from_this<AnyEngine> {
  public:
    virtual ~AnyEngine() = default;

    // The run shares the engine. Throws std::invalid_argument if there is no such search.
    virtual std::unique_ptr<Run> begin(Request request) const = 0;

    // The rules, state by state, to be compared with Python's.
    struct PackedStep {
        Action action;
        Packed state;
        Cost cost;
    };
    virtual Packed initial() const = 0;
    virtual std::vector<PackedStep> successors(const Packed& state) const = 0;
    virtual bool is_goal(const Packed& state) const = 0;
    virtual bool same(const Packed& one, const Packed& other) const = 0;
    virtual Events events(const Packed& before, const Packed& after) const = 0;
    virtual double estimate(const std::string& heuristic, const Packed& state) const = 0;
    virtual std::vector<std::int64_t> describe(const Packed& state) const = 0;
    // How many states are exactly 0, 1, 2 ... `depth` steps away from the initial one.
    virtual std::vector<std::size_t> layers(std::size_t depth) const = 0;
    // What a node costs in the store.
    virtual std::size_t bytes_per_node() const = 0;
};

}  // namespace unriddle
