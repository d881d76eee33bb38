// Strings 16 bytes at a time, UTF-8 included.
#pragma once

#include <hushring/json/detail/bytes.hpp>

namespace hushring::detail {

#if HUSHRING_SSE2

/// What 16 bytes that begin with a whole character say about a string, one bit a byte.
struct utf8_block {
  std::uint32_t stop;     // quote, backslash or control character
  std::uint32_t bad;      // no UTF-8
  std::uint32_t unusual;  // begins a sequence that is not judged here: E0, ED, and all of four bytes
  std::uint32_t cut;      // 0 unless a sequence goes on behind the block

  /// The bytes before that sequence.
  [[nodiscard]] HUSHRING_INLINE unsigned whole() const noexcept { return cut == 0 ? 16 : (cut & 2) != 0 ? 15 : 14; }
};

HUSHRING_INLINE utf8_block look_at_block(const char* p) noexcept {
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const auto mask = [](__m128i bytes) { return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)); };
  const auto all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  // compared as if they had a sign: from 0x80 up, bytes are below all others but in their order
  const __m128i order = _mm_xor_si128(v, all(0x80));
  const auto from = [&](int byte) { return _mm_cmpgt_epi8(order, all((byte - 1) ^ 0x80)); };

  utf8_block b;
  b.stop = mask(_mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, all('"')), _mm_cmpeq_epi8(v, all('\\'))),
                             _mm_cmpeq_epi8(_mm_min_epu8(v, all(0x1F)), v)));
  b.unusual = mask(_mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, all(0xE0)), _mm_cmpeq_epi8(v, all(0xED))), from(0xF0)));
  const std::uint32_t lead = mask(from(0xC2));
  const std::uint32_t lead_of_three = mask(from(0xE0));
  const std::uint32_t continues = mask(_mm_cmplt_epi8(v, all(0xC0)));
  // C2    80    61    E2    82    AC      bytes
  // lead  .     .     lead  .     .
  // .     goes  .     .     goes  goes    must be where `continues` is, and nowhere else
  const std::uint32_t goes_on = lead << 1 | lead_of_three << 2;
  b.bad = ((goes_on ^ continues) & 0xFFFF) | (mask(v) & ~(lead | continues));
  b.cut = (lead >> 15) << 1 | (lead_of_three >> 14 & 1);
  return b;
}

/// The bits up to the lowest of `m`, that one included; all when there is none.
HUSHRING_INLINE std::uint32_t up_to_lowest(std::uint32_t m) noexcept { return m ^ (m - 1); }

#endif

}  // namespace hushring::detail
