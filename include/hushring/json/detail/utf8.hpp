// One UTF-8 sequence.
#pragma once

#include <cstddef>
#include <string_view>

namespace hushring::detail {

/// The length of the UTF-8 sequence at `p` that begins with a byte from 0x80 up (2 to 4), or 0 when it is none. Reads
/// nothing at or behind `end`. (Unicode 15, table 3-7.)
constexpr std::size_t utf8_sequence(const char* p, const char* end) noexcept {
  const auto at = [&](std::ptrdiff_t i) { return p + i < end ? static_cast<unsigned char>(p[i]) : 0u; };
  const auto continues = [&](std::ptrdiff_t i) { return (at(i) & 0xC0) == 0x80; };
  const unsigned lead = at(0);
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned second = at(1);
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return second >= low && second <= high && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned second = at(1);
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/// True when all of `text` is UTF-8.
constexpr bool is_utf8(std::string_view text) noexcept {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      ++p;
    } else {
      const std::size_t n = utf8_sequence(p, end);
      if (n == 0) return false;
      p += n;
    }
  }
  return true;
}

}  // namespace hushring::detail
