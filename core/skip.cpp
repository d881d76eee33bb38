// Passes over values nobody asked for, with full validation, without recursion.
#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>

#include <hushring/json/detail/utf8.hpp>

#include "number_grammar.hpp"
#include "structure.hpp"
#include "utf8_blocks.hpp"

namespace hushring::detail {
namespace {

/// The kinds of the open containers, one bit each: set for objects. The innermost 64 are in `top_`.
class open_brackets {
 public:
  void push(bool object) noexcept {
    if (size_ % 64 == 0 && size_ != 0) [[unlikely]] below_[size_ / 64 - 1] = top_;
    top_ = top_ << 1 | static_cast<std::uint64_t>(object);
    ++size_;
  }
  void pop() noexcept {
    top_ >>= 1;
    --size_;
    if (size_ % 64 == 0 && size_ != 0) [[unlikely]] top_ = below_[size_ / 64 - 1];
  }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] bool in_object() const noexcept { return (top_ & 1) != 0; }
  [[nodiscard]] unsigned size() const noexcept { return size_; }

 private:
  std::uint64_t top_ = 0;
  unsigned size_ = 0;
  std::uint64_t below_[largest_depth / 64];
};

/// From behind the opening quote to behind the closing one.
HUSHRING_INLINE const char* skip_string(const char* p, const char* end) noexcept {
  const std::uint32_t m = special_mask16(p);
  const char* q = p + std::countr_zero(m | (1u << 16));
  if (m != 0 && q < end && *q == '"') [[likely]] return q + 1;
  const scanned_string s = scan_string(p, end);
  return s.quote == nullptr ? nullptr : s.quote + 1;
}

/// From a key's opening quote to its value.
HUSHRING_INLINE const char* skip_key(const char* p, const char* end) noexcept {
  if (p >= end || *p != '"') return nullptr;
  if ((p = skip_string(p + 1, end)) == nullptr) return nullptr;
  p = pass_space(p, end);
  return p < end && *p == ':' ? pass_space(p + 1, end) : nullptr;
}

HUSHRING_INLINE const char* skip_literal(const char* p) noexcept {
  const std::uint64_t w = load_u64(p);
  const auto four = static_cast<std::uint32_t>(w);
  if (four == word_of("true", 4) || four == word_of("null", 4)) return p + 4;
  return (w & low_bytes(5)) == word_of("false", 5) ? p + 5 : nullptr;
}

/// A number whose first character is a digit: short ones here, anything unusual the long way.
HUSHRING_INLINE const char* skip_number(const char* p, const char* end) noexcept {
  const char* q = p + 1;
  if (*p != '0') {
    for (int i = 0; i < 15 && is_digit(*q); ++i) ++q;
  }
  if (*q == '.') {
    ++q;
    if (!is_digit(*q)) return nullptr;
    for (int i = 0; i < 15 && is_digit(*q); ++i) ++q;
  }
  const char c = *q;
  if (c == ',' || c == ']' || c == '}') [[likely]] return q;
  return split_number(p, end).end;
}

}  // namespace

const char* skip_value(const char* p, const char* end, unsigned depth, unsigned max_depth) noexcept {
  open_brackets open;
  for (;;) {
    // at the first character of a value
    if (p >= end) return nullptr;
    const char c = *p;
    if (is_digit(c)) {
      p = skip_number(p, end);
    } else if (c == '"') {
      p = skip_string(p + 1, end);
    } else if (c == '{' || c == '[') {
      if (depth + open.size() >= max_depth) return nullptr;
      const bool object = c == '{';
      p = pass_space(p + 1, end);
      if (p >= end) return nullptr;
      // the closing bracket follows the opening one by two, in ASCII
      if (*p != c + 2) {
        open.push(object);
        if (object && (p = skip_key(p, end)) == nullptr) return nullptr;
        continue;
      }
      ++p;
    } else if (c == '-') {
      p = split_number(p, end).end;
    } else {
      p = skip_literal(p);
    }
    // behind a value
    for (;;) {
      if (p == nullptr || p > end) return nullptr;
      if (open.empty()) return p;
      p = pass_space(p, end);
      if (p >= end) return nullptr;
      const bool object = open.in_object();
      if (*p == ',') {
        p = pass_space(p + 1, end);
        if (object && (p = skip_key(p, end)) == nullptr) return nullptr;
        break;
      }
      if (*p != (object ? '}' : ']')) return nullptr;
      open.pop();
      ++p;
    }
  }
}

namespace {

bool is_utf8_piece(const char* p, const char* end) noexcept {
  while (p < end) {
    if (end - p >= 8 && (load_u64(p) & 0x8080808080808080u) == 0) {
      p += 8;
      continue;
    }
#if HUSHRING_SSE2
    if (end - p >= 16) {
      const string_block::judgement j = string_block(p).judge();
      if (j.unusual == 0) {
        if (j.bad != 0) return false;
        p += j.whole();
        continue;
      }
    }
#endif
    const std::size_t n = static_cast<signed char>(*p) >= 0 ? 1 : utf8_sequence(p, end);
    if (n == 0) return false;
    p += n;
  }
  return true;
}

/// Passes a string or container by its structure. `not_ascii`: whether there is anything but ASCII in it, or behind.
const char* pass_structure(const char* p, const char* end, unsigned depth, unsigned max_depth,
                           bool& not_ascii) noexcept {
  const bool string = *p == '"';
  unsigned open = 0;
  string_state state;
  for (; p < end; p += 64) {
    const structure s = structure_of(p, end, state);
    not_ascii |= s.not_ascii != 0;
    if (string) {
      if (s.string_ends != 0) return p + std::countr_zero(s.string_ends) + 1;
      continue;
    }
    const auto opening = static_cast<unsigned>(std::popcount(s.opening));
    const auto closing = static_cast<unsigned>(std::popcount(s.closing));
    if (open > closing && depth + open + opening <= max_depth) [[likely]] {
      open += opening - closing;
      continue;
    }
    for (std::uint64_t brackets = s.opening | s.closing; brackets != 0; brackets &= brackets - 1) {
      const int i = std::countr_zero(brackets);
      if ((s.closing >> i & 1) != 0) {
        if (--open == 0) return p + i + 1;
      } else if (depth + open++ >= max_depth) {
        return nullptr;
      }
    }
  }
  return nullptr;
}

}  // namespace

const char* skip_structural(const char* p, const char* end, unsigned depth, unsigned max_depth) noexcept {
  if (p >= end) return nullptr;
  const char* q = p;
  bool not_ascii = true;
  if (const char c = *p; c == '"' || c == '{' || c == '[') {
    not_ascii = false;
    if ((q = pass_structure(p, end, depth, max_depth, not_ascii)) == nullptr) return nullptr;
  } else {
    while (q < end && !ends_scalar(*q)) ++q;
    if (q == p) return nullptr;
  }
  return !not_ascii || is_utf8_piece(p, q) ? q : nullptr;
}

}  // namespace hushring::detail
