// Copies strings while looking whether anything in them needs an escape: in one pass, and each byte is loaded once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/config.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// 16 bytes of a string, or less at its ends: two times 8 or 4, which may overlap.
#if HUSHRING_SSE2

class plain_block {
 public:
  HUSHRING_INLINE explicit plain_block(const char* p) noexcept
      : plain_block(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))) {}
  HUSHRING_INLINE static plain_block eights(const char* p, const char* q) noexcept {
    const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return plain_block(
        _mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(first), reinterpret_cast<const __m64*>(q))));
  }
  HUSHRING_INLINE void store(char* out) const noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes_);
  }
  HUSHRING_INLINE void store_eights(char* out, char* behind) const noexcept {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), bytes_);
    _mm_storeh_pi(reinterpret_cast<__m64*>(behind), _mm_castsi128_ps(bytes_));
  }
  HUSHRING_INLINE void add_special(const plain_block& other) noexcept {
    special_ = _mm_or_si128(special_, other.special_);
  }
  /// Whether any byte is a quote, a backslash, a control character or not ASCII.
  [[nodiscard]] HUSHRING_INLINE bool special() const noexcept { return _mm_movemask_epi8(special_) != 0; }
  /// The same for two times 4 bytes.
  HUSHRING_INLINE static bool special(std::uint32_t a, std::uint32_t b) noexcept {
    const plain_block block(
        _mm_unpacklo_epi32(_mm_cvtsi32_si128(static_cast<int>(a)), _mm_cvtsi32_si128(static_cast<int>(b))));
    return (_mm_movemask_epi8(block.special_) & 0xFF) != 0;
  }

 private:
  HUSHRING_INLINE explicit plain_block(__m128i bytes) noexcept : bytes_(bytes), special_(special_signs(bytes)) {}

  __m128i bytes_;
  __m128i special_;
};

#else

class plain_block {
 public:
  HUSHRING_INLINE explicit plain_block(const char* p) noexcept : plain_block(load_u64(p), load_u64(p + 8)) {}
  HUSHRING_INLINE static plain_block eights(const char* p, const char* q) noexcept {
    return plain_block(load_u64(p), load_u64(q));
  }
  HUSHRING_INLINE void store(char* out) const noexcept { store_eights(out, out + 8); }
  HUSHRING_INLINE void store_eights(char* out, char* behind) const noexcept {
    std::memcpy(out, &first_, 8);
    std::memcpy(behind, &second_, 8);
  }
  HUSHRING_INLINE void add_special(const plain_block& other) noexcept { special_ |= other.special_; }
  [[nodiscard]] HUSHRING_INLINE bool special() const noexcept { return special_ != 0; }
  HUSHRING_INLINE static bool special(std::uint32_t a, std::uint32_t b) noexcept {
    return special_bytes(a | static_cast<std::uint64_t>(b) << 32) != 0;
  }

 private:
  HUSHRING_INLINE plain_block(std::uint64_t first, std::uint64_t second) noexcept
      : first_(first), second_(second), special_(special_bytes(first) | special_bytes(second)) {}

  std::uint64_t first_;
  std::uint64_t second_;
  std::uint64_t special_;
};

#endif

/// Copies a string that needs no escapes; null when it may need some. Stores nothing behind it, and reads nothing there.
HUSHRING_INLINE char* copy_plain(char* out, const char* p, std::size_t n) noexcept {
  char* const end = out + n;
  if (n >= 8) {
    if (n <= 16) {
      const plain_block block = plain_block::eights(p, p + n - 8);
      block.store_eights(out, end - 8);
      return block.special() ? nullptr : end;
    }
    const char* const last = p + n - 16;
    plain_block block(p);
    block.store(out);
    while ((p += 16) < last) {
      const plain_block next(p);
      next.store(out += 16);
      block.add_special(next);
    }
    const plain_block overlapping(last);
    overlapping.store(end - 16);
    block.add_special(overlapping);
    return block.special() ? nullptr : end;
  }
  std::uint32_t a, b;
  if (n >= 4) {
    a = load_u32(p);
    b = load_u32(p + n - 4);
    std::memcpy(out, &a, 4);
    std::memcpy(end - 4, &b, 4);
  } else {
    if (n == 0) return out;
    const char first = p[0], middle = p[n >> 1], last = p[n - 1];
    out[0] = first;
    out[n >> 1] = middle;
    end[-1] = last;
    const auto byte = [](char c, int at) { return static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << at; };
    a = b = byte(first, 0) | byte(middle, 8) | byte(last, 16) | byte(' ', 24);
  }
  return plain_block::special(a, b) ? nullptr : end;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
