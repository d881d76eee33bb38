// Numbers kept as the text that they are.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <hushring/error.hpp>
#include <hushring/json/detail/raw_text.hpp>

namespace hushring {

/// The text of any JSON number without quotes, of any size and precision, validated when it is read, and again when it
/// is written. `raw_number` views the text it was read from, and lives as long as that (see reader);
/// `raw_number_string` owns a copy. An empty one is written as null.
///
/// Errors: `wrong_type` for other values; writing text that is no number is `invalid_number`.
///
///     struct trade { hushring::raw_number id; };              // {"id":123456789012345678901234567890}
template <class Text>
class basic_raw_number {
 public:
  constexpr basic_raw_number() noexcept = default;
  constexpr explicit basic_raw_number(Text text) noexcept : text_(std::move(text)) {}

  [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return text_.empty(); }
  /// Compares texts, not values: 1 and 1.0 differ.
  friend constexpr bool operator==(const basic_raw_number&, const basic_raw_number&) noexcept = default;

 private:
  friend struct detail::codec<basic_raw_number>;

  Text text_{};
};
using raw_number = basic_raw_number<std::string_view>;
using raw_number_string = basic_raw_number<std::string>;

namespace detail {

template <class Text>
struct codec<basic_raw_number<Text>> : raw_codec<Text> {
  using T = basic_raw_number<Text>;

  static consteval type_info describe() {
    return {.what = kind::number, .check = [](const char*, const char*) noexcept { return errc::ok; }};
  }
  HUSHRING_INLINE static bool begins(char ch) noexcept { return ch >= '-' && ch <= '9'; }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned depth) {
    if (*p != '-' && !is_digit(*p)) [[unlikely]] return nullptr;
    return codec::parse_text(p, c, out.text_, depth, O.max_depth);
  }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) noexcept {
    return codec::put_text(sink, value.text(), is_raw_number(value.text()) ? errc::ok : errc::invalid_number);
  }
  static bool empty(const T& value) noexcept { return value.empty(); }
  static std::size_t bound(const T& value) noexcept { return codec::bound_text(value.text()); }
};

}  // namespace detail
}  // namespace hushring
