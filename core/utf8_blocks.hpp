// Strings 16 bytes at a time, UTF-8 included.
#pragma once

#include <hushring/json/detail/bytes.hpp>

namespace hushring::detail {

#if HUSHRING_SSE2

/// What 16 bytes of a string hold, one bit a byte.
class string_block {
 public:
  HUSHRING_INLINE explicit string_block(const char* p) noexcept
      : v_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))),
        stop_(mask(_mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v_, all('"')), _mm_cmpeq_epi8(v_, all('\\'))),
                                _mm_cmpeq_epi8(_mm_min_epu8(v_, all(0x1F)), v_)))),
        not_ascii_(mask(v_)) {}

  /// Quotes, backslashes and control characters.
  [[nodiscard]] HUSHRING_INLINE std::uint32_t stop() const noexcept { return stop_; }
  [[nodiscard]] HUSHRING_INLINE std::uint32_t not_ascii() const noexcept { return not_ascii_; }

  /// What is to be said of it as UTF-8, when it begins with a whole character.
  struct judgement {
    std::uint32_t bad;      // no UTF-8
    std::uint32_t unusual;  // begins a sequence that is not judged here: E0, ED, and all of four bytes
    std::uint32_t cut;      // 0 unless a sequence goes on behind the block

    /// The bytes before that sequence.
    [[nodiscard]] HUSHRING_INLINE unsigned whole() const noexcept { return cut == 0 ? 16 : (cut & 2) != 0 ? 15 : 14; }
  };
  [[nodiscard]] HUSHRING_INLINE judgement judge() const noexcept {
    // compared as if they had a sign: from 0x80 up, bytes are below all others but in their order
    const __m128i order = _mm_xor_si128(v_, all(0x80));
    const auto from = [&](int byte) { return _mm_cmpgt_epi8(order, all((byte - 1) ^ 0x80)); };
    const std::uint32_t lead = mask(from(0xC2));
    const std::uint32_t lead_of_three = mask(from(0xE0));
    const std::uint32_t continues = mask(_mm_cmplt_epi8(v_, all(0xC0)));
    // C2    80    61    E2    82    AC      bytes
    // lead  .     .     lead  .     .
    // .     goes  .     .     goes  goes    must be where `continues` is, and nowhere else
    const std::uint32_t goes_on = lead << 1 | lead_of_three << 2;
    return {((goes_on ^ continues) & 0xFFFF) | (not_ascii_ & ~(lead | continues)),
            mask(_mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v_, all(0xE0)), _mm_cmpeq_epi8(v_, all(0xED))), from(0xF0))),
            (lead >> 15) << 1 | (lead_of_three >> 14 & 1)};
  }

 private:
  HUSHRING_INLINE static std::uint32_t mask(__m128i bytes) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
  }
  HUSHRING_INLINE static __m128i all(int byte) noexcept { return _mm_set1_epi8(static_cast<char>(byte)); }

  __m128i v_;
  std::uint32_t stop_;
  std::uint32_t not_ascii_;
};

/// The bits up to the lowest of `m`, that one included; all when there is none.
HUSHRING_INLINE std::uint32_t up_to_lowest(std::uint32_t m) noexcept { return m ^ (m - 1); }

#endif

}  // namespace hushring::detail
