// Digits, a point and digits: the common form of decimals inline, the rest in compiled code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/put.hpp>
#include <hushring/json/detail/scalars.hpp>
#include <hushring/json/number_form.hpp>

namespace hushring::detail {

// ---- compiled

/// Reads any JSON number (in quotes, whose closing one is passed, if `quoted`) that is exactly out / 10^scale.
const char* read_decimal(const char* p, const char* end, bool quoted, int scale, std::int64_t& out) noexcept;
/// The same of a whole text, quoted or not; says why there is none.
errc decimal_value(const char* first, const char* last, int scale, std::int64_t& out) noexcept;

/// mantissa * 10^exponent.
struct scaled_integer {
  std::int64_t mantissa = 0;
  std::int16_t exponent = 0;
};
/// As read_decimal, with the number of decimals that was written.
const char* read_scaled(const char* p, const char* end, bool quoted, scaled_integer& out) noexcept;
errc scaled_value(const char* first, const char* last, scaled_integer& out) noexcept;

/// Correctly rounded; infinity beyond the range of double.
double scaled_double(std::int64_t mantissa, int exponent) noexcept;

/// mantissa / 10^scale without trailing zeros. At most 21 bytes, and 8 more may be stored.
char* write_decimal(char* out, std::int64_t mantissa, int scale) noexcept;
/// With all its decimals; with an exponent where that is above 0, or very small. At most 28 bytes and 8 more.
char* write_scaled(char* out, scaled_integer value) noexcept;
inline constexpr std::size_t largest_decimal = 21;
inline constexpr std::size_t largest_scaled = 28;

inline constexpr int largest_scale = 18;
inline constexpr auto powers_of_ten = [] {
  std::array<std::int64_t, largest_scale + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

inline namespace HUSHRING_BUILD {

/// How a number stands in the text.
struct in_quotes : std::true_type {};
struct bare : std::false_type {};

/// How many decimals are read inline before compiled code takes over: 8, or as many as fit.
enum class decimals : bool { eight, all };

/// Reads digits, and decimals behind a point, of a number that begins with the digit `first`: at most 18 in all, 10
/// before the point. Null where that is not all of the number, which ends with a quote if `Quoted`.
template <decimals Most, bool Quoted>
HUSHRING_INLINE const char* parse_plain_decimal(const char* p, const context& c, unsigned first, std::int64_t& digits,
                                                std::ptrdiff_t& fraction) noexcept {
  std::uint64_t v = first;
  const char* q = p + 1;
  if (first != 0) q = parse_few_digits<9>(q, v);
  fraction = 0;
  if (*q == '.') {
    const char* const behind_point = ++q;
    if (!append_four_digits(q, v)) {
      q = parse_few_digits<3>(q, v);
      if (q == behind_point) [[unlikely]] return nullptr;
    } else if (is_digit(*(q += 4))) {
      if (append_four_digits(q, v)) {
        q += 4;
        if constexpr (Most == decimals::all) {
          q = parse_few_digits<10>(q, v);
          if (q - p > 19) [[unlikely]] return nullptr;  // 18 and the point
        }
      } else {
        q = parse_few_digits<3>(q, v);
      }
    }
    fraction = q - behind_point;
  }
  if constexpr (Quoted) {
    if (*q != '"' || q >= c.end) [[unlikely]] return nullptr;
  } else {
    if (is_digit(*q) || (*q | 0x20) == 'e' || q > c.end) [[unlikely]] return nullptr;
  }
  digits = static_cast<std::int64_t>(v);
  return q + Quoted;
}

/// Reads a number without decimals, of at most 18 digits; null where it may be another.
template <bool Quoted>
HUSHRING_INLINE const char* parse_plain_whole(const char* p, const context& c, unsigned first,
                                              std::int64_t& out) noexcept {
  std::uint64_t v = first;
  const char* const q = first != 0 ? parse_digits(p + 1, v) : p + 1;
  if (q - p > 18) [[unlikely]] return nullptr;
  if constexpr (Quoted) {
    if (*q != '"' || q >= c.end) [[unlikely]] return nullptr;
  } else {
    if (is_digit(*q) || number_goes_on(*q) || q > c.end) [[unlikely]] return nullptr;
  }
  out = static_cast<std::int64_t>(v);
  return q + Quoted;
}

template <int Scale, bool Quoted>
HUSHRING_INLINE const char* parse_decimal(const char* p, const context& c, std::int64_t& out) noexcept {
  const unsigned first = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
  if constexpr (Scale == 0) {
    if (first <= 9) [[likely]]
      if (const char* const q = parse_plain_whole<Quoted>(p, c, first, out); q != nullptr) [[likely]] return q;
  } else if (first <= 9) [[likely]] {
    std::int64_t digits;
    std::ptrdiff_t fraction;
    const char* const q =
        parse_plain_decimal<Scale <= 8 ? decimals::eight : decimals::all, Quoted>(p, c, first, digits, fraction);
    if (q != nullptr && fraction <= Scale) [[likely]]
      if (!__builtin_mul_overflow(digits, powers_of_ten[static_cast<std::size_t>(Scale - fraction)], &out)) [[likely]]
        return q;
  }
  return read_decimal(p, c.end, Quoted, Scale, out);
}

template <bool Quoted>
HUSHRING_INLINE const char* parse_scaled(const char* p, const context& c, scaled_integer& out) noexcept {
  const unsigned first = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
  if (first <= 9) [[likely]] {
    std::ptrdiff_t fraction;
    const char* const q = parse_plain_decimal<decimals::all, Quoted>(p, c, first, out.mantissa, fraction);
    if (q != nullptr) [[likely]] {
      out.exponent = static_cast<std::int16_t>(-fraction);
      return q;
    }
  }
  return read_scaled(p, c.end, Quoted, out);
}

/// mantissa / 10^Scale without trailing zeros. One copy for all sinks.
template <int Scale>
__attribute__((noinline)) char* put_scaled(char* out, std::int64_t mantissa) noexcept {
  if constexpr (Scale > 8) {
    return write_decimal(out, mantissa, Scale);
  } else {
    auto magnitude = static_cast<std::uint64_t>(mantissa);
    if (mantissa < 0) {
      *out++ = '-';
      magnitude = 0 - magnitude;
    }
    constexpr auto one = static_cast<std::uint64_t>(powers_of_ten[Scale]);
    const std::uint64_t whole = magnitude / one;
    const auto rest = static_cast<std::uint32_t>(magnitude - whole * one);
    out = put_unsigned(out, whole);
    if (rest == 0) return out;
    *out++ = '.';
    put_eight(out, rest * static_cast<std::uint32_t>(powers_of_ten[8 - Scale]));
    out += Scale;
    while (out[-1] == '0') --out;
    return out;
  }
}

}  // namespace HUSHRING_BUILD

/// What the types have in common that are read in quotes and without, and written as `Form` says.
template <number_form Form>
struct text_or_number_codec {
  static constexpr char opening = '\0';
  static constexpr bool flat = true;
  static constexpr bool empty_is_none = true;
  template <class...>
  static consteval bool views() {
    return false;
  }
  HUSHRING_INLINE static bool begins(char c) noexcept { return c == '"' || (c >= '-' && c <= '9'); }

 protected:
  /// Reads by `number(p, in_quotes{})` or `number(p, bare{})`; inline what is as `Form` says.
  template <class Number>
  HUSHRING_INLINE static const char* parse_form(const char* p, Number&& number) noexcept {
    const auto elsewhere = [&](const char* q, auto form) __attribute__((noinline)) { return number(q, form); };
    if constexpr (Form == number_form::quoted) {
      if (*p == '"') [[likely]] return number(p + 1, in_quotes{});
      return elsewhere(p, bare{});
    } else {
      if (*p != '"') [[likely]] return number(p, bare{});
      return elsewhere(p + 1, in_quotes{});
    }
  }
  /// Writes what `number(out)` writes, at most Most bytes.
  template <std::size_t Most, class Sink, class Number>
  HUSHRING_INLINE static void put_form(Sink& sink, Number&& number) noexcept {
    constexpr bool quoted = Form == number_form::quoted;
    sink.template formatted<Most + 2 * quoted>([&](char* out) __attribute__((always_inline)) {
      if constexpr (quoted) *out++ = '"';
      out = number(out);
      if constexpr (quoted) *out++ = '"';
      return out;
    });
  }
};

}  // namespace hushring::detail
