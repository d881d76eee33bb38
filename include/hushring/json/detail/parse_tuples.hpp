// Arrays of differing elements: pairs, tuples, structs written as arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/tuple_parts.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// Gives a part the value it has in a fresh tuple.
template <class T, std::size_t I>
void assign_fresh_part(T& out) {
  T fresh = fresh_value<T>();
  assign_default(tuple_parts<T>::template get<I>(out), std::move(tuple_parts<T>::template get<I>(fresh)));
}

/// A part was null; false when that is an error.
template <read_options O, class T>
HUSHRING_COLD bool assign_null_part(T& out, std::size_t index) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto one = [&]<std::size_t K>() {
      if constexpr (nullable<part_type<T, K>>()) assign_null_value(tuple_parts<T>::template get<K>(out));
      else if constexpr (O.null == null::default_value) assign_fresh_part<T, K>(out);
      else return false;
      return true;
    };
    return ((I == index && one.template operator()<I>()) || ...);
  }(std::make_index_sequence<tuple_parts<T>::count>{});
}

/// The parts from `count` on are not in the text.
template <class T>
HUSHRING_INLINE void leave_parts_out_inline(T& out, std::size_t count) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto one = [&]<std::size_t K>() {
      if constexpr (K >= shortest_tuple<T>)
        if (K >= count) assign_fresh_part<T, K>(out);
    };
    (one.template operator()<I>(), ...);
  }(std::make_index_sequence<tuple_parts<T>::count>{});
}

template <class T>
HUSHRING_COLD void leave_parts_out_cold(T& out, std::size_t count) {
  leave_parts_out_inline(out, count);
}
/// Inline where the fresh tuple is nothing but a few constants.
template <class T>
HUSHRING_INLINE void leave_parts_out(T& out, std::size_t count) {
  if constexpr (std::is_trivially_destructible_v<T>) leave_parts_out_inline(out, count);
  else leave_parts_out_cold(out, count);
}

/// Those that look at the end of the text before they return: none of them returns a place behind it.
template <class E>
inline constexpr bool ends_within = string_like<E> || quoted_like<E> || floating<E>;

/// Predicts, as parse_object does: the step that read an element leads straight into the next one's.
template <read_options O, class T>
const char* parse_tuple(const char* p, context& c, T& out, unsigned depth) {
  using parts = tuple_parts<T>;
  constexpr std::uint32_t n = parts::count;
  constexpr std::uint32_t failure = n + 1;
  constexpr std::uint32_t closed = n + 2;
  constexpr std::uint32_t look = 1u << 16;  // + index: that element has to be looked for
  if (depth > O.max_depth || p >= c.end) [[unlikely]] return nullptr;
  std::uint32_t k = look;

  [[maybe_unused]] const auto step = [&]<std::uint32_t I>() __attribute__((always_inline)) {
    using E = part_type<T, I>;
    E& part = parts::template get<I>(out);
    const char* const q = parse_element<O>(p, nullptr, c, part, depth);
    if (q == nullptr || (!ends_within<E> && q >= c.end)) [[unlikely]] {
      k = failure;
      return;
    }
    p = q;
    if constexpr (I + 1 < n) {
      using next = part_type<T, I + 1>;
      if (*p == ',' && begins<next>(p[1])) [[likely]] {
        p += 1 + opening_size<next>;
        k = I + 1;
        return;
      }
    }
    if constexpr (I + 1 >= shortest_tuple<T>) {
      if (*p == ']' && p < c.end) [[likely]] {
        ++p;
        if constexpr (I + 1 < n) leave_parts_out(out, I + 1);
        k = closed;
        return;
      }
    }
    if constexpr (plain_integer<E>()) {
      if (number_goes_on(*p) && (p = parse_rest_of_integer<O>(p, c, part)) == nullptr) [[unlikely]] {
        k = failure;
        return;
      }
    }
    k = look + I + 1;
  };

  if constexpr (n > 0) {
    if (begins<part_type<T, 0>>(*p)) [[likely]] {
      p += opening_size<part_type<T, 0>>;
      k = 0;
    }
  }
  for (;;) {
    if (k >= look) {
      static constexpr auto openings = []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<char, n + 1>{opening_of<part_type<T, I>>()..., '\0'};
      }(std::make_index_sequence<n>{});
      const std::uint32_t i = k - look;
      const element_step s = next_element(p, c, openings[i], i == 0, depth);
      p = s.p;
      if (s.what == element_step_kind::end) {
        if (i < shortest_tuple<T>) return nullptr;
        if (i < n) leave_parts_out_cold(out, i);
        return p;
      }
      if (i == n || s.what == element_step_kind::failure) return nullptr;
      if (s.what == element_step_kind::null) {
        if (!assign_null_part<O>(out, i)) return nullptr;
        ++k;
        continue;
      }
      k = i;
    }
    [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      ((k == I ? step.template operator()<I>() : void()), ...);
    }(std::make_index_sequence<n>{});
    if (k == closed) return p;
    if (k == failure) return nullptr;
  }
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
