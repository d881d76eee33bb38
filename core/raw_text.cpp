// Text that is JSON already.
#include <hushring/json/detail/raw_text.hpp>

#include <hushring/json/detail/text.hpp>
#include <hushring/json/detail/utf8.hpp>

#include "number_grammar.hpp"

namespace hushring::detail {

bool is_raw_json(std::string_view text) noexcept {
  if (text.empty() || is_space(text.front()) || is_space(text.back())) return false;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  if (!exact_bounds && page_reaches(end)) return skip_value(begin, end, 0, largest_depth) == end;
  // the slow way, which reads nothing behind the text
  constexpr type_info any{.what = kind::any, .nullable = true};
  constexpr read_options deep{.max_depth = largest_depth};
  return text.substr(0, 3) != "\xEF\xBB\xBF" && locate_error(begin, end, any, deep).code == errc::text_changed;
}

bool is_raw_number(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  return split_number(text.data(), end).end == end && !text.empty();
}

raw_run find_special(std::string_view text, string_form form) noexcept {
  const bool html = includes(form, string_form::html_safe);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<signed char>(c) >= 0) {
      if (html && (c == '<' || c == '>' || c == '&')) return {i, 1};
      continue;
    }
    const std::size_t n = utf8_sequence(text.data() + i, text.data() + text.size());
    if (n == 0) return {i, 1};  // the text changed
    const std::string_view character = text.substr(i, n);
    if (includes(form, string_form::ascii_only) || character == "\xE2\x80\xA8" || character == "\xE2\x80\xA9")
      return {i, n};
    i += n - 1;
  }
  return {text.size(), 0};
}

}  // namespace hushring::detail
