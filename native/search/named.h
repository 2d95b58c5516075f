// Small tables of what has a name that users type, such as searches, heuristics and rules.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace unriddle {

template <class Value>
struct Named {
    std::string_view name;
    Value value;
};

template <class Table>
std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const auto& known : table) names.emplace_back(known.name);
    return names;
}

// The value of a name; throws std::invalid_argument that lists the names there are.
template <class Table>
const auto& named(std::string_view what, std::string_view name, const Table& table) {
    std::string names;
    for (const auto& known : table) {
        if (known.name == name) return known.value;
        names += (names.empty() ? "" : ", ") + std::string(known.name);
    }
    throw std::invalid_argument("there is no " + std::string(what) + " '" + std::string(name) +
                                "'; there are: " + names);
}

}  // namespace unriddle
