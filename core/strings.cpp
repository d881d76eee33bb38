// Strings that are long, escaped or not ASCII.
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/utf8.hpp>

#include "escapes.hpp"
#include "utf8_blocks.hpp"

namespace hushring::detail {

scanned_string scan_string(const char* p, const char* end) noexcept {
  constexpr scanned_string failure{nullptr, false};
  bool escaped = false;
  while (p < end) {
    const std::uint32_t m = special_mask16(p);
    if (m == 0) {
      p += 16;
      continue;
    }
    const char* q = p + std::countr_zero(m);
    if (q >= end) return failure;
    const char c = *q;
    if (c == '"') return {q, escaped};
    if (c == '\\') {
      const escape e = read_escape(q, end);
      if (e.length == 0) return failure;
      escaped = true;
      p = q + e.length;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20) return failure;
#if HUSHRING_SSE2
    // from where the block was looked at, not from its first character that is not ASCII: so the next load need not
    // wait for where that is
    const utf8_block b = look_at_block(p);
    const std::uint32_t part = up_to_lowest(b.stop);
    if ((b.unusual & part) == 0) [[likely]] {
      if ((b.bad & part) != 0) return failure;
      if (b.stop == 0) {
        if (b.cut == 0) [[likely]] p += 16;
        else p += b.whole();
        continue;
      }
      p += std::countr_zero(b.stop);
      if (p >= end) return failure;
      if (*p == '"') return {p, escaped};
      continue;
    }
#endif
    // not ASCII, and likely to stay so for a while
    do {
      const std::size_t n = utf8_sequence(q, end);
      if (n == 0) return failure;
      q += n;
    } while (q < end && static_cast<signed char>(*q) < 0);
    p = q;
  }
  return failure;
}

bool is_plain_string(const char* p, std::size_t size) noexcept {
  const char* const end = p + size;
  while (p < end) {
    if (end - p >= 8 && special_bytes(load_u64(p)) == 0) {
      p += 8;
      continue;
    }
#if HUSHRING_SSE2
    if (end - p >= 16) {
      const utf8_block b = look_at_block(p);
      if (b.stop != 0) return false;
      if (b.unusual == 0) {
        if (b.bad != 0) return false;
        p += b.whole();
        continue;
      }
    }
#endif
    const char c = *p;
    if (static_cast<signed char>(c) >= 0x20) {
      if (c == '"' || c == '\\') return false;
      ++p;
      continue;
    }
    const std::size_t n = utf8_sequence(p, end);  // 0 for control characters, too
    if (n == 0) return false;
    p += n;
  }
  return true;
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
