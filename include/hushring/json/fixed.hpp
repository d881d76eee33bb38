// Doubles and floats that are written with a fixed number of decimals.
#pragma once

#include <cstddef>

#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring {

/// A double or float that is written with so many decimals, correctly rounded (half to even): 1.005 with two is 1.00, as
/// the double is a little less than that; 2.5 with none is 2, and -0.001 is -0.00. Read as any other. For all numbers of
/// a text there is write_options::decimals; money is better a `decimal`, which is exact.
///
///     struct line { hushring::fixed<2> percent; };        // {"percent":12.50}
template <int Decimals, class T = double>
struct fixed {
  static_assert(Decimals >= 0 && Decimals <= static_cast<int>(detail::largest_decimals),
                "hushring: fixed<> has 0 to 100 decimals");
  static_assert(detail::floating<T>, "hushring: fixed<> holds a double or a float");

  T value{};

  constexpr fixed() noexcept = default;
  constexpr explicit(false) fixed(T v) noexcept : value(v) {}
  constexpr explicit(false) operator T() const noexcept { return value; }
};

namespace detail {

template <int Decimals, class V>
struct codec<fixed<Decimals, V>> {
  using T = fixed<Decimals, V>;

  static constexpr char opening = '\0';
  static constexpr bool flat = true;
  HUSHRING_INLINE static bool begins(char c) noexcept { return detail::begins<V>(c); }
  static consteval type_info describe() { return describe_type<V>(); }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, T& out, unsigned depth) {
    return parse_opened<O>(p, c, out.value, depth);
  }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) noexcept {
    constexpr write_options with_decimals = [] {
      write_options o = O;
      o.decimals = Decimals;
      return o;
    }();
    return put_floating<with_decimals>(sink, value.value);
  }
  template <class...>
  static consteval std::size_t largest() {
    return fixed_size(Decimals);
  }
  static bool empty(const T& value) noexcept { return is_empty(value.value); }
};

}  // namespace detail
}  // namespace hushring
