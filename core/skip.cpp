// Passes over values nobody asked for, with full validation, without recursion.
#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>

#include "number_grammar.hpp"

namespace hushring::detail {
namespace {

/// One bit for each open container: set for objects.
class bracket_stack {
 public:
  void push(bool object) noexcept {
    const std::uint64_t bit = 1ull << (size_ % 64);
    words_[size_ / 64] = object ? words_[size_ / 64] | bit : words_[size_ / 64] & ~bit;
    ++size_;
  }
  void pop() noexcept { --size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] bool in_object() const noexcept { return (words_[(size_ - 1) / 64] >> ((size_ - 1) % 64)) & 1; }
  [[nodiscard]] unsigned size() const noexcept { return size_; }

 private:
  std::uint64_t words_[largest_depth / 64];
  unsigned size_ = 0;
};

/// From behind the opening quote to behind the closing one.
HUSHRING_INLINE const char* skip_string(const char* p, const char* end) noexcept {
  const std::uint32_t m = special_mask16(p);
  const char* q = p + std::countr_zero(m | (1u << 16));
  if (m != 0 && q < end && *q == '"') [[likely]] return q + 1;
  const scanned_string s = scan_string(p, end);
  return s.quote == nullptr ? nullptr : s.quote + 1;
}

HUSHRING_INLINE const char* skip_key(const char* p, const char* end) noexcept {
  if (p >= end || *p != '"') return nullptr;
  if ((p = skip_string(p + 1, end)) == nullptr) return nullptr;
  p = skip_space(p, end);
  return p < end && *p == ':' ? skip_space(p + 1, end) : nullptr;
}

HUSHRING_INLINE const char* skip_literal(const char* p, const char* end) noexcept {
  const std::uint64_t w = load_u64(p);
  const auto four = static_cast<std::uint32_t>(w);
  if (four == word_of("true", 4) || four == word_of("null", 4)) return end - p >= 4 ? p + 4 : nullptr;
  return (w & low_bytes(5)) == word_of("false", 5) && end - p >= 5 ? p + 5 : nullptr;
}

}  // namespace

const char* skip_value(const char* p, const char* end, unsigned depth, unsigned max_depth) noexcept {
  bracket_stack open;
  for (;;) {
    // at the first character of a value
    if (p >= end) return nullptr;
    switch (*p) {
      case '"': p = skip_string(p + 1, end); break;
      case '{':
      case '[': {
        const bool object = *p == '{';
        if (depth + open.size() >= max_depth || open.size() >= largest_depth) return nullptr;
        p = skip_space(p + 1, end);
        if (p >= end) return nullptr;
        if (*p == (object ? '}' : ']')) {
          ++p;
          break;
        }
        open.push(object);
        if (object && (p = skip_key(p, end)) == nullptr) return nullptr;
        continue;
      }
      case 't':
      case 'f':
      case 'n': p = skip_literal(p, end); break;
      default: p = split_number(p, end).end; break;
    }
    // behind a value
    for (;;) {
      if (p == nullptr || p > end) return nullptr;
      if (open.empty()) return p;
      p = skip_space(p, end);
      if (p >= end) return nullptr;
      if (*p == ',') {
        p = skip_space(p + 1, end);
        if (open.in_object() && (p = skip_key(p, end)) == nullptr) return nullptr;
        break;
      }
      if (*p != (open.in_object() ? '}' : ']')) return nullptr;
      open.pop();
      ++p;
    }
  }
}

}  // namespace hushring::detail
