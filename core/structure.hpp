// The structure of JSON text, 64 bytes at a time: where strings end, and the brackets outside of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <hushring/json/detail/bytes.hpp>

namespace hushring::detail {

/// What a value that is no string and no container ends before.
HUSHRING_INLINE bool ends_scalar(char c) noexcept {
  return is_space(c) || c == ',' || c == ':' || c == '"' || c == '[' || c == ']' || c == '{' || c == '}';
}

/// What goes over from one block to the next.
struct string_state {
  std::uint64_t escaped = 0;  // 1: the first byte is
  std::uint64_t inside = 0;   // all ones: it is in a string
};

struct structure {
  std::uint64_t string_ends;  // closing quotes
  std::uint64_t opening;      // brackets outside of strings, of both kinds
  std::uint64_t closing;
  std::uint64_t not_ascii;
};

/// Each bit becomes the parity of those up to it.
HUSHRING_INLINE std::uint64_t prefix_xor(std::uint64_t bits) noexcept {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// The 64 bytes at `p`, of which those at and behind `end` are looked at and not counted.
///
///     {"a\\\"]":[1]}    bytes
///      1...1..1.1        quotes, but for the escaped one
///     .111111111.        inside of a string: the opening quote counts, the closing one does not
///     1.........1        opening brackets
HUSHRING_INLINE structure structure_of(const char* p, const char* end, string_state& state) noexcept {
  std::uint64_t quotes = 0, backslashes = 0, opening = 0, closing = 0, not_ascii = 0;
#if HUSHRING_SSE2
  for (int i = 0; i < 64; i += 16) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i));
    const __m128i brace = _mm_or_si128(v, _mm_set1_epi8(0x20));  // [ and ] differ from { and } in this bit
    const auto at = [i](__m128i bytes) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(bytes))) << i;
    };
    quotes |= at(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
    backslashes |= at(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    opening |= at(_mm_cmpeq_epi8(brace, _mm_set1_epi8('{')));
    closing |= at(_mm_cmpeq_epi8(brace, _mm_set1_epi8('}')));
    not_ascii |= at(v);
  }
#else
  for (int i = 0; i < 64; ++i) {
    const char c = p[i];
    const auto at = [i](bool is) { return static_cast<std::uint64_t>(is) << i; };
    quotes |= at(c == '"');
    backslashes |= at(c == '\\');
    opening |= at(c == '{' || c == '[');
    closing |= at(c == '}' || c == ']');
    not_ascii |= at(static_cast<signed char>(c) < 0);
  }
#endif
  const auto left = static_cast<std::size_t>(end - p);
  const std::uint64_t counted = left >= 64 ? ~0ull : (1ull << left) - 1;
  backslashes &= counted;
  // each backslash that is not escaped itself escapes the next byte, in strings and elsewhere
  std::uint64_t escaped = state.escaped;
  state.escaped = 0;
  for (backslashes &= ~escaped; backslashes != 0;) {
    const std::uint64_t backslash = backslashes & (0 - backslashes);
    escaped |= backslash << 1;
    state.escaped = backslash >> 63;
    backslashes &= ~(backslash | backslash << 1);
  }
  quotes &= counted & ~escaped;
  const std::uint64_t inside = prefix_xor(quotes) ^ state.inside;
  state.inside = 0 - (inside >> 63);
  return {quotes & ~inside, opening & counted & ~inside, closing & counted & ~inside, not_ascii & counted};
}

}  // namespace hushring::detail
