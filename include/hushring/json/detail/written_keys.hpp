// Keys as the options for writing spell them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/members.hpp>

namespace hushring::detail {

/// Spells a piece of JSON as `form` says, to `out` unless that is null. Gives the size.
constexpr std::size_t spell_as(string_form form, std::string_view text, char* out) noexcept {
  std::size_t size = 0;
  const auto put = [&](char c) {
    if (out != nullptr) out[size] = c;
    ++size;
  };
  const auto put_unit = [&](std::uint32_t unit) {
    put('\\');
    put('u');
    for (int shift = 12; shift >= 0; shift -= 4) put("0123456789abcdef"[unit >> shift & 15]);
  };
  const bool html = includes(form, string_form::html_safe);
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    std::uint32_t c = static_cast<unsigned char>(*p);
    const std::size_t n = c < 0x80 ? 1 : utf8_sequence(p, end);
    if (n > 1) {
      c &= 0x7Fu >> n;
      for (std::size_t i = 1; i < n; ++i) c = c << 6 | (static_cast<unsigned char>(p[i]) & 0x3Fu);
    }
    const bool escaped = (n > 1 && includes(form, string_form::ascii_only)) ||
                         (html && (c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029));
    if (!escaped) {
      for (std::size_t i = 0; i < n; ++i) put(p[i]);
    } else if (c < 0x10000) {
      put_unit(c);
    } else {
      put_unit(0xD800 + ((c - 0x10000) >> 10));
      put_unit(0xDC00 + (c & 0x3FF));
    }
    p += n;
  }
  return size;
}

template <string_form Form, class T, std::size_t I>
consteval auto write_key() {
  constexpr std::string_view text(fused_key<T, I>.data(), fused_key<T, I>.size());
  std::array<char, spell_as(Form, text, nullptr)> out{};
  spell_as(Form, text, out.data());
  return out;
}
/// `,"key":` and the opening character of the value.
template <string_form Form, class T, std::size_t I>
inline constexpr auto written_key = write_key<Form, T, I>();
template <class T, std::size_t I>
inline constexpr const auto& written_key<string_form::plain, T, I> = fused_key<T, I>;

/// The most bytes that any form takes for it.
template <class T, std::size_t I>
inline constexpr std::size_t key_bound =
    spell_as(string_form::html_safe | string_form::ascii_only, {fused_key<T, I>.data(), fused_key<T, I>.size()}, nullptr);

}  // namespace hushring::detail
