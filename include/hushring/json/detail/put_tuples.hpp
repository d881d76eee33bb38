// Writes pairs, tuples and structs that are arrays in JSON.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <hushring/json/detail/put.hpp>
#include <hushring/json/detail/tuple_parts.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// How many parts of a tuple are written: empty ones that may be left out at its end are.
template <write_options O, class T>
HUSHRING_INLINE std::size_t parts_to_put(const T& value) noexcept {
  std::size_t count = shortest_tuple<T>;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto look = [&]<std::size_t K>() {
      [[maybe_unused]] const auto& part = tuple_parts<T>::template get<K>(value);
      bool left_out = false;
      if constexpr (K < shortest_tuple<T>) return;
      else if constexpr (struct_like<T>) left_out = is_left_out<O, T, K>(part);
      else if constexpr (O.absent == absent::omit) left_out = is_absent(part);
      if (!left_out) count = K + 1;
    };
    (look.template operator()<I>(), ...);
  }(std::make_index_sequence<tuple_parts<T>::count>{});
  return count;
}

/// A comma and what a value of T begins with.
template <class T>
inline constexpr std::array<char, 2> separator{',', opening_of<T>()};

/// Writes the parts of a tuple or of a short array, and the end.
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_parts(Sink& sink, const T& value) {
  constexpr std::size_t n = tuple_parts<T>::count;
  [[maybe_unused]] const std::size_t count = parts_to_put<O>(value);
  errc code = errc::ok;
  [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    [[maybe_unused]] const auto put = [&]<std::size_t K>() __attribute__((always_inline)) {
      using E = part_type<T, K>;
      if constexpr (K >= shortest_tuple<T>)
        if (K >= count) return false;
      const auto& part = tuple_parts<T>::template get<K>(value);
      if constexpr (K == 0) {
        code = put_value<O>(sink, part);
      } else if constexpr (optional_like<E> || opening_of<E>() == '\0') {
        sink.character(',');
        code = put_value<O>(sink, part);
      } else {
        sink.template literal<separator<E>>();
        code = put_opened<O>(sink, part);
      }
      return code == errc::ok;
    };
    static_cast<void>((put.template operator()<I>() && ...));
  }(std::make_index_sequence<n>{});
  sink.character(']');
  return code;
}

template <write_options O, class Sink, class T>
errc put_tuple(Sink& to, const T& value) {
  apart<Sink> here(to);
  return put_parts<O>(here.sink, value);
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
