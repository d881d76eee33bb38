// Looks for the tag of a value, and counts the elements of arrays, on the way through text that nobody has read yet.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/pointers.hpp>

#include "container_ends.hpp"
#include "escapes.hpp"
#include "locator.hpp"

namespace hushring::detail {

/// Passes values and strings quickly; may read behind the end.
class quick_pass {
 public:
  quick_pass(const char*, const char* end, unsigned max_depth) noexcept : end_(end), max_depth_(max_depth) {}
  const char* value(const char* p, unsigned depth) noexcept { return skip_value(p, end_, depth, max_depth_); }
  /// From behind the opening quote to the closing one.
  const char* quote(const char* p) noexcept { return scan_string(p, end_).quote; }

 private:
  const char* end_;
  unsigned max_depth_;
};

/// The same as errors are looked for: reads nothing behind the end.
class exact_pass {
 public:
  exact_pass(const char* begin, const char* end, unsigned max_depth) noexcept
      : options_{.max_depth = max_depth}, locator_(begin, end, options_, nobody_) {}
  const char* value(const char* p, unsigned depth) { return locator_.pass_value(p, depth); }
  const char* quote(const char* p) {
    p = locator_.pass_string(p);
    return p == nullptr ? nullptr : p - 1;
  }

 private:
  read_options options_;
  unobserved nobody_;
  locator<unobserved> locator_;
};

template <class Pass>
class tag_finder {
 public:
  /// `ends`: those of containers that can be passed in one step, or null.
  tag_finder(const char* begin, const char* end, unsigned max_depth, const container_ends* ends) noexcept
      : end_(end), max_depth_(max_depth), ends_(ends), reached_(begin), pass_(begin, end, max_depth) {}

  /// From a value's first character to behind it; null where it is no JSON, and where the `first` tag is enough and was
  /// found. The tag is the last value that `pointer` leads to, as members are read: the last of one name counts.
  const char* find_tag(const char* p, std::string_view pointer, unsigned depth, bool first) {
    first_ = first;
    tag_ = {};
    return find(p, pointer, depth);
  }

  /// How many elements the array at `p` has; `no_choice` when it is no JSON.
  std::size_t count(const char* p, unsigned depth) {
    std::size_t n = 0;
    p = elements(p, depth, [&](const char* element) {
      ++n;
      return pass(element, depth + 1);
    });
    return p == nullptr ? no_choice : n;
  }

  struct tag_text {
    const char* first = nullptr;
    const char* last = nullptr;
  };
  /// What was found; `last` is null where it is no JSON.
  [[nodiscard]] tag_text tag() const noexcept { return tag_; }
  /// How far the search went.
  [[nodiscard]] const char* reached() const noexcept { return reached_; }

 private:
  const char* find(const char* p, std::string_view pointer, unsigned depth) {
    if (pointer.empty()) {
      const char* const behind = pass(p, depth);
      tag_ = {p, behind};
      return first_ ? nullptr : behind;
    }
    const std::string_view segment = take_segment(pointer);
    if (p < end_ && *p == '{') return object(p, segment, pointer, depth);
    if (const element_position at = element_position_of(segment); at.valid && p < end_ && *p == '[')
      return array(p, at, pointer, depth);
    return pass(p, depth);
  }

  const char* pass(const char* p, unsigned depth) {
    const char* behind = nullptr;
    if (ends_ != nullptr && p < end_ && (*p == '{' || *p == '[')) behind = ends_->behind(p);
    if (behind == nullptr) behind = pass_.value(p, depth);
    if (behind != nullptr) reached_ = behind;
    return behind;
  }
  [[nodiscard]] bool is(const char* p, char c) const noexcept { return p < end_ && *p == c; }

  const char* object(const char* p, std::string_view key, std::string_view rest, unsigned depth) {
    if (depth >= max_depth_) return nullptr;
    p = skip_space(p + 1, end_);
    if (is(p, '}')) return p + 1;
    for (;;) {
      if (!is(p, '"')) return nullptr;
      const char* const name = p + 1;
      const char* const quote = pass_.quote(name);
      if (quote == nullptr) return nullptr;
      p = skip_space(quote + 1, end_);
      if (!is(p, ':')) return nullptr;
      p = skip_space(p + 1, end_);
      if (names(name, quote, key)) {
        tag_ = {};
        p = find(p, rest, depth + 1);
      } else {
        p = pass(p, depth + 1);
      }
      if (p == nullptr) return nullptr;
      p = skip_space(p, end_);
      if (is(p, '}')) return p + 1;
      if (!is(p, ',')) return nullptr;
      p = skip_space(p + 1, end_);
    }
  }
  /// True when the key from `p` to `quote` is what a segment of a JSON pointer says.
  static bool names(const char* p, const char* quote, std::string_view segment) noexcept {
    while (p < quote) {
      char bytes[4];
      const std::size_t n = next_character(p, quote, bytes);
      if (n == 0) return false;
      for (std::size_t i = 0; i < n; ++i)
        if (segment.empty() || take_character(segment) != bytes[i]) return false;
    }
    return segment.empty();
  }

  const char* array(const char* p, element_position at, std::string_view rest, unsigned depth) {
    const char* last[furthest_from_end];
    std::size_t n = 0;
    const char* const behind = elements(p, depth, [&](const char* element) {
      last[n % furthest_from_end] = element;
      if (n++ != at.index || at.from_end) return pass(element, depth + 1);
      tag_ = {};
      return find(element, rest, depth + 1);
    });
    if (behind == nullptr || !at.from_end || n < at.index) return behind;
    tag_ = {};
    const char* const read = find(last[(n - at.index) % furthest_from_end], rest, depth + 1);
    return read == nullptr ? nullptr : behind;
  }

  /// `element` is given the place of each, and gives what is behind it.
  template <class Element>
  const char* elements(const char* p, unsigned depth, Element&& element) {
    if (depth >= max_depth_ || !is(p, '[')) return nullptr;
    p = skip_space(p + 1, end_);
    if (is(p, ']')) return p + 1;
    for (;;) {
      if (p >= end_ || (p = element(p)) == nullptr) return nullptr;
      p = skip_space(p, end_);
      if (is(p, ']')) return p + 1;
      if (!is(p, ',')) return nullptr;
      p = skip_space(p + 1, end_);
    }
  }

  const char* end_;
  unsigned max_depth_;
  const container_ends* ends_;
  bool first_ = false;
  tag_text tag_;
  const char* reached_;
  Pass pass_;
};

}  // namespace hushring::detail
