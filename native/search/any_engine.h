// What the bindings see of a puzzle: a domain with every search, its type forgotten.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/control.h"
#include "search/outcome.h"
#include "search/settings.h"

namespace unriddle {

using Packed = std::vector<std::byte>;

class AnyEngine : public std::enable_shared_from_this<AnyEngine> {
  public:
    virtual ~AnyEngine() = default;

    // A search by its name in Python's catalogue; throws std::invalid_argument if there is none.
    // The work itself throws one where a setting is missing or wrong.
    using Work = std::function<Outcome(Control&)>;
    virtual Work search(const std::string& name, const Settings& settings) const = 0;

    // The rules, state by state, to be compared with Python's.
    using PackedStep = std::tuple<Action, Packed, Cost>;
    virtual Packed initial() const = 0;
    virtual std::vector<PackedStep> successors(const Packed& state) const = 0;
    virtual bool is_goal(const Packed& state) const = 0;
    virtual bool same(const Packed& one, const Packed& other) const = 0;
    virtual Events events(const Packed& before, const Packed& after) const = 0;
    virtual double estimate(const std::string& heuristic, const Packed& state) const = 0;
    virtual Description describe(const Packed& state) const = 0;
    // How many states are exactly 0, 1, 2 ... `depth` steps away from the initial one.
    virtual std::vector<std::size_t> layers(std::size_t depth) const = 0;
    // What a node costs in the store.
    virtual std::size_t bytes_per_node() const = 0;
};

}  // namespace unriddle
