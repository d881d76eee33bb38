// Numbers that JSON holds inside strings, as exchanges send prices.
#pragma once

#include <type_traits>

namespace hushring {

/// A number that stands in quotes in JSON: "price": "1053.90". Reads and writes exactly what T would, inside quotes;
/// a number without quotes is `wrong_type`.
template <class T>
struct quoted {
  T value{};

  constexpr quoted() noexcept = default;
  constexpr explicit(false) quoted(T v) noexcept : value(v) {}
  constexpr explicit(false) operator T() const noexcept { return value; }
  friend constexpr bool operator==(const quoted&, const quoted&) = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  friend constexpr bool operator==(const quoted& a, U b) noexcept {
    return a.value == b;
  }
};

}  // namespace hushring
