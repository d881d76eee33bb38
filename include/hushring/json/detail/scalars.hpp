// Numbers, booleans and strings, one at a time: the common forms inline, the rest in compiled code.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/context.hpp>
#include <hushring/json/detail/kinds.hpp>

namespace hushring::detail {

// ---- compiled

/// Goes on behind the eighth decimal of a double or float that began at `number`. It has no sign; `digits` are all of
/// its digits so far. Correctly rounded; null on failure.
const char* read_decimals(const char* p, const char* end, const char* number, std::uint64_t digits,
                          double& out) noexcept;
const char* read_decimals(const char* p, const char* end, const char* number, std::uint64_t digits,
                          float& out) noexcept;
/// The same behind the eighth digit of the integer part.
const char* read_whole(const char* p, const char* end, const char* number, std::uint64_t digits, double& out) noexcept;
const char* read_whole(const char* p, const char* end, const char* number, std::uint64_t digits, float& out) noexcept;
/// digits / 10^decimals, correctly rounded; at most 22 decimals.
double decimal_double(std::uint64_t digits, unsigned decimals) noexcept;
float decimal_float(std::uint64_t digits, unsigned decimals) noexcept;

inline namespace HUSHRING_BUILD {

inline constexpr std::uint64_t integer_powers[] = {1,      10,      100,      1000,      10000,
                                                   100000, 1000000, 10000000, 100000000};
inline constexpr double double_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

HUSHRING_INLINE bool number_goes_on(char c) noexcept { return c == '.' || c == 'e' || c == 'E'; }

template <class T>
HUSHRING_COLD const char* read_any_integer(const char* p, const context& c, bool literal, T& out) noexcept {
  std::uint64_t v = 0;
  p = read_integer(p, c.end, std::is_signed_v<T>, sizeof(T) * 8, literal, v);
  out = static_cast<T>(v);
  // all of the number was read: the caller must not take what follows for its rest
  return p != nullptr && p < c.end && number_goes_on(*p) ? nullptr : p;
}

/// Reads digits at `p`, adding them to `v`, and stops behind the last one or behind 20 of them.
/// One by one at first: predicted branches let the cursor run ahead, a computed length would not.
HUSHRING_INLINE const char* parse_digits(const char* p, std::uint64_t& v) noexcept {
  for (int i = 0; i < 4; ++i, ++p) {
    const unsigned d = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
    if (d > 9) return p;
    v = v * 10 + d;
  }
  if (!is_digit(*p)) return p;
  const std::uint64_t w = load_u64(p);
  const std::uint64_t stop = non_digits(w);
  if (stop == 0) {
    v = v * 100000000 + eight_digits(w);
    p += 8;
    for (int i = 0; i < 8; ++i, ++p) {
      const unsigned d = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
      if (d > 9) return p;
      v = v * 10 + d;
    }
  } else if (const unsigned n = static_cast<unsigned>(std::countr_zero(stop)) / 8; n != 0) {  // 0: the text changed
    v = v * integer_powers[n] + eight_digits(w << (64 - 8 * n));
    p += n;
  }
  return p;
}

/// Reads an integer at `p` that begins with the digit `first`, which is not 0.
template <read_options O, integer T>
HUSHRING_INLINE const char* parse_magnitude(const char* p, const context& c, T& out, unsigned first,
                                            const char* number) noexcept {
  std::uint64_t v = first;
  const char* q = parse_digits(p + 1, v);
  if (q - p > 18 || q > c.end) [[unlikely]] return read_any_integer(number, c, O.literal_integers, out);
  if constexpr (sizeof(T) < 8) {
    // out of range so far, but 2550e-1 fits eight bits
    if (v > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) [[unlikely]]
      return read_any_integer(number, c, O.literal_integers, out);
  }
  out = static_cast<T>(p == number ? v : 0 - v);
  return q;
}

/// What does not begin with 1 to 9: a minus, a zero, or no integer.
template <read_options O, integer T>
HUSHRING_COLD const char* parse_unusual_integer(const char* p, const context& c, T& out) noexcept {
  if constexpr (std::is_signed_v<T>) {
    const unsigned first = static_cast<unsigned char>(p[1]) - static_cast<unsigned>('0');
    if (*p == '-' && first - 1 <= 8) [[likely]] return parse_magnitude<O>(p + 1, c, out, first, p);
  }
  if (*p == '0' && !is_digit(p[1]) && p < c.end) {
    out = 0;
    return p + 1;
  }
  return read_any_integer(p, c, O.literal_integers, out);
}

/// Reads an integer at `p`. The character behind it is not looked at: where it may be `.`, `e` or `E` the caller asks
/// `number_goes_on`.
template <read_options O, integer T>
HUSHRING_INLINE const char* parse_integer(const char* p, const context& c, T& out) noexcept {
  const unsigned first = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
  if (first - 1 > 8) [[unlikely]] return parse_unusual_integer<O>(p, c, out);
  return parse_magnitude<O>(p, c, out, first, p);
}

template <floating T>
HUSHRING_COLD const char* read_any_floating(const char* p, const context& c, T& out) noexcept {
  if constexpr (sizeof(T) == 8) return read_double(p, c.end, out);
  else return read_float(p, c.end, out);
}

/// Reads at most `Most` digits at `p`, adding them to `v`. One by one: predicted branches let the cursor run ahead, a
/// computed length would not.
template <int Most>
HUSHRING_INLINE const char* parse_few_digits(const char* p, std::uint64_t& v) noexcept {
  for (int i = 0; i < Most; ++i, ++p) {
    const unsigned d = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
    if (d > 9) break;
    v = v * 10 + d;
  }
  return p;
}

/// Reads a double or float at `p`, all of it, that has no sign. What is exact below 2^53 (2^24) takes one division;
/// exponents and more digits are compiled code's.
template <floating T>
HUSHRING_INLINE const char* parse_unsigned_floating(const char* p, const context& c, T& out, unsigned first) noexcept {
  constexpr std::uint64_t exact = 1ull << std::numeric_limits<T>::digits;
  std::uint64_t v = first;
  const char* q = p + 1;
  if (first != 0) q = parse_few_digits<7>(q, v);
  bool many = sizeof(T) == 4;
  std::ptrdiff_t fraction = 0;
  if (*q == '.') {
    const char* const decimals = ++q;
    if (!append_four_digits(q, v)) {
      q = parse_few_digits<3>(q, v);
      if (q == decimals) [[unlikely]] return nullptr;
    } else if (is_digit(*(q += 4))) {
      if (append_four_digits(q, v)) {
        q += 4;
        if (is_digit(*q)) return read_decimals(q, c.end, p, v, out);
        many = true;  // 16 digits may be too many
      } else {
        q = parse_few_digits<3>(q, v);
      }
    }
    fraction = q - decimals;
  } else if (is_digit(*q)) [[unlikely]] {
    return first == 0 ? nullptr : read_whole(q, c.end, p, v, out);
  }
  if ((*q | 0x20) == 'e' || q > c.end) [[unlikely]] return read_any_floating(p, c, out);
  if (many && v > exact) [[unlikely]] {
    if constexpr (sizeof(T) == 8) out = decimal_double(v, static_cast<unsigned>(fraction));
    else out = decimal_float(v, static_cast<unsigned>(fraction));
    return q;
  }
  out = static_cast<T>(static_cast<std::int64_t>(v)) / static_cast<T>(double_powers[fraction]);
  return q;
}

/// What begins with no digit: a minus, or no number.
template <floating T>
__attribute__((noinline)) const char* parse_negative_floating(const char* p, const context& c, T& out) noexcept {
  const unsigned first = static_cast<unsigned char>(p[1]) - static_cast<unsigned>('0');
  if (*p != '-' || first > 9) [[unlikely]] return nullptr;
  p = parse_unsigned_floating(p + 1, c, out, first);
  if (p != nullptr) [[likely]] out = -out;
  return p;
}

/// Reads a double or float at `p`, all of it.
template <floating T>
HUSHRING_INLINE const char* parse_floating(const char* p, const context& c, T& out) noexcept {
  const unsigned first = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
  if (first > 9) return parse_negative_floating(p, c, out);
  return parse_unsigned_floating(p, c, out, first);
}

HUSHRING_INLINE const char* parse_bool(const char* p, const context& c, bool& out) noexcept {
  const std::uint64_t w = load_u64(p);
  const char* q;
  if (static_cast<std::uint32_t>(w) == word_of("true", 4)) {
    out = true;
    q = p + 4;
  } else if ((w & low_bytes(5)) == word_of("false", 5)) {
    out = false;
    q = p + 5;
  } else {
    return nullptr;
  }
  return q <= c.end ? q : nullptr;
}

HUSHRING_INLINE bool is_null(const char* p, const context& c) noexcept {
  return load_u32(p) == word_of("null", 4) && p + 4 <= c.end;
}

// ---- strings: `p` is behind the opening quote

/// A string that is long, escaped or not ASCII. Owned strings are copied before they are judged: the text may change.
template <class T>
HUSHRING_COLD const char* parse_long_string(const char* p, context& c, T& out) {
  const scanned_string s = scan_string(p, c.end);
  if (s.quote == nullptr) return nullptr;
  const auto raw = static_cast<std::size_t>(s.quote - p);
  if constexpr (owned_string<T>) {
    if (!s.escaped) {
      out.assign(p, raw);
      return is_plain_string(out.data(), raw) ? s.quote + 1 : nullptr;
    }
    out.resize(raw);
    const decoded_string d = decode_string(p, c.end, out.data(), raw);
    out.resize(d.size);
    return d.next;
  } else {
    if (!s.escaped) {
      out = T(p + c.to_text, raw);
      return s.quote + 1;
    }
    // One reservation for all that is left of the text: decoding never grows, so no later string needs another chunk.
    const auto room = static_cast<std::size_t>(c.end - p);
    char* place = c.scratch->reserve(room);
    if (place == nullptr) {
      c.out_of_memory = true;
      return nullptr;
    }
    const decoded_string d = decode_string(p, c.end, place, room);
    if (d.next == nullptr) return nullptr;
    c.scratch->commit(d.size);
    out = T(place, d.size);
    return d.next;
  }
}

template <string_like T>
HUSHRING_INLINE const char* parse_string(const char* p, context& c, T& out) {
  // Owned strings take what is looked at, not what the text holds a moment later.
  [[maybe_unused]] char copy[64];
  const char* q = p;
  std::uint32_t m;
  for (;;) {
    if constexpr (owned_string<T>) {
      char* const here = copy + (q - p);
      std::memcpy(here, q, 16);
      m = special_mask16(here);
    } else {
      m = special_mask16(q);
    }
    if (m != 0 || q - p == 48) break;
    q += 16;
    if (q >= c.end) [[unlikely]] return nullptr;
  }
  if (m == 0) [[unlikely]] return parse_long_string(p, c, out);
  q += std::countr_zero(m);
  if (q >= c.end) [[unlikely]] return nullptr;
  const auto size = static_cast<std::size_t>(q - p);
  if constexpr (owned_string<T>) {
    if (copy[size] != '"') [[unlikely]] return parse_long_string(p, c, out);
    out.assign(copy, size);
  } else {
    if (*q != '"') [[unlikely]] return parse_long_string(p, c, out);
    out = T(p + c.to_text, size);
  }
  return q + 1;
}

/// As parse_string, for strings that stand close together.
template <string_like T>
HUSHRING_INLINE const char* parse_string_in_array(const char* p, context& c, T& out) {
  if constexpr (owned_string<T> || !HUSHRING_SSE2) {
    return parse_string(p, c, out);
  } else {
    auto at = static_cast<std::uint64_t>(p - c.masked);
    std::uint64_t m = c.special >> (at & 63);
    if (at >= 64 || m == 0) {
      if (p >= c.end) [[unlikely]] return nullptr;
      c.masked = p;
      c.special = m = special_mask64(p);
      if (m == 0) [[unlikely]] return parse_long_string(p, c, out);
    }
    const char* q = p + std::countr_zero(m);
    if (q >= c.end || *q != '"') [[unlikely]] return q >= c.end ? nullptr : parse_long_string(p, c, out);
    out = T(p + c.to_text, static_cast<std::size_t>(q - p));
    return q + 1;
  }
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
