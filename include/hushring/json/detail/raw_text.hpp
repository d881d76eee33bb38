// What raw_json and raw_number have in common.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring::detail {

// ---- compiled

/// True when all of the text is one JSON value. Reads nothing behind it.
bool is_raw_json(std::string_view text) noexcept;
bool is_raw_number(std::string_view text) noexcept;

/// How many bytes at the beginning of JSON text are written as they are in that form; those of the character behind
/// them, which has to be escaped, are `special`.
struct raw_run {
  std::size_t plain;
  std::size_t special;
};
raw_run find_special(std::string_view text, string_form form) noexcept;

inline namespace HUSHRING_BUILD {

/// Owned text is a copy that is judged after it was made: the text may change meanwhile.
template <class Text>
HUSHRING_COLD bool copy_value(const char* p, std::size_t size, Text& out, unsigned depth, unsigned max_depth) {
  out.resize(size + reach);
  std::memcpy(out.data(), p, size);
  std::memset(out.data() + size, 0, reach);
  const char* const end = out.data() + size;
  const bool good = skip_value(out.data(), end, depth, max_depth) == end;
  out.resize(size);
  return good;
}

template <class Sink>
HUSHRING_COLD void put_escaped(Sink& sink, std::string_view text) noexcept {
  while (!text.empty()) {
    const raw_run run = find_special(text, Sink::form);
    sink.raw(text.substr(0, run.plain));
    const std::string_view special = text.substr(run.plain, run.special);
    sink.template formatted<4 * 6>([&](char* out) {
      char* const end = escape_string(out, special.data(), special.size(), Sink::form);
      return end == nullptr ? out : end;  // null when the text changed
    });
    text.remove_prefix(run.plain + run.special);
  }
}

}  // namespace HUSHRING_BUILD

template <class Text>
struct raw_codec {
  static constexpr char opening = '\0';
  template <class...>
  static consteval bool views() {
    return std::same_as<Text, std::string_view>;
  }
  template <class...>
  static consteval std::size_t largest() {
    return varies;
  }

 protected:
  HUSHRING_INLINE static const char* parse_text(const char* p, const context& c, Text& out, unsigned depth,
                                                unsigned max_depth) {
    const char* const q = skip_value(p, c.end, depth, max_depth);
    if (q == nullptr) [[unlikely]] return nullptr;
    const auto size = static_cast<std::size_t>(q - p);
    if constexpr (std::same_as<Text, std::string_view>) out = {p + c.to_text, size};
    else if (!copy_value(p, size, out, depth, max_depth)) return nullptr;
    return q;
  }
  /// `code`: what is wrong with the text.
  template <class Sink>
  static errc put_text(Sink& sink, std::string_view text, errc code) noexcept {
    if (text.empty()) {
      sink.template literal<null_text>();
      return errc::ok;
    }
    if (code != errc::ok) return code;
    if constexpr (includes(Sink::form, string_form::html_safe | string_form::ascii_only)) put_escaped(sink, text);
    else sink.raw(text);
    return errc::ok;
  }
  /// Every byte may become an escape sequence, in some forms.
  static std::size_t bound_text(std::string_view text) noexcept { return text.size() * 6 + null_text.size(); }
};

}  // namespace hushring::detail
