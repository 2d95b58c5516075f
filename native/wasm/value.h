// Plain values as bytes, and as the types of C++: what passes between Python and the engine where
// they do not share their memory.
//
// A message is one value: a letter, and what belongs to it, with the lowest byte first.
//
//     N, T, F        nothing, true, false
//     i, u, d        a number of 64 bits: with a sign, without, a double
//     s, b           text in UTF-8, bytes: their length in 32 bits, and they themselves
//     q              a list of i: how many (32 bits), and 64 bits each
//     l              a list of values: how many (32 bits), and they themselves
//     m              values by name: how many (32 bits), and by turns a text without its letter and
//                    a value
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "search/any_engine.h"

namespace unriddle::wasm {

struct Value;
using Numbers = std::vector<std::int64_t>;
using List = std::vector<Value>;
using ByName = std::map<std::string, Value>;

struct Value {
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Packed,
                 Numbers, List, ByName>
        held;

    // Throw std::invalid_argument for bytes that are not one value, and a value of another kind.
    static Value read(std::span<const std::uint8_t> bytes);
    template <class T>
    T as() const;
    // One of the values by name.
    template <class T>
    T get(const std::string& name) const {
        const auto* all = std::get_if<ByName>(&held);
        if (all == nullptr || !all->contains(name)) {
            throw std::invalid_argument("there is no " + name);
        }
        return all->at(name).as<T>();
    }

    void write(std::vector<std::uint8_t>& bytes) const;
};

[[noreturn]] inline void wrong_kind() {
    throw std::invalid_argument("a value is not of the kind that the engine wants");
}

// From values -------------------------------------------------------------------------------------

template <class T>
struct From;

template <std::integral T>
T whole(auto number) {
    if (!std::in_range<T>(number)) wrong_kind();
    return static_cast<T>(number);
}

template <class T>
    requires(std::integral<T> && !std::same_as<T, bool>)
struct From<T> {
    static T from(const Value& value) {
        if (const auto* number = std::get_if<std::int64_t>(&value.held)) return whole<T>(*number);
        if (const auto* number = std::get_if<std::uint64_t>(&value.held)) return whole<T>(*number);
        wrong_kind();
    }
};

template <class T>
    requires(std::same_as<T, bool> || std::same_as<T, std::string> || std::same_as<T, Packed>)
struct From<T> {
    static T from(const Value& value) {
        if (const auto* found = std::get_if<T>(&value.held)) return *found;
        wrong_kind();
    }
};

template <>
struct From<double> {
    static double from(const Value& value) {
        if (const auto* number = std::get_if<double>(&value.held)) return *number;
        return static_cast<double>(From<std::int64_t>::from(value));
    }
};

template <>
struct From<Value> {
    static const Value& from(const Value& value) { return value; }
};

template <class T>
struct From<std::optional<T>> {
    static std::optional<T> from(const Value& value) {
        if (std::holds_alternative<std::monostate>(value.held)) return std::nullopt;
        return value.as<T>();
    }
};

// A list of numbers, or of nothing, may be wanted as a list of something else.
inline List list_of(const Value& value) {
    if (const auto* list = std::get_if<List>(&value.held)) return *list;
    const auto* numbers = std::get_if<Numbers>(&value.held);
    if (numbers == nullptr) wrong_kind();
    List list;
    for (const std::int64_t number : *numbers) list.push_back({number});
    return list;
}

template <class T>
    requires(!std::same_as<T, std::byte>)
struct From<std::vector<T>> {
    static std::vector<T> from(const Value& value) {
        std::vector<T> items;
        if constexpr (std::integral<T>) {
            if (const auto* numbers = std::get_if<Numbers>(&value.held)) {
                items.reserve(numbers->size());
                for (const std::int64_t number : *numbers) items.push_back(whole<T>(number));
                return items;
            }
        }
        for (const Value& item : list_of(value)) items.push_back(item.as<T>());
        return items;
    }
};

// A std::tuple or std::pair.
template <class T>
concept TupleLike = requires { std::tuple_size<T>::value; };

template <TupleLike T>
struct From<T> {
    static T from(const Value& value) {
        constexpr std::size_t size = std::tuple_size_v<T>;
        const List list = list_of(value);
        if (list.size() != size) wrong_kind();
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return T(list[i].as<std::tuple_element_t<i, T>>()...);
        }(std::make_index_sequence<size>());
    }
};

template <class T>
T Value::as() const {
    return From<T>::from(*this);
}

// To values ---------------------------------------------------------------------------------------

inline Value to_value(Value value) { return value; }
inline Value to_value(bool is) { return {is}; }
inline Value to_value(double number) { return {number}; }
inline Value to_value(const char* text) { return {std::string(text)}; }
inline Value to_value(std::string text) { return {std::move(text)}; }
inline Value to_value(Packed bytes) { return {std::move(bytes)}; }

template <class T>
    requires(std::integral<T> && !std::same_as<T, bool>)
Value to_value(T number) {
    if (std::in_range<std::int64_t>(number)) return {static_cast<std::int64_t>(number)};
    return {static_cast<std::uint64_t>(number)};
}

template <TupleLike T>
Value to_value(const T& items);
template <class T>
Value to_value(const std::vector<T>& items);

template <class T>
Value to_value(const std::optional<T>& item) {
    return item ? to_value(*item) : Value{};
}

template <TupleLike T>
Value to_value(const T& items) {
    return std::apply([](const auto&... each) { return Value{List{to_value(each)...}}; }, items);
}

template <class T>
Value to_value(const std::vector<T>& items) {
    if constexpr (std::integral<T> && (sizeof(T) < 8 || std::is_signed_v<T>)) {
        return {Numbers(items.begin(), items.end())};
    } else {
        List list;
        for (const T& item : items) list.push_back(to_value(item));
        return {std::move(list)};
    }
}

}  // namespace unriddle::wasm
