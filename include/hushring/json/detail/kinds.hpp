// Which C++ types are bound to which JSON values.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <hushring/json/detail/type_info.hpp>
#include <hushring/json/quoted.hpp>

namespace hushring::detail {

template <class T>
struct is_vector : std::false_type {};
template <class T, class A>
struct is_vector<std::vector<T, A>> : std::true_type {};

template <class T>
struct is_std_array : std::false_type {};
template <class T, std::size_t N>
struct is_std_array<std::array<T, N>> : std::true_type {};

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

template <class T>
struct is_quoted : std::false_type {};
template <class T>
struct is_quoted<quoted<T>> : std::true_type {
  static_assert(std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, char>,
                "hushring: quoted<> holds a number: an integer, float or double");
};

template <class T>
struct is_owned_string : std::false_type {};
template <class Traits, class A>
struct is_owned_string<std::basic_string<char, Traits, A>> : std::true_type {};

template <class T>
concept character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
                    std::same_as<T, char16_t> || std::same_as<T, char32_t>;
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !character<T> && sizeof(T) <= 8;
template <class T>
concept floating = std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept number = integer<T> || floating<T>;
template <class T>
concept owned_string = is_owned_string<T>::value;
template <class T>
concept string_like = owned_string<T> || std::same_as<T, std::string_view>;
template <class T>
concept vector_like = is_vector<T>::value;
template <class T>
concept array_like = is_std_array<T>::value;
template <class T>
concept optional_like = is_optional<T>::value;
template <class T>
concept quoted_like = is_quoted<T>::value;
/// A struct to be bound by its members' names.
template <class T>
concept object_like = std::is_class_v<T> && std::is_aggregate_v<T> && !array_like<T> && !quoted_like<T>;

template <class T>
consteval kind kind_of() {
  if constexpr (std::same_as<T, bool>) return kind::boolean;
  else if constexpr (integer<T>) return std::is_signed_v<T> ? kind::signed_integer : kind::unsigned_integer;
  else if constexpr (floating<T>) return kind::floating;
  else if constexpr (string_like<T>) return kind::string;
  else if constexpr (quoted_like<T>) return kind::quoted;
  else if constexpr (optional_like<T>) return kind::optional;
  else if constexpr (vector_like<T>) return kind::array;
  else if constexpr (array_like<T>) return kind::fixed_array;
  else {
    static_assert(!std::is_array_v<T>, "hushring: C arrays cannot be bound; use std::array");
    static_assert(!std::is_pointer_v<T>, "hushring: pointers cannot be bound; use std::optional or a value");
    static_assert(
        object_like<T>,
        "hushring: this type cannot be bound to JSON; bindable are bool, integers, float, double, std::string, "
        "std::string_view, std::vector, std::array, std::optional, quoted<> and aggregates of those");
    return kind::object;
  }
}

/// The character that a value of T begins with in JSON, if there is only one.
template <class T>
consteval char opening_of() {
  if constexpr (string_like<T> || quoted_like<T>) return '"';
  else if constexpr (vector_like<T> || array_like<T>) return '[';
  else if constexpr (optional_like<T>) return opening_of<typename T::value_type>();
  else if constexpr (kind_of<T>() == kind::object) return '{';
  else return '\0';
}

}  // namespace hushring::detail
