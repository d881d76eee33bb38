// Where the text of a value goes. They share one traversal: `fast_sink` has more room than the value can need and stores
// whole words; `exact_sink` stays inside its room and goes on counting when that ends; `pretty_sink` does so, too, and
// puts white space between what it is given.
//
// Codecs write compact JSON through these members; characters that open or close anything go through `character` or
// stand in a `literal` or `raw` text:
//
//     literal<Text, Skip, Drop>()   a constant, without its first and last so many characters
//     character(c)                  one character
//     string(s)                     the characters of a string, without quotes; false when they are not UTF-8
//     number(v)                     an integer, a finite double or float
//     formatted<Most>(put)          what `put(char* out)` writes there: at most Most bytes. It may store `overshoot` more,
//                                   and gives the end
//     raw(text)                     JSON as it is
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include <hushring/error.hpp>
#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/copy_plain.hpp>
#include <hushring/json/detail/digits.hpp>

namespace hushring::detail {

/// How far behind a value's size bound the fast sink may store.
inline constexpr std::size_t overshoot = 32;

/// Text in a room that may be too small: what does not fit any more is counted only.
class bounded_text {
 public:
  bounded_text(char* out, std::size_t room) noexcept : out_(out), room_(room) {}

  /// All that was written, or would have been.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 protected:
  void append(const char* p, std::size_t n) noexcept;
  void append(char c) noexcept {
    if (size_ < room_) out_[size_] = c;
    ++size_;
  }
  /// Escaped; false when it is not UTF-8.
  [[nodiscard]] bool append_string(std::string_view s, string_form form) noexcept;

  char* out_;
  std::size_t room_;
  std::size_t size_ = 0;
};

/// Compact text, laid out on lines.
class indented_text : public bounded_text {
 public:
  indented_text(char* out, std::size_t room, unsigned indent) noexcept : bounded_text(out, room), indent_(indent) {}

 protected:
  /// Any part of compact text that does not end behind a backslash.
  void append(const char* p, std::size_t n) noexcept;
  void append(char c) noexcept { append(&c, 1); }

 private:
  void new_line() noexcept;

  unsigned indent_;
  unsigned depth_ = 0;
  bool opened_ = false;     // a container, in which nothing stands yet
  bool in_string_ = false;  // or a key
};

inline namespace HUSHRING_BUILD {

template <string_form Form>
class fast_sink {
 public:
  static constexpr string_form form = Form;

  explicit fast_sink(char* out) noexcept : out_(out) {}

  template <const auto& Text, std::size_t Skip = 0, std::size_t Drop = 0>
  HUSHRING_INLINE void literal() noexcept {
    constexpr std::size_t n = Text.size() - Skip - Drop;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((store(out_ + 8 * I, word_of(Text.data() + Skip + 8 * I, n - 8 * I))), ...);
    }(std::make_index_sequence<(n + 7) / 8>{});
    out_ += n;
  }
  HUSHRING_INLINE void character(char c) noexcept { *out_++ = c; }
  HUSHRING_INLINE void raw(std::string_view text) noexcept {
    if (!text.empty()) std::memcpy(out_, text.data(), text.size());
    out_ += text.size();
  }
  HUSHRING_INLINE bool string(std::string_view s) noexcept {
    char* end = nullptr;
    if constexpr (!includes(Form, string_form::html_safe)) end = copy_plain(out_, s.data(), s.size());
    if (end == nullptr) [[unlikely]] {
      if ((end = escape_string(out_, s.data(), s.size(), Form)) == nullptr) return false;
    }
    out_ = end;
    return true;
  }
  template <integer T>
  HUSHRING_INLINE void number(T v) noexcept {
    out_ = put_integer(out_, v);
  }
  HUSHRING_INLINE void number(double v) noexcept { out_ = put_double(out_, v); }
  HUSHRING_INLINE void number(float v) noexcept { out_ = write_float(out_, v); }
  template <std::size_t Most, class Put>
  HUSHRING_INLINE void formatted(Put&& put) noexcept {
    out_ = put(out_);
  }
  [[nodiscard]] char* position() const noexcept { return out_; }

 private:
  HUSHRING_INLINE static void store(char* p, std::uint64_t word) noexcept { std::memcpy(p, &word, 8); }

  char* out_;
};

/// A copy of the fast sink, whose place goes back in the end. What is written to a sink might be the sink itself, for all
/// that the compiler knows, once its address has been given away: around a call, and inside of it, a copy keeps the
/// place in a register.
template <class Sink>
class apart {
 public:
  HUSHRING_INLINE explicit apart(Sink& from) noexcept : sink(from), from_(from) {}
  apart(const apart&) = delete;
  apart& operator=(const apart&) = delete;
  HUSHRING_INLINE ~apart() { from_ = sink; }

  Sink sink;

 private:
  Sink& from_;
};

/// Gives every piece to Text.
template <string_form Form, class Text>
class counting_sink : public Text {
 public:
  static constexpr string_form form = Form;
  /// True where parts may be written fast: what goes to Text goes out as it is.
  static constexpr bool may_be_fast = std::same_as<Text, bounded_text>;

  using Text::Text;

  template <const auto& Constant, std::size_t Skip = 0, std::size_t Drop = 0>
  void literal() noexcept {
    this->append(Constant.data() + Skip, Constant.size() - Skip - Drop);
  }
  void character(char c) noexcept { this->append(c); }
  void raw(std::string_view text) noexcept { this->append(text.data(), text.size()); }
  bool string(std::string_view s) noexcept { return this->append_string(s, Form); }
  template <detail::number T>
  void number(T v) noexcept {
    formatted<24>([v](char* out) {
      fast_sink<Form> f(out);
      f.number(v);
      return f.position();
    });
  }
  template <std::size_t Most, class Put>
  void formatted(Put&& put) noexcept {
    char text[Most + overshoot];
    this->append(text, static_cast<std::size_t>(put(text) - text));
  }

  /// Writes by `put`, given a fast sink, what needs at most `bound` bytes, if there is room for that.
  template <class Put>
    requires(may_be_fast)
  bool fast(std::size_t bound, errc& code, Put&& put) {
    if (this->size_ > this->room_ || this->room_ - this->size_ < bound + overshoot) return false;
    fast_sink<Form> sink(this->out_ + this->size_);
    code = put(sink);
    this->size_ = static_cast<std::size_t>(sink.position() - this->out_);
    return true;
  }
};

template <string_form Form, class Text>
class apart<counting_sink<Form, Text>> {
 public:
  explicit apart(counting_sink<Form, Text>& from) noexcept : sink(from) {}

  counting_sink<Form, Text>& sink;
};

template <string_form Form>
using exact_sink = counting_sink<Form, bounded_text>;
template <string_form Form>
using pretty_sink = counting_sink<Form, indented_text>;

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
