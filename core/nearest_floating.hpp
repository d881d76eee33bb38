// From digits and a power of ten to the nearest double or float, in integers only: no mode of the processor matters.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "powers_of_five.hpp"

namespace hushring::detail {

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
inline constexpr bits_of<T> infinity_bits = std::bit_cast<bits_of<T>>(std::numeric_limits<T>::infinity());

/// The bits of the T nearest to digits * 10^power, ties to even: those of zero or a denormal when it is small,
/// `infinity_bits` when it is beyond the range. Two multiplications at most (D. Lemire, "Number Parsing at a Gigabyte
/// per Second", 2021; N. Mushtak and D. Lemire, "Fast Number Parsing Without Fallback", 2022, for why the truncated
/// power of five always suffices).
template <class T>
constexpr bits_of<T> nearest_bits(std::uint64_t digits, std::int64_t power) noexcept {
  constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
  constexpr int bias = std::numeric_limits<T>::max_exponent - 1;
  // within these powers digits * 10^power can lie exactly between two values
  constexpr int first_tie = sizeof(T) == 8 ? -4 : -17;
  constexpr int last_tie = sizeof(T) == 8 ? 23 : 10;

  if (digits == 0 || power < smallest_power_of_ten) return 0;
  if (power > largest_power_of_ten) return infinity_bits<T>;
  const leading_bits& five = power_of_five(static_cast<int>(power));
  const int zeros = std::countl_zero(digits);
  const std::uint64_t scaled = digits << zeros;

  // the leading bits of the product; the lower half of the power counts only where it could carry into them
  const uint128 product = static_cast<uint128>(scaled) * five.high;
  auto high = static_cast<std::uint64_t>(product >> 64);
  auto low = static_cast<std::uint64_t>(product);
  constexpr std::uint64_t undecided = ~std::uint64_t{0} >> (fraction_bits + 3);
  if ((high & undecided) == undecided) [[unlikely]] {
    const auto below = static_cast<std::uint64_t>((static_cast<uint128>(scaled) * five.low) >> 64);
    low += below;
    if (low < below) ++high;
  }

  // fraction, hidden bit and one bit more, for rounding
  const int carried = static_cast<int>(high >> 63);
  const int drop = carried + 64 - fraction_bits - 3;
  std::uint64_t mantissa = high >> drop;
  constexpr int binary_digits_of_ten = 217706;  // log2(10) * 2^16
  int exponent = static_cast<int>((binary_digits_of_ten * power) >> 16) + 63 + carried - zeros + bias;
  if (exponent <= 0) [[unlikely]] {
    if (exponent < -62) return 0;
    mantissa >>= 1 - exponent;
    mantissa = (mantissa + (mantissa & 1)) >> 1;  // no tie is that small
    return static_cast<bits_of<T>>(mantissa);     // rounded up to the smallest normal, its bits are right as they are
  }
  if ((mantissa & 3) == 1 && low <= 1 && power >= first_tie && power <= last_tie && mantissa << drop == high)
    mantissa &= ~std::uint64_t{1};  // a tie: down to even
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  // the hidden bit adds one to the exponent; where rounding carried into the next power of two, so does that
  const std::uint64_t bits = (static_cast<std::uint64_t>(exponent - 1) << fraction_bits) + mantissa;
  return bits < infinity_bits<T> ? static_cast<bits_of<T>>(bits) : infinity_bits<T>;
}

}  // namespace hushring::detail
