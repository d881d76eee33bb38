// Numbers, booleans and strings, one at a time: the common forms inline, the rest in compiled code.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/context.hpp>
#include <hushring/json/detail/kinds.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

inline constexpr std::uint64_t integer_powers[] = {1,      10,      100,      1000,      10000,
                                                   100000, 1000000, 10000000, 100000000};
inline constexpr double double_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

template <class T>
HUSHRING_COLD const char* read_any_integer(const char* p, const context& c, bool literal, T& out) noexcept {
  std::uint64_t v = 0;
  p = read_integer(p, c.end, std::is_signed_v<T>, sizeof(T) * 8, literal, v);
  out = static_cast<T>(v);
  return p;
}

/// Reads an integer at `p`. The character behind it is not looked at: where it may be `.`, `e` or `E` the caller asks
/// `number_goes_on`.
template <read_options O, integer T>
HUSHRING_INLINE const char* parse_integer(const char* p, const context& c, T& out) noexcept {
  // Digits one by one: predicted branches let the cursor run ahead, a computed length would not.
  unsigned d = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
  if (d - 1 > 8) [[unlikely]] return read_any_integer(p, c, O.literal_integers, out);
  std::uint64_t v = d;
  const char* q = p + 1;
  for (int i = 0; i < 4; ++i) {
    d = static_cast<unsigned char>(*q) - static_cast<unsigned>('0');
    if (d > 9) goto done;
    v = v * 10 + d;
    ++q;
  }
  {
    const std::uint64_t w = load_u64(q);
    const std::uint64_t stop = non_digits(w);
    if (stop == 0) {
      v = v * 100000000 + eight_digits(w);
      q += 8;
      for (;;) {
        d = static_cast<unsigned char>(*q) - static_cast<unsigned>('0');
        if (d > 9) break;
        v = v * 10 + d;
        if (++q - p > 18) [[unlikely]] return read_any_integer(p, c, O.literal_integers, out);
      }
    } else if (const unsigned n = static_cast<unsigned>(std::countr_zero(stop)) / 8; n != 0) {
      v = v * integer_powers[n] + eight_digits(w << (64 - 8 * n));
      q += n;
    }
  }
done:
  if (q > c.end) [[unlikely]] return nullptr;
  if constexpr (sizeof(T) < 8) {
    // out of range so far, but 2550e-1 fits eight bits
    if (v > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) [[unlikely]]
      return read_any_integer(p, c, O.literal_integers, out);
  }
  out = static_cast<T>(v);
  return q;
}

HUSHRING_INLINE bool number_goes_on(char c) noexcept { return c == '.' || c == 'e' || c == 'E'; }

template <floating T>
HUSHRING_COLD const char* read_any_floating(const char* p, const context& c, T& out) noexcept {
  if constexpr (sizeof(T) == 8) return read_double(p, c.end, out);
  else return read_float(p, c.end, out);
}

/// Reads a double or float at `p`, all of it. Up to 8 digits, a dot and up to 8 digits, exact below 2^53 (2^24), by one
/// division; everything else is compiled code's.
template <floating T>
HUSHRING_INLINE const char* parse_floating(const char* p, const context& c, T& out) noexcept {
  constexpr std::uint64_t exact = 1ull << std::numeric_limits<T>::digits;
  const std::uint64_t w = load_u64(p);
  const std::uint64_t stop = non_digits(w);
  const unsigned n = static_cast<unsigned>(std::countr_zero(stop | (1ull << 63))) / 8;  // 0 to 7 digits
  // no digit (a sign, null, an error), 8 digits or more, or a leading zero before another digit
  if (stop == 0 || n == 0 || ((w & 0xFF) == '0' && n > 1)) [[unlikely]] return read_any_floating(p, c, out);
  std::uint64_t v = eight_digits(w << (64 - 8 * n));
  const char* q = p + n;
  unsigned fraction = 0;
  char after = static_cast<char>(w >> (8 * n));
  if (after == '.') {
    const std::uint64_t f = load_u64(q + 1);
    const std::uint64_t f_stop = non_digits(f);
    if (f_stop == 0) {
      fraction = 8;
      v = v * integer_powers[8] + eight_digits(f);
      after = q[9];
      if (is_digit(after)) [[unlikely]] return read_any_floating(p, c, out);
    } else {
      fraction = static_cast<unsigned>(std::countr_zero(f_stop)) / 8;
      if (fraction == 0) [[unlikely]] return nullptr;
      v = v * integer_powers[fraction] + eight_digits(f << (64 - 8 * fraction));
      after = static_cast<char>(f >> (8 * fraction));
    }
    q += fraction + 1;
  }
  if (v > exact || (after | 0x20) == 'e' || (sizeof(T) == 4 && fraction > 10)) [[unlikely]]
    return read_any_floating(p, c, out);
  if (q > c.end) [[unlikely]] return nullptr;
  if constexpr (sizeof(T) == 8) out = static_cast<double>(static_cast<std::int64_t>(v)) / double_powers[fraction];
  else out = static_cast<float>(static_cast<std::int64_t>(v)) / static_cast<float>(double_powers[fraction]);
  return q;
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

template <class T>
HUSHRING_COLD const char* parse_long_string(const char* p, context& c, T& out) {
  const scanned_string s = scan_string(p, c.end);
  if (s.quote == nullptr) return nullptr;
  const auto raw = static_cast<std::size_t>(s.quote - p);
  if (!s.escaped) {
    if constexpr (owned_string<T>) out.assign(p, raw);
    else out = T(p + c.to_text, raw);
    return s.quote + 1;
  }
  if constexpr (owned_string<T>) {
    out.resize(raw);
    const decoded_string d = decode_string(p, c.end, out.data(), raw);
    out.resize(d.size);
    return d.next;
  } else {
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
  const char* q = p;
  std::uint32_t m = special_mask16(q);
  while (m == 0 && q - p < 48) {
    q += 16;
    if (q >= c.end) [[unlikely]] return nullptr;
    m = special_mask16(q);
  }
  if (m == 0) [[unlikely]] return parse_long_string(p, c, out);
  q += std::countr_zero(m);
  if (q >= c.end || *q != '"') [[unlikely]] return q >= c.end ? nullptr : parse_long_string(p, c, out);
  if constexpr (owned_string<T>) out.assign(p, static_cast<std::size_t>(q - p));
  else out = T(p + c.to_text, static_cast<std::size_t>(q - p));
  return q + 1;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
