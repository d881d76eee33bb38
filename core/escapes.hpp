// Escape sequences of JSON strings, with exact bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <hushring/error.hpp>

namespace hushring::detail {

/// One escape sequence (a surrogate pair counts as one). `length` is 0 when it is none; then `code` and `bad` say why
/// and at which byte, counted from the backslash.
struct escape {
  std::uint32_t code_point;
  std::uint8_t length;
  errc code;
  std::uint8_t bad;
};

/// The value of a hexadecimal digit, or -1.
inline int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Reads the escape whose backslash is at `p`. Reads nothing at or behind `end`.
inline escape read_escape(const char* p, const char* end) noexcept {
  const auto left = end - p;
  const auto fail = [&](errc code, std::ptrdiff_t at) {
    if (at >= left) return escape{0, 0, errc::unexpected_end, static_cast<std::uint8_t>(left)};
    return escape{0, 0, code, static_cast<std::uint8_t>(at)};
  };
  const auto plain = [](char c) { return escape{static_cast<unsigned char>(c), 2, errc::ok, 0}; };
  if (left < 2) return fail(errc::invalid_escape, 1);
  switch (p[1]) {
    case '"': return plain('"');
    case '\\': return plain('\\');
    case '/': return plain('/');
    case 'b': return plain('\b');
    case 'f': return plain('\f');
    case 'n': return plain('\n');
    case 'r': return plain('\r');
    case 't': return plain('\t');
    case 'u': break;
    default: return fail(errc::invalid_escape, 1);
  }
  std::uint32_t unit = 0;
  for (std::ptrdiff_t i = 2; i < 6; ++i) {
    const int digit = i < left ? hex_digit(p[i]) : -1;
    if (digit < 0) return fail(errc::invalid_escape, i);
    unit = unit << 4 | static_cast<std::uint32_t>(digit);
  }
  if (unit < 0xD800 || unit > 0xDFFF) return {unit, 6, errc::ok, 0};
  if (unit > 0xDBFF) return fail(errc::invalid_surrogate, 0);
  // the first half of a pair: the second must follow
  if (left < 7 || p[6] != '\\') return left < 7 ? fail(errc::invalid_surrogate, 6) : fail(errc::invalid_surrogate, 0);
  if (left < 8 || p[7] != 'u') return left < 8 ? fail(errc::invalid_surrogate, 7) : fail(errc::invalid_surrogate, 0);
  std::uint32_t low = 0;
  for (std::ptrdiff_t i = 8; i < 12; ++i) {
    const int digit = i < left ? hex_digit(p[i]) : -1;
    if (digit < 0) return fail(errc::invalid_escape, i);
    low = low << 4 | static_cast<std::uint32_t>(digit);
  }
  if (low < 0xDC00 || low > 0xDFFF) return fail(errc::invalid_surrogate, 0);
  return {0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), 12, errc::ok, 0};
}

/// Writes a code point (no surrogate) as UTF-8; returns the number of bytes, 1 to 4.
inline std::size_t encode_utf8(std::uint32_t c, char (&out)[4]) noexcept {
  const auto byte = [](std::uint32_t v) { return static_cast<char>(v); };
  if (c < 0x80) {
    out[0] = byte(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = byte(0xC0 | c >> 6);
    out[1] = byte(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = byte(0xE0 | c >> 12);
    out[1] = byte(0x80 | (c >> 6 & 0x3F));
    out[2] = byte(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = byte(0xF0 | c >> 18);
  out[1] = byte(0x80 | (c >> 12 & 0x3F));
  out[2] = byte(0x80 | (c >> 6 & 0x3F));
  out[3] = byte(0x80 | (c & 0x3F));
  return 4;
}

/// The next character of a valid JSON string, as UTF-8; `p` moves behind it. Gives its size, 0 when the text changed.
inline std::size_t next_character(const char*& p, const char* quote, char (&out)[4]) noexcept {
  if (*p != '\\') {
    out[0] = *p++;
    return 1;
  }
  const escape e = read_escape(p, quote);
  p += e.length;
  return e.length == 0 ? 0 : encode_utf8(e.code_point, out);
}

/// True when the valid JSON string from `p` to its closing quote at `quote` spells `key`.
inline bool spells(const char* p, const char* quote, std::string_view key) noexcept {
  while (p < quote) {
    char bytes[4];
    const std::size_t n = next_character(p, quote, bytes);
    if (n == 0 || key.size() < n || std::memcmp(key.data(), bytes, n) != 0) return false;
    key.remove_prefix(n);
  }
  return key.empty();
}

}  // namespace hushring::detail
