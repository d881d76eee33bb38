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
HUSHRING_INLINE char* put_eight(char* out, std::uint32_t v) noexcept {
  put_pair(out, v / 1000000);
  put_pair(out + 2, v / 10000 % 100);
  put_pair(out + 4, v / 100 % 100);
  put_pair(out + 6, v % 100);
  return out + 8;
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

/// `units` / 10^Decimals, without trailing zeros.
template <int Decimals>
HUSHRING_INLINE char* put_decimal(char* out, std::uint64_t units) noexcept {
  constexpr std::uint64_t one = Decimals == 3 ? 1000 : 100000000;
  const std::uint64_t whole = units / one;
  const auto rest = static_cast<std::uint32_t>(units - whole * one);
  out = put_unsigned(out, whole);
  if (rest == 0) return out;
  *out++ = '.';
  if constexpr (Decimals == 3) {
    *out = static_cast<char>('0' + rest / 100);
    put_pair(out + 1, rest % 100);
  } else {
    put_eight(out, rest);
  }
  out += Decimals;
  while (out[-1] == '0') --out;
  return out;
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
