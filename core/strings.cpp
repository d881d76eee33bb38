// Strings that are long, escaped or not ASCII.
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>

#include "escapes.hpp"

namespace hushring::detail {

std::size_t utf8_sequence(const char* p, const char* end) noexcept {
  // Unicode 15, table 3-7: well-formed byte sequences
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

scanned_string scan_string(const char* p, const char* end) noexcept {
  constexpr scanned_string failure{nullptr, false};
  bool escaped = false;
  while (p < end) {
    const std::uint32_t m = special_mask16(p);
    if (m == 0) {
      p += 16;
      continue;
    }
    p += std::countr_zero(m);
    if (p >= end) return failure;
    const char c = *p;
    if (c == '"') return {p, escaped};
    if (c == '\\') {
      const escape e = read_escape(p, end);
      if (e.length == 0) return failure;
      escaped = true;
      p += e.length;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20) return failure;
    // not ASCII, and likely to stay so for a while
    do {
      const std::size_t n = utf8_sequence(p, end);
      if (n == 0) return failure;
      p += n;
    } while (p < end && static_cast<signed char>(*p) < 0);
  }
  return failure;
}

decoded_string decode_string(const char* p, const char* end, char* out, std::size_t room) noexcept {
  constexpr decoded_string failure{nullptr, 0};
  char* const begin = out;
  char* const limit = out + room;
  while (p < end) {
    const char c = *p;
    if (c == '"') return {p + 1, static_cast<std::size_t>(out - begin)};
    char bytes[4];
    std::size_t n;
    if (c == '\\') {
      const escape e = read_escape(p, end);
      if (e.length == 0) return failure;
      n = encode_utf8(e.code_point, bytes);
      p += e.length;
    } else if (static_cast<signed char>(c) >= 0x20) {
      bytes[0] = c;
      n = 1;
      ++p;
    } else {
      // validated on a private copy: the text may change between two looks at it
      const std::size_t left = static_cast<std::size_t>(end - p) < 4 ? static_cast<std::size_t>(end - p) : 4;
      std::memcpy(bytes, p, left);
      n = utf8_sequence(bytes, bytes + left);
      if (n == 0) return failure;
      p += n;
    }
    if (static_cast<std::size_t>(limit - out) < n) return failure;
    std::memcpy(out, bytes, n);
    out += n;
  }
  return failure;
}

char* escape_string(char* out, const char* text, std::size_t size) noexcept {
  const char* p = text;
  const char* const end = text + size;
  while (p < end) {
    const char c = *p;
    const auto u = static_cast<unsigned char>(c);
    if (u >= 0x80) {
      const std::size_t n = utf8_sequence(p, end);
      if (n == 0) return nullptr;
      std::memcpy(out, p, n);
      out += n;
      p += n;
      continue;
    }
    ++p;
    if (u >= 0x20 && c != '"' && c != '\\') {
      *out++ = c;
      continue;
    }
    *out++ = '\\';
    switch (c) {
      case '"': *out++ = '"'; break;
      case '\\': *out++ = '\\'; break;
      case '\b': *out++ = 'b'; break;
      case '\f': *out++ = 'f'; break;
      case '\n': *out++ = 'n'; break;
      case '\r': *out++ = 'r'; break;
      case '\t': *out++ = 't'; break;
      default:
        std::memcpy(out, "u00", 3);
        out[3] = static_cast<char>('0' + (u >> 4));
        out[4] = "0123456789abcdef"[u & 15];
        out += 5;
    }
  }
  return out;
}

}  // namespace hushring::detail
