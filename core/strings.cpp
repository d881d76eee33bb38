// Strings that are long, escaped or not ASCII.
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/utf8.hpp>

#include "escapes.hpp"
#include "utf8_blocks.hpp"

namespace hushring::detail {

namespace {

/// From a byte that is not ASCII to behind the last of all that follow; null when they are no UTF-8.
const char* pass_sequences(const char* p, const char* end) noexcept {
  do {
    const std::size_t n = utf8_sequence(p, end);
    if (n == 0) return nullptr;
    p += n;
  } while (p < end && static_cast<signed char>(*p) < 0);
  return p;
}

}  // namespace

scanned_string scan_string(const char* p, const char* end) noexcept {
  constexpr scanned_string failure{nullptr, false};
  bool escaped = false;
  while (p < end) {
#if HUSHRING_SSE2
    const string_block b(p);
    const std::uint32_t part = up_to_lowest(b.stop());
    if ((b.not_ascii() & part) != 0) {
      const string_block::judgement j = b.judge();
      if ((j.unusual & part) != 0) {
        if ((p = pass_sequences(p + std::countr_zero(b.not_ascii()), end)) == nullptr) return failure;
        continue;
      }
      if ((j.bad & part) != 0) return failure;
      if (b.stop() == 0) {
        // predicted, so that the next load need not wait
        if (j.cut == 0) [[likely]] p += 16;
        else p += j.whole();
        continue;
      }
    } else if (b.stop() == 0) {
      p += 16;
      continue;
    }
    p += std::countr_zero(b.stop());
#else
    const std::uint32_t m = special_mask16(p);
    if (m == 0) {
      p += 16;
      continue;
    }
    p += std::countr_zero(m);
#endif
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
    if (static_cast<signed char>(c) >= 0) return failure;  // a control character, unless the text changed
    if ((p = pass_sequences(p, end)) == nullptr) return failure;
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
      const string_block b(p);
      const string_block::judgement j = b.judge();
      if (b.stop() != 0) return false;
      if (j.unusual == 0) {
        if (j.bad != 0) return false;
        p += j.whole();
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

}  // namespace hushring::detail
