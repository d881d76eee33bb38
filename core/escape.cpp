// Strings to be written: what must be escaped is.
#include <cstring>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/utf8.hpp>

namespace hushring::detail {

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
