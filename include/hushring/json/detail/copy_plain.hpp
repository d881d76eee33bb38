// Copies strings while looking whether anything in them needs an escape: in one pass, and each byte is loaded once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/config.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

#if HUSHRING_SSE2

/// 16 bytes of a string in a register.
class plain_block {
 public:
  HUSHRING_INLINE explicit plain_block(const char* p) noexcept
      : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))) {
    // signed: bytes from 0x80 up are negative, so one comparison finds control characters and non-ASCII at once
    special_ = _mm_or_si128(_mm_cmplt_epi8(bytes_, _mm_set1_epi8(0x20)),
                            _mm_or_si128(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8('"')),
                                         _mm_cmpeq_epi8(bytes_, _mm_set1_epi8('\\'))));
  }
  /// Forgets all but the first `n` bytes, 1 to 16.
  HUSHRING_INLINE void keep(std::size_t n) noexcept {
    static constexpr auto window = [] {
      std::array<std::int8_t, 32> a{};
      for (std::size_t i = 0; i < 16; ++i) a[i] = -1;
      return a;
    }();
    const __m128i kept = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&window[16 - n]));
    bytes_ = _mm_and_si128(bytes_, kept);
    special_ = _mm_and_si128(special_, kept);
  }
  HUSHRING_INLINE void add_special(const plain_block& other) noexcept {
    special_ = _mm_or_si128(special_, other.special_);
  }
  /// Whether any of them is a quote, a backslash, a control character or not ASCII.
  [[nodiscard]] HUSHRING_INLINE bool special() const noexcept { return _mm_movemask_epi8(special_) != 0; }
  HUSHRING_INLINE void store(char* out) const noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes_);
  }

 private:
  __m128i bytes_;
  __m128i special_;
};

#else

class plain_block {
 public:
  HUSHRING_INLINE explicit plain_block(const char* p) noexcept
      : low_(load_u64(p)), high_(load_u64(p + 8)), special_(special_bytes(low_) | special_bytes(high_)) {}
  HUSHRING_INLINE void add_special(const plain_block& other) noexcept { special_ |= other.special_; }
  [[nodiscard]] HUSHRING_INLINE bool special() const noexcept { return special_ != 0; }
  HUSHRING_INLINE void store(char* out) const noexcept {
    std::memcpy(out, &low_, 8);
    std::memcpy(out + 8, &high_, 8);
  }

 private:
  std::uint64_t low_;
  std::uint64_t high_;
  std::uint64_t special_;
};

#endif

/// 1 to 15 bytes, reading none behind them.
HUSHRING_INLINE char* copy_short(char* out, const char* p, std::size_t n) noexcept {
  if (n >= 8) {
    const std::uint64_t a = load_u64(p);
    const std::uint64_t b = load_u64(p + n - 8);
    std::memcpy(out, &a, 8);
    std::memcpy(out + n - 8, &b, 8);
    return (special_bytes(a) | special_bytes(b)) == 0 ? out + n : nullptr;
  }
  if (n >= 4) {
    const std::uint32_t a = load_u32(p);
    const std::uint32_t b = load_u32(p + n - 4);
    std::memcpy(out, &a, 4);
    std::memcpy(out + n - 4, &b, 4);
    return special_bytes(a | static_cast<std::uint64_t>(b) << 32) == 0 ? out + n : nullptr;
  }
  const char first = p[0], middle = p[n >> 1], last = p[n - 1];
  out[0] = first;
  out[n >> 1] = middle;
  out[n - 1] = last;
  const auto byte = [](char c, int at) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << (8 * at);
  };
  return special_bytes(0x2020202020000000u | byte(first, 0) | byte(middle, 1) | byte(last, 2)) == 0 ? out + n : nullptr;
}

/// Copies a string that needs no escapes; null when it may need some. Stores up to 16 bytes beyond, never such as lie
/// behind the string; reads those only where they are of the same page.
HUSHRING_INLINE char* copy_plain(char* out, const char* p, std::size_t n) noexcept {
  if (n > 16) {
    const char* const last = p + n - 16;
    char* const end = out + n;
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
  if (n == 0) return out;
#if HUSHRING_SSE2 && !HUSHRING_EXACT_BOUNDS
  if ((reinterpret_cast<std::uintptr_t>(p) & 4095) <= 4096 - 16) [[likely]] {
    plain_block block(p);
    block.keep(n);
    block.store(out);
    return block.special() ? nullptr : out + n;
  }
#endif
  if (n == 16) {
    const plain_block block(p);
    block.store(out);
    return block.special() ? nullptr : out + n;
  }
  return copy_short(out, p, n);
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
