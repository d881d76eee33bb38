// Strings to be written: what must be escaped is, and what an option asks for.
#include <bit>
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/utf8.hpp>

#include "utf8_blocks.hpp"

namespace hushring::detail {
namespace {

/// How many of the bytes at `p` one U+FFFD stands for: as many as could begin a character (Unicode 15, 3.9), or one.
std::size_t unfinished(const char* p, std::size_t left) noexcept {
  std::size_t n = 1;
  for (; n < 3 && n < left; ++n) {
    char completed[4] = {p[0], p[1], n > 1 ? p[2] : '\x80', '\x80'};
    if (utf8_sequence(completed, completed + 4) <= n) break;
  }
  return n;
}

std::uint32_t code_point(const char* p, std::size_t size) noexcept {
  std::uint32_t c = static_cast<unsigned char>(p[0]) & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) c = c << 6 | (static_cast<unsigned char>(p[i]) & 0x3Fu);
  return c;
}

/// One UTF-16 code unit.
char* put_unit(char* out, std::uint32_t unit) noexcept {
  *out++ = '\\';
  *out++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *out++ = "0123456789abcdef"[unit >> shift & 15];
  return out;
}

char* put_ascii(char* out, char c, string_form form) noexcept {
  const auto escaped = [&](char letter) {
    out[0] = '\\';
    out[1] = letter;
    return out + 2;
  };
  switch (c) {
    case '"': return escaped('"');
    case '\\': return escaped('\\');
    case '\b': return escaped('b');
    case '\f': return escaped('f');
    case '\n': return escaped('n');
    case '\r': return escaped('r');
    case '\t': return escaped('t');
    case '<':
    case '>':
    case '&':
      if (includes(form, string_form::html_safe)) return put_unit(out, static_cast<unsigned char>(c));
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20) return put_unit(out, static_cast<unsigned char>(c));
  }
  *out = c;
  return out + 1;
}

/// A whole character that is not ASCII.
char* put_sequence(char* out, const char* p, std::size_t size, string_form form) noexcept {
  const bool separates_lines = size == 3 && (code_point(p, 3) | 1) == 0x2029;
  if (includes(form, string_form::ascii_only) || (separates_lines && includes(form, string_form::html_safe))) {
    const std::uint32_t c = code_point(p, size);
    if (c < 0x10000) return put_unit(out, c);
    return put_unit(put_unit(out, 0xD800 + ((c - 0x10000) >> 10)), 0xDC00 + (c & 0x3FF));
  }
  std::memcpy(out, p, size);
  return out + size;
}

}  // namespace

char* escape_string(char* out, const char* text, std::size_t size, string_form form) noexcept {
  const char* p = text;
  const char* const end = text + size;
  // Bytes are judged in a private copy, which is what is written: they may change meanwhile.
  while (p < end) {
#if HUSHRING_SSE2
    if (end - p >= 16 && !includes(form, string_form::html_safe)) {
      char bytes[16];
      std::memcpy(bytes, p, sizeof bytes);
      const string_block block(bytes);
      auto plain = static_cast<unsigned>(std::countr_zero(block.stop() | block.not_ascii() | 1u << 16));
      if (block.stop() == 0 && plain < 16 && !includes(form, string_form::ascii_only)) {
        const string_block::judgement j = block.judge();
        if ((j.bad | j.unusual) == 0) plain = j.whole();
      }
      std::memcpy(out, bytes, sizeof bytes);
      out += plain;
      p += plain;
      if (plain != 0) continue;
    }
#endif
    char bytes[4] = {};
    const auto left = static_cast<std::size_t>(end - p);
    std::memcpy(bytes, p, left < 4 ? left : 4);
    if (static_cast<signed char>(bytes[0]) >= 0) {
      out = put_ascii(out, bytes[0], form);
      ++p;
      continue;
    }
    std::size_t n = utf8_sequence(bytes, bytes + 4);
    if (n == 0) {
      if (!includes(form, string_form::replace)) return nullptr;
      p += unfinished(bytes, left);
      out = put_sequence(out, "\xEF\xBF\xBD", 3, form);
      continue;
    }
    out = put_sequence(out, bytes, n, form);
    p += n;
  }
  return out;
}

}  // namespace hushring::detail
