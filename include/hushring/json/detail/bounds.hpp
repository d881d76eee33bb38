// How large the text of a value can become.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/members.hpp>
#include <hushring/json/detail/written_keys.hpp>

namespace hushring::detail {

inline namespace HUSHRING_BUILD {

/// The largest size of any T in JSON, or `varies`. `Within`: the structs being looked into, which may contain
/// themselves.
template <class T, class... Within>
consteval std::size_t largest_size() {
  if constexpr ((std::same_as<T, Within> || ...)) return varies;
  else if constexpr (coded<T>) return codec<T>::template largest<Within...>();
  else if constexpr (std::same_as<T, bool>) return 5;
  else if constexpr (integer<T>) return std::numeric_limits<T>::digits10 + 1 + std::is_signed_v<T>;
  else if constexpr (std::same_as<T, double>) return 24;
  else if constexpr (std::same_as<T, float>) return 24;
  else if constexpr (quoted_like<T>) return largest_size<decltype(T::value)>() + 2;
  else if constexpr (optional_like<T>) {
    constexpr std::size_t n = largest_size<held_t<T>, Within...>();
    return n == varies ? varies : n < 4 ? 4 : n;
  } else if constexpr (array_like<T>) {
    constexpr std::size_t n = largest_size<held_t<T>, Within...>();
    return n == varies ? varies : std::tuple_size_v<T> * (n + 1) + 2;
  } else if constexpr (string_like<T> || vector_like<T>) return varies;
  else if constexpr (tuple_like<T>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      if (((largest_size<part_type<T, I>, T, Within...>() == varies) || ...)) return varies;
      return ((largest_size<part_type<T, I>, T, Within...>() + 1) + ... + std::size_t{2});
    }(std::make_index_sequence<tuple_parts<T>::count>{});
  else if constexpr (collects_unknown<T>) return varies;
  else
    return []<std::size_t... I>(std::index_sequence<I...>) {
      if (((largest_size<member_type<T, I>, T, Within...>() == varies) || ...)) return varies;
      return ((key_bound<T, I> + largest_size<member_type<T, I>, T, Within...>()) + ... + std::size_t{2});
    }(std::make_index_sequence<member_count<T>>{});
}

template <class T>
HUSHRING_INLINE std::size_t bound_of(const T& value);
/// Not inlined: for values that hold others of their own type.
template <class T>
std::size_t bound_of_held(const T& value) {
  return bound_of(value);
}

template <class T>
HUSHRING_INLINE std::size_t bound_of_elements(const T& value) {
  if constexpr (constexpr std::size_t each = largest_size<held_t<T>>(); each != varies) {
    return value.size() * (each + 1) + 2;
  } else {
    std::size_t sum = 2;
    for (const auto& e : value) sum += bound_of_held(e) + 1;
    return sum;
  }
}

/// The braces of a struct, and the unknown members that it has collected.
template <class T>
HUSHRING_INLINE std::size_t collected_bound(const T& value) {
  std::size_t sum = 2;
  if constexpr (collects_unknown<T>)
    for (const auto& [key, v] : class_members<T>::template get<collecting_member<T>()>(value))
      sum += bound_of(key) + bound_of_held(v) + 2;
  return sum;
}

template <class T>
HUSHRING_INLINE std::size_t bound_of(const T& value) {
  if constexpr (constexpr std::size_t n = largest_size<T>(); n != varies) {
    return n;
  } else if constexpr (coded<T>) {
    return codec<T>::bound(value);
  } else if constexpr (string_like<T>) {
    return value.size() * 6 + 2;
  } else if constexpr (optional_like<T>) {
    return engaged(value) ? bound_of_held(*value) : 4;
  } else if constexpr (vector_like<T> || array_like<T>) {
    return bound_of_elements(value);
  } else if constexpr (tuple_like<T>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((bound_of(tuple_parts<T>::template get<I>(value)) + 1) + ... + std::size_t{2});
    }(std::make_index_sequence<tuple_parts<T>::count>{});
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((key_bound<T, I> + bound_of(get_member<I>(value))) + ... + collected_bound(value));
    }(std::make_index_sequence<member_count<T>>{});
  }
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
