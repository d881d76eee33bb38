// The exact value of a JSON number as an integer.
#pragma once

#include <cstdint>

#include <hushring/error.hpp>

#include "number_grammar.hpp"

namespace hushring::detail {

/// Exponents saturate here; digit counts are added afterwards, so that no sum overflows.
inline constexpr std::int64_t largest_exponent = std::int64_t{1} << 40;

inline std::int64_t exponent_value(const number_parts& n) noexcept {
  std::int64_t e = 0;
  for (const char* p = n.exponent; p != n.exponent_end; ++p) {
    e = e * 10 + ((*p - '0') & 15);  // a digit, unless the text changed
    if (e > largest_exponent) e = largest_exponent;
  }
  return n.negative_exponent ? -e : e;
}

/// The value of `n`, times 10^shift, in two's complement of 64 bits; `not_an_integer` or `number_out_of_range` when it
/// has none of `bits` bits. 8.0 and 12e2 are integers.
inline errc integer_value(const number_parts& n, bool is_signed, unsigned bits, std::uint64_t& out,
                          int shift = 0) noexcept {
  const std::int64_t exponent = exponent_value(n) + shift;
  std::int64_t zeros = 0;  // met since the last other digit
  std::uint64_t v = 0;
  bool overflow = false;
  const auto times_ten_plus = [&](unsigned digit) {
    std::uint64_t next;
    overflow |= __builtin_mul_overflow(v, 10u, &next) || __builtin_add_overflow(next, digit, &next);
    v = next;
  };
  const auto take = [&](const char* p, const char* end) {
    for (; p < end; ++p) {
      const unsigned d = static_cast<unsigned>(*p - '0') & 15;  // a digit, unless the text changed
      if (d == 0) {
        ++zeros;
        continue;
      }
      // zeros between digits count once another digit follows; leading ones never do
      for (; v != 0 && zeros > 0 && !overflow; --zeros) times_ten_plus(0);
      zeros = 0;
      if (!overflow) times_ten_plus(d);
    }
  };
  take(n.digits, n.digits_end);
  take(n.fraction, n.fraction_end);
  if (v == 0 && !overflow) {
    out = 0;
    return errc::ok;
  }
  // the value is v * 10^scale
  std::int64_t scale = exponent - (n.fraction_end - n.fraction) + zeros;
  if (scale < 0) return errc::not_an_integer;
  for (; scale > 0 && !overflow; --scale) times_ten_plus(0);
  if (overflow) return errc::number_out_of_range;
  const std::uint64_t highest = is_signed ? (std::uint64_t{1} << (bits - 1)) - 1 : ~std::uint64_t{0} >> (64 - bits);
  if (n.negative) {
    if (!is_signed || v > highest + 1) return errc::number_out_of_range;
    out = 0 - v;
  } else {
    if (v > highest) return errc::number_out_of_range;
    out = v;
  }
  return errc::ok;
}

}  // namespace hushring::detail
