// Loads and comparisons of a few bytes at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hushring/json/detail/config.hpp>

#if HUSHRING_SSE2
#include <emmintrin.h>
#endif

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

static_assert(std::endian::native == std::endian::little, "words are compared and shifted in little-endian order");

HUSHRING_INLINE std::uint64_t load_u64(const char* p) noexcept {
  std::uint64_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
HUSHRING_INLINE std::uint32_t load_u32(const char* p) noexcept {
  std::uint32_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
HUSHRING_INLINE std::uint16_t load_u16(const char* p) noexcept {
  std::uint16_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

/// A mask of the bytes below `n` (0 to 8) of a word.
constexpr std::uint64_t low_bytes(std::size_t n) noexcept { return n >= 8 ? ~0ull : (1ull << (8 * n)) - 1; }

/// Up to 8 bytes of a constant text as the word that a load of them gives.
constexpr std::uint64_t word_of(const char* text, std::size_t n) noexcept {
  std::uint64_t w = 0;
  for (std::size_t i = 0; i < n && i < 8; ++i)
    w |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
  return w;
}

/// True where a byte of `w` is a special character of a string: quote, backslash, control or not ASCII. The high bit of
/// each such byte is set; bits above the first special byte may be wrong (borrows run upwards).
HUSHRING_INLINE std::uint64_t special_bytes(std::uint64_t w) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  const std::uint64_t quote = w ^ (ones * '"');
  const std::uint64_t backslash = w ^ (ones * '\\');
  return ((w - ones * 0x20) | (quote - ones) | (backslash - ones) | w) & (ones * 0x80);
}

#if HUSHRING_SSE2
/// The sign bit of each special character of a string: quote, backslash, control or not ASCII.
HUSHRING_INLINE __m128i special_signs(__m128i bytes) noexcept {
  // With their second lowest bit changed, control characters and the quote are all that is below 0x21, and negative when
  // that is subtracted; what is not ASCII is negative before, and saturates.
  const __m128i low = _mm_subs_epi8(_mm_xor_si128(bytes, _mm_set1_epi8(2)), _mm_set1_epi8(0x21));
  return _mm_or_si128(low, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
}
#endif

/// A mask of the special characters among the 16 bytes at `p`: quote, backslash, control or not ASCII.
/// Without SIMD only the lowest set bit is exact.
HUSHRING_INLINE std::uint32_t special_mask16(const char* p) noexcept {
#if HUSHRING_SSE2
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(special_signs(bytes)));
#else
  if (const std::uint64_t m = special_bytes(load_u64(p)); m != 0) return 1u << (std::countr_zero(m) / 8);
  if (const std::uint64_t m = special_bytes(load_u64(p + 8)); m != 0) return 256u << (std::countr_zero(m) / 8);
  return 0;
#endif
}

/// The same for 64 bytes. Without SIMD only the lowest set bit of each group of 8 is exact.
HUSHRING_INLINE std::uint64_t special_mask64(const char* p) noexcept {
#if HUSHRING_SSE2
  const auto part = [p](int i) { return static_cast<std::uint64_t>(special_mask16(p + 16 * i)) << (16 * i); };
  return part(0) | part(1) | part(2) | part(3);
#else
  return special_mask16(p);
#endif
}

HUSHRING_INLINE bool is_space(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
HUSHRING_INLINE bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }

/// The first character at or behind `p` that is no white space, or `end`.
HUSHRING_INLINE const char* skip_space(const char* p, const char* end) noexcept {
  while (p < end && is_space(*p)) ++p;
  return p;
}

/// The same where there usually is none, and one byte at `p` may be read though it be `end`.
HUSHRING_INLINE const char* pass_space(const char* p, const char* end) noexcept {
  return static_cast<unsigned char>(*p) > ' ' ? p : skip_space(p, end);
}

/// True when `n` blanks stand at `p`; at most 16 of them.
HUSHRING_INLINE bool are_blanks(const char* p, unsigned n) noexcept {
#if HUSHRING_SSE2
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const auto blanks = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(' '))));
  return (~blanks & ((1u << n) - 1)) == 0;
#else
  constexpr std::uint64_t blanks = 0x2020202020202020u;
  if (n <= 8) return ((load_u64(p) ^ blanks) & low_bytes(n)) == 0;
  return load_u64(p) == blanks && ((load_u64(p + 8) ^ blanks) & low_bytes(n - 8)) == 0;
#endif
}

/// A mask of the bytes of `w` that are no digits: the high bit of each. Exact up to the first such byte.
HUSHRING_INLINE std::uint64_t non_digits(std::uint64_t w) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  const std::uint64_t x = w ^ (ones * '0');              // digits become 0 to 9
  return ((x + ones * 0x76) | x) & (ones * 0x80);        // 0x0A + 0x76 sets the high bit
}

/// The value of 8 digits, the first in the lowest byte.
HUSHRING_INLINE std::uint32_t eight_digits(std::uint64_t w) noexcept {
  w = (w & 0x0F0F0F0F0F0F0F0Fu) * 2561 >> 8;              // pairs:   10 a + b
  w = (w & 0x00FF00FF00FF00FFu) * 6553601 >> 16;          // fours:  100 ab + cd
  return static_cast<std::uint32_t>((w & 0x0000FFFF0000FFFFu) * 42949672960001u >> 32);
}

/// When all of the 4 characters at `p` are digits, puts them behind those of `v`.
HUSHRING_INLINE bool append_four_digits(const char* p, std::uint64_t& v) noexcept {
  const std::uint32_t x = load_u32(p) ^ 0x30303030u;
  if (((x + 0x76767676u) | x) & 0x80808080u) return false;
  const std::uint32_t pairs = x * 2561 >> 8 & 0x00FF00FFu;
  v = v * 10000 + (pairs * 6553601 >> 16);
  return true;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
