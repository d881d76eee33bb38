// Numbers to digits: integers, and doubles that are short decimals, inline; the rest in compiled code.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/config.hpp>
#include <hushring/json/detail/kinds.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

inline constexpr auto digit_pairs = [] {
  std::array<char, 200> a{};
  for (unsigned i = 0; i < 100; ++i) {
    a[2 * i] = static_cast<char>('0' + i / 10);
    a[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return a;
}();

HUSHRING_INLINE void put_pair(char* out, std::uint32_t v) noexcept { std::memcpy(out, &digit_pairs[2 * v], 2); }

/// 1 to 8 digits.
HUSHRING_INLINE char* put_short(char* out, std::uint32_t v) noexcept {
  if (v < 10000) {
    const std::uint32_t high = v / 100;
    const std::uint32_t low = v % 100;
    if (v < 100) {
      if (v < 10) {
        *out = static_cast<char>('0' + v);
        return out + 1;
      }
      put_pair(out, v);
      return out + 2;
    }
    if (v < 1000) {
      *out = static_cast<char>('0' + high);
      put_pair(out + 1, low);
      return out + 3;
    }
    put_pair(out, high);
    put_pair(out + 2, low);
    return out + 4;
  }
  const std::uint32_t high = v / 10000;
  const std::uint32_t low = v % 10000;
  if (high < 100) {
    if (high < 10) *out++ = static_cast<char>('0' + high);
    else put_pair(out, high), out += 2;
  } else {
    if (high < 1000) *out++ = static_cast<char>('0' + high / 100);
    else put_pair(out, high / 100), out += 2;
    put_pair(out, high % 100);
    out += 2;
  }
  put_pair(out, low / 100);
  put_pair(out + 2, low % 100);
  return out + 4;
}
/// The 8 digits of v, the first in the lowest byte: split in halves, quarters, and digits, all at once.
HUSHRING_INLINE std::uint64_t eight_digits_of(std::uint32_t v) noexcept {
  std::uint64_t w = v / 10000 | static_cast<std::uint64_t>(v % 10000) << 32;
  const std::uint64_t hundreds = (w * 10486 >> 20) & 0x0000007F0000007Fu;  // x / 100 below 10000
  w = (w - hundreds * 100) << 16 | hundreds;
  const std::uint64_t tens = (w * 103 >> 10) & 0x000F000F000F000Fu;  // x / 10 below 100
  return (w - tens * 10) << 8 | tens;
}
inline constexpr std::uint64_t eight_zeros = 0x3030303030303030u;

HUSHRING_INLINE char* put_eight(char* out, std::uint32_t v) noexcept {
  const std::uint64_t digits = eight_digits_of(v) | eight_zeros;
  std::memcpy(out, &digits, 8);
  return out + 8;
}
/// v / 10^8 below 1 as a decimal behind a point, without zeros at its end; nothing when it is 0. Stores 9 bytes.
HUSHRING_INLINE char* put_fraction(char* out, std::uint32_t v) noexcept {
  const std::uint64_t digits = eight_digits_of(v);
  const std::uint64_t text = digits | eight_zeros;
  *out = '.';
  std::memcpy(out + 1, &text, 8);
  const auto last = static_cast<unsigned>(std::bit_width(digits | 1) - 1) / 8;  // the place of the last that is not 0
  return out + (v != 0 ? last + 2 : 0);
}
HUSHRING_INLINE char* put_unsigned(char* out, std::uint64_t v) noexcept {
  constexpr std::uint64_t eight = 100000000;
  if (v < eight) return put_short(out, static_cast<std::uint32_t>(v));
  const std::uint64_t high = v / eight;
  if (high < eight) {
    out = put_short(out, static_cast<std::uint32_t>(high));
  } else {
    out = put_short(out, static_cast<std::uint32_t>(high / eight));
    out = put_eight(out, static_cast<std::uint32_t>(high % eight));
  }
  return put_eight(out, static_cast<std::uint32_t>(v % eight));
}
template <integer T>
HUSHRING_INLINE char* put_integer(char* out, T v) noexcept {
  auto magnitude = static_cast<std::uint64_t>(v);
  if constexpr (std::is_signed_v<T>) {
    if (v < 0) {
      *out++ = '-';
      magnitude = 0 - magnitude;
    }
  }
  return put_unsigned(out, magnitude);
}

/// What stands behind the whole part of a number of three decimals, without zeros at its end: its size, nothing for 0,
/// in the lowest byte, where the point belongs, and the three digits above. One load instead of a loop whose end nobody
/// can predict.
inline constexpr auto thousandths = [] {
  std::array<std::uint32_t, 1000> a{};
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::uint32_t digits = i / 100 << 8 | i / 10 % 10 << 16 | i % 10 << 24 | 0x30303000u;
    a[i] = digits | (i == 0 ? 0 : i % 100 == 0 ? 2 : i % 10 == 0 ? 3 : 4);
  }
  return a;
}();
HUSHRING_INLINE char* put_thousandths(char* out, std::uint32_t v) noexcept {
  const std::uint32_t entry = thousandths[v];
  const std::uint32_t text = (entry & ~0xFFu) | '.';
  std::memcpy(out, &text, 4);
  return out + (entry & 0xFF);
}

/// `units` / 10^Decimals, without trailing zeros.
template <int Decimals>
HUSHRING_INLINE char* put_decimal(char* out, std::uint64_t units) noexcept {
  constexpr std::uint64_t one = Decimals == 3 ? 1000 : 100000000;
  const std::uint64_t whole = units / one;
  const auto rest = static_cast<std::uint32_t>(units - whole * one);
  if constexpr (Decimals == 3) return put_thousandths(put_unsigned(out, whole), rest);
  else return put_fraction(put_short(out, static_cast<std::uint32_t>(whole)), rest);
}

/// Thousandths (or units of 1e-8) of a positive double, if it is exactly as many of them as a decimal of 15 digits can
/// say: such decimals and doubles correspond one to one, so that it is the shortest form.
template <int Decimals>
HUSHRING_INLINE bool as_decimal(double v, std::uint64_t& units) noexcept {
  constexpr double one = Decimals == 3 ? 1e3 : 1e8;
  const auto u = static_cast<std::int64_t>(v * one + 0.5);
  units = static_cast<std::uint64_t>(u);
  return std::bit_cast<std::uint64_t>(static_cast<double>(u) / one) == std::bit_cast<std::uint64_t>(v);
}

/// A finite double: prices and the like by integers, the rest by compiled code.
HUSHRING_INLINE char* put_double(char* out, double v) noexcept {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(v);
  const std::uint64_t magnitude = bits & ~(1ull << 63);
  if (bits != magnitude) *out++ = '-';
  if (magnitude == 0) {
    *out = '0';
    return out + 1;
  }
  // compared as integers: positive doubles are ordered as their bits, and no mode of the processor changes that
  constexpr std::uint64_t smallest = std::bit_cast<std::uint64_t>(1e-8);
  constexpr std::uint64_t largest = std::bit_cast<std::uint64_t>(1e12);
  constexpr std::uint64_t largest_with_eight = std::bit_cast<std::uint64_t>(1e7);
  const double a = std::bit_cast<double>(magnitude);
  if (magnitude - smallest < largest - smallest) [[likely]] {
    std::uint64_t units;
    if (as_decimal<3>(a, units)) [[likely]] return put_decimal<3>(out, units);
    if (magnitude < largest_with_eight && as_decimal<8>(a, units)) return put_decimal<8>(out, units);
  }
  return write_double(out, a);
}

template <floating T>
HUSHRING_INLINE bool is_finite(T v) noexcept {
  if constexpr (sizeof(T) == 8) return (std::bit_cast<std::uint64_t>(v) >> 52 & 0x7FF) != 0x7FF;
  else return (std::bit_cast<std::uint32_t>(v) >> 23 & 0xFF) != 0xFF;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
