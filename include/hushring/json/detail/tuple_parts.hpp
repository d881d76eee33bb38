// The parts of what is an array of differing elements in JSON: std::pair, std::tuple, structs written as arrays.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/detail/struct_members.hpp>

namespace hushring::detail {

/// How many parts T has, their types, and, given a value, each of them; and which may be left out at the end.
template <class T>
struct tuple_parts {
  static constexpr std::size_t count = std::tuple_size_v<T>;
  template <std::size_t I>
  using type = std::remove_cv_t<std::tuple_element_t<I, T>>;
  template <std::size_t I, class Tuple>
  static constexpr auto& get(Tuple& tuple) noexcept {
    return std::get<I>(tuple);
  }
  template <std::size_t I>
  static consteval bool optional() {
    return may_be_missing<type<I>>();
  }
};
template <struct_like T>
struct tuple_parts<T> {
  static_assert(!collects_unknown<T>, "hushring: a struct that is an array has no unknown members to collect");
  static constexpr std::size_t count = member_count<T>;
  template <std::size_t I>
  using type = member_type<T, I>;
  template <std::size_t I, class Struct>
  static constexpr auto& get(Struct& object) noexcept {
    return get_member<I>(object);
  }
  template <std::size_t I>
  static consteval bool optional() {
    return !member_is<T, I>(field::kind::required) &&
           (may_be_missing<type<I>>() || member_is<T, I>(field::kind::default_value) ||
            member_is<T, I>(field::kind::omit_empty));
  }
};

template <class T, std::size_t I>
using part_type = typename tuple_parts<T>::template type<I>;

/// How many parts a text must have at least: those behind it may be left out.
template <class T>
inline constexpr std::size_t shortest_tuple = []<std::size_t... I>(std::index_sequence<I...>) {
  std::size_t shortest = 0;
  ((tuple_parts<T>::template optional<I>() ? void() : void(shortest = I + 1)), ...);
  return shortest;
}(std::make_index_sequence<tuple_parts<T>::count>{});

}  // namespace hushring::detail
