// Strings with their escape sequences.
#pragma once

#include <string>
#include <string_view>

#include <hushring/error.hpp>
#include <hushring/json/detail/raw_text.hpp>

namespace hushring {

/// A string as it stands between its quotes in JSON: validated, its escape sequences as they are. A view of the text it
/// was read from (see reader), which it needs no memory for. When it is written it is validated again, and is
/// `invalid_text` when it could not stand between quotes.
///
///     struct entry { std::int64_t id; hushring::raw_string message; };
///     if (wanted(e.id)) log(e.message.decoded());
class raw_string {
 public:
  constexpr raw_string() noexcept = default;
  constexpr explicit raw_string(std::string_view text) noexcept : text_(text) {}

  /// What stands between the quotes.
  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }
  /// True when `text()` is not the string itself.
  [[nodiscard]] constexpr bool is_escaped() const noexcept { return text_.find('\\') != std::string_view::npos; }
  /// The string itself. Empty when the text is not valid.
  [[nodiscard]] std::string decoded() const;
  /// Compares texts: "a" and "\u0061" differ.
  friend constexpr bool operator==(raw_string, raw_string) noexcept = default;

 private:
  friend struct detail::codec<raw_string>;

  std::string_view text_{};
};

namespace detail {

template <>
struct codec<raw_string> {
  static constexpr char opening = '"';
  static constexpr bool flat = true;
  static consteval type_info describe() { return {.what = kind::string}; }
  template <class...>
  static consteval bool views() {
    return true;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, raw_string& out, unsigned) noexcept {
    return parse_raw_string(p, c, out.text_, true);
  }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const raw_string& value) noexcept {
    if (!is_raw_string(value.text_)) return errc::invalid_text;
    if constexpr (includes(Sink::form, string_form::html_safe | string_form::ascii_only)) put_escaped(sink, value.text_);
    else sink.raw(value.text_);
    sink.character('"');
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return varies;
  }
  static std::size_t bound(const raw_string& value) noexcept { return value.text_.size() * 6 + 2; }
  static bool empty(const raw_string& value) noexcept { return value.text_.empty(); }
};

}  // namespace detail
}  // namespace hushring
