// The settings of a search or solver by name, such as a weight of 2. Python hands over all that a
// search reads: the defaults are those of its functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace unriddle {

class Settings {
  public:
    using Value = std::variant<bool, std::uint64_t, double, std::string, std::vector<std::uint64_t>,
                               std::vector<double>, std::vector<std::string>>;

    void set(std::string name, Value value) { values_[std::move(name)] = std::move(value); }

    // The value of this type, which must be there; throws std::invalid_argument.
    template <class T>
    T get(const std::string& name) const {
        auto value = find<T>(name);
        if (!value) throw std::invalid_argument("the setting " + name + " is missing");
        return *std::move(value);
    }

    std::size_t size(const std::string& name) const {
        return static_cast<std::size_t>(get<std::uint64_t>(name));
    }

    // Nothing if there is no such setting; throws std::invalid_argument if it is of another type.
    template <class T>
    std::optional<T> find(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end()) return std::nullopt;
        return std::visit([&](const auto& value) { return converted<T>(name, value); },
                          found->second);
    }

  private:
    // Whole numbers are numbers, and a list of nothing is a list of anything.
    template <class T, class Have>
    static T converted(const std::string& name, const Have& value) {
        using Wholes = std::vector<std::uint64_t>;
        if constexpr (std::is_same_v<T, Have>) return value;
        if constexpr (std::is_same_v<T, double> && std::is_same_v<Have, std::uint64_t>) {
            return static_cast<double>(value);
        }
        if constexpr (std::is_same_v<T, std::vector<double>> && std::is_same_v<Have, Wholes>) {
            T numbers;
            for (const std::uint64_t one : value) numbers.push_back(static_cast<double>(one));
            return numbers;
        }
        if constexpr (std::is_same_v<T, std::vector<std::string>> && std::is_same_v<Have, Wholes>) {
            if (value.empty()) return {};  // as such an empty list comes from Python
        }
        throw std::invalid_argument("the setting " + name + " is of the wrong kind");
    }

    std::map<std::string, Value> values_;
};

}  // namespace unriddle
