// Single characters.
#pragma once

#include <cstddef>
#include <string_view>

#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring::detail {

/// Reads a string of one ASCII character, however it is spelled, from behind its opening quote.
const char* read_character(const char* p, const char* end, char& out) noexcept;
errc check_character(const char* first, const char* last) noexcept;

/// A char is a string of one ASCII character; any other string is `invalid_text`, as is writing a char that is not
/// ASCII. std::int8_t and std::uint8_t are numbers. Wide characters are not bound.
template <>
struct codec<char> {
  static constexpr char opening = '"';
  static constexpr bool flat = true;
  static consteval type_info describe() { return {.what = kind::text, .check = check_character, .format = "char"}; }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, char& out, unsigned) noexcept {
    const char first = p[0];
    if (static_cast<signed char>(first) < 0x20 || first == '"' || first == '\\' || p[1] != '"' || p + 1 >= c.end)
        [[unlikely]]
      return read_character(p, c.end, out);
    out = first;
    return p + 2;
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, char value) noexcept {
    if (static_cast<signed char>(value) < 0) [[unlikely]] return errc::invalid_text;
    sink.template formatted<7>([value](char* out) {
      out = escape_string(out, &value, 1, Sink::form);
      *out = '"';
      return out + 1;
    });
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return 8;
  }
  static constexpr bool empty(char value) noexcept { return value == '\0'; }
};

}  // namespace hushring::detail
