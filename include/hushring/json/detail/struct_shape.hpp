// What keeps a struct from being bound, found before Boost.PFR looks at it: the compiler would stop inside of PFR
// otherwise, and say nothing that helps.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <boost/pfr/tuple_size.hpp>

#include <hushring/json/detail/look_at_members.hpp>

namespace hushring::detail {

/// How many members a struct can have, in C++ and in JSON.
inline constexpr std::size_t most_members = 190;

// Initializers that requires-expressions try on T. None of them is ever defined.

/// Becomes any member of T. Which conversion the compiler finds for all types of members depends on whether T can be
/// copied.
template <class T, bool Copyable = std::is_copy_constructible_v<T>>
struct member_value {
  template <class U>
    requires(!std::is_same_v<std::remove_cv_t<U>, T>)
  operator U&() const& noexcept;
  template <class U>
    requires(!std::is_same_v<std::remove_cv_t<U>, T>)
  operator U&() const&& noexcept;
};
template <class T>
struct member_value<T, false> {
  template <class U>
    requires(!std::is_same_v<std::remove_cv_t<U>, T>)
  operator U() const&& noexcept;
};
/// Becomes a base of T only.
template <class T>
struct base_value {
  base_value() = default;
  base_value(const base_value&) = delete;
  template <class U>
    requires(std::is_base_of_v<U, T> && !std::is_same_v<U, T>)
  operator U() const noexcept;
};
/// Becomes an optional of a pointer only.
struct optional_pointer_value {
  template <class U, class D>
  operator std::optional<std::unique_ptr<U, D>>() const noexcept;
};
struct no_value {};

template <class T>
inline constexpr bool has_base = requires { T{base_value<T>()}; } && !requires { T{no_value()}; };

template <std::size_t, class Value>
using repeated = Value;

/// True where T has N members before the first that is an array: parentheses initialize no arrays.
template <class T, std::size_t N>
inline constexpr bool has_members = []<std::size_t... I>(std::index_sequence<I...>) {
  return requires { T(repeated<I, member_value<T>>()...); };
}(std::make_index_sequence<N>{});
/// True where T has N members and elements of arrays: braces take them one by one.
template <class T, std::size_t N>
inline constexpr bool has_elements = []<std::size_t... I>(std::index_sequence<I...>) {
  return requires { T{repeated<I, member_value<T>>()...}; };
}(std::make_index_sequence<N>{});

/// How many members T has before the first that is an array. There are `Low`, but not `High`.
template <class T, std::size_t Low, std::size_t High>
consteval std::size_t count_between() {
  constexpr std::size_t middle = (Low + High) / 2;
  if constexpr (middle == Low) return Low;
  else if constexpr (has_members<T, middle>) return count_between<T, middle, High>();
  else return count_between<T, Low, middle>();
}
/// The same, or `most_members` + 1 when there are more than can be. There are N / 2.
template <class T, std::size_t N = 2>
consteval std::size_t count_members() {
  if constexpr (N > most_members) {
    if constexpr (has_members<T, most_members + 1>) return most_members + 1;
    else return count_between<T, N / 2, most_members + 1>();
  } else if constexpr (has_members<T, N>) {
    return count_members<T, 2 * N>();
  } else {
    return count_between<T, N == 2 ? 0 : N / 2, N>();
  }
}

template <class T, std::size_t K>
inline constexpr bool is_optional_pointer = []<std::size_t... I>(std::index_sequence<I...>) {
  return requires { T{repeated<I, member_value<T>>()..., optional_pointer_value()}; };
}(std::make_index_sequence<K>{});
/// True where one of the N members of T is an optional of a std::unique_ptr. T can then not be copied, and PFR would try
/// to.
template <class T, std::size_t N>
consteval bool has_optional_pointer() {
  if constexpr (std::is_copy_constructible_v<T>) {
    return false;
  } else {
    return []<std::size_t... K>(std::index_sequence<K...>) {
      return (is_optional_pointer<T, K> || ...);
    }(std::make_index_sequence<N>{});
  }
}

enum class shape : unsigned char { good, base, too_many, array, optional_pointer };

/// What keeps T from being taken apart.
template <class T>
consteval shape shape_of() {
  if constexpr (has_base<T>) {
    return shape::base;
  } else {
    constexpr std::size_t count = count_members<T>();
    if constexpr (count > most_members) return shape::too_many;
    else if constexpr (has_elements<T, count + 1>) return shape::array;
    else if constexpr (has_optional_pointer<T, count>()) return shape::optional_pointer;
    else return shape::good;
  }
}
/// The same in fewer steps, for what is good nearly always.
template <class T>
consteval shape quick_shape_of() {
  if constexpr (std::is_copy_constructible_v<T> && !has_base<T>) {
    constexpr std::size_t n = boost::pfr::tuple_size_v<T>;
    if constexpr (n <= most_members && (n == 0 || has_members<T, n>)) return shape::good;
    else return shape_of<T>();
  } else {
    return shape_of<T>();
  }
}
/// How many members T has. Stops the compiler with a sentence where T cannot be taken apart; it then has none.
template <class T>
consteval std::size_t count_class_members() {
  constexpr shape s = quick_shape_of<T>();
  static_assert(s != shape::base,
                "hushring: a struct with a base class cannot be bound; make the base a member and `flatten` it, or "
                "describe the class (json/describe.hpp)");
  static_assert(s != shape::too_many, "hushring: a struct can have at most 190 members");
  static_assert(s != shape::array, "hushring: C arrays cannot be bound; use std::array");
  static_assert(s != shape::optional_pointer,
                "hushring: in an optional of what may be null itself, null has two meanings");
  if constexpr (s != shape::good) {
    return 0;
  } else {
    constexpr std::size_t n = boost::pfr::tuple_size_v<T>;
    static_assert(!members_of<T, n>::bit_fields, "hushring: bit-fields cannot be bound; use whole integers");
    static_assert(!members_of<T, n>::references, "hushring: references cannot be bound; use values or views");
    return members_of<T, n>::bit_fields || members_of<T, n>::references ? 0 : n;
  }
}

}  // namespace hushring::detail
