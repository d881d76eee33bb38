// Values kept as the text that they are.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <hushring/error.hpp>
#include <hushring/json/detail/raw_text.hpp>

namespace hushring {

/// The text of any JSON value, as it stands between others: fully validated when it is read, and again when it is
/// written, so that what comes out is JSON. `raw_json` views the text it was read from, and lives as long as that (see
/// reader); `raw_json_string` owns a copy. null is the text "null"; an empty text is written as null.
///
/// Writing text that is no JSON value, or has white space around it, is `invalid_text`. White space inside is kept,
/// unless write_options::pretty lays it out anew.
///
///     struct envelope { std::string_view channel; hushring::raw_json data; };
///     if (e.channel == "ticker") in.read_into(e.data.text(), t);
template <class Text>
class basic_raw_json {
 public:
  constexpr basic_raw_json() noexcept = default;
  constexpr explicit basic_raw_json(Text text) noexcept : text_(std::move(text)) {}

  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return text_.empty(); }
  [[nodiscard]] constexpr bool is_null() const noexcept { return text_.empty() || text_ == "null"; }
  /// Compares texts, not values: 1 and 1.0 differ. An empty text is null.
  friend constexpr bool operator==(const basic_raw_json& a, const basic_raw_json& b) noexcept {
    return a.text() == b.text() || (a.is_null() && b.is_null());
  }

 private:
  friend struct detail::codec<basic_raw_json>;

  Text text_{};
};
using raw_json = basic_raw_json<std::string_view>;
using raw_json_string = basic_raw_json<std::string>;

namespace detail {

template <class Text>
struct codec<basic_raw_json<Text>> : raw_codec<Text> {
  using T = basic_raw_json<Text>;

  static constexpr bool nullable = true;
  static consteval type_info describe() { return {.what = kind::any, .nullable = true}; }
  HUSHRING_INLINE static bool begins(char ch) noexcept {
    return ch == '"' || ch == '{' || ch == '[' || ch == 't' || ch == 'f' || ch == 'n' || (ch >= '-' && ch <= '9');
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned depth) {
    return codec::parse_text(p, c, out.text_, depth, O.max_depth);
  }
  static void assign_null(T& out) { out.text_ = "null"; }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) noexcept {
    return codec::put_text(sink, value.text(), is_raw_json(value.text()) ? errc::ok : errc::invalid_text);
  }
  static bool empty(const T& value) noexcept { return value.empty(); }
  static std::size_t bound(const T& value) noexcept { return codec::bound_text(value.text()); }
};

}  // namespace detail
}  // namespace hushring
