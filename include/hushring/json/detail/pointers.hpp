// JSON pointers, as far as tags need them: besides RFC 6901, `-1` is the last element of an array, `-2` the one before it.
#pragma once

#include <cstddef>
#include <string_view>

namespace hushring::detail {

/// Takes the first segment, behind its slash, from a pointer that is not empty.
constexpr std::string_view take_segment(std::string_view& pointer) noexcept {
  pointer.remove_prefix(1);
  const std::string_view segment = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(segment.size());
  return segment;
}

/// Takes the first byte of what a segment that is not empty spells: ~0 is a tilde, ~1 a slash.
constexpr char take_character(std::string_view& segment) noexcept {
  char c = segment.front();
  segment.remove_prefix(1);
  if (c == '~' && !segment.empty()) {
    c = segment.front() == '1' ? '/' : '~';
    segment.remove_prefix(1);
  }
  return c;
}

constexpr bool spells_segment(std::string_view key, std::string_view segment) noexcept {
  for (const char c : key)
    if (segment.empty() || take_character(segment) != c) return false;
  return segment.empty();
}

/// A segment as the position of an array's element: from 0 on, or from 1 on when counted from the end.
struct element_position {
  bool valid;
  bool from_end;
  std::size_t index;
};
inline constexpr std::size_t furthest_from_end = 16;

constexpr element_position element_position_of(std::string_view segment) noexcept {
  element_position at{false, segment.starts_with('-'), 0};
  if (at.from_end) segment.remove_prefix(1);
  if (segment.empty() || segment.size() > 9 || (segment.size() > 1 && segment.front() == '0')) return at;
  for (const char c : segment) {
    if (c < '0' || c > '9') return at;
    at.index = at.index * 10 + static_cast<std::size_t>(c - '0');
  }
  at.valid = !at.from_end || (at.index >= 1 && at.index <= furthest_from_end);
  return at;
}

/// True for "" and for "/a/b" in which every tilde is followed by 0 or 1.
constexpr bool is_pointer(std::string_view text) noexcept {
  if (!text.empty() && text.front() != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1'))) return false;
  return true;
}

}  // namespace hushring::detail
