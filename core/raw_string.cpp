#include <hushring/json/raw_string.hpp>

#include <hushring/json/detail/utf8.hpp>

#include "escapes.hpp"

namespace hushring {
namespace detail {

bool is_raw_string(std::string_view text) noexcept {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const auto c = static_cast<unsigned char>(*p);
    const std::size_t n = c == '"' || c < 0x20 ? 0
                          : c == '\\'           ? read_escape(p, end).length
                          : c < 0x80            ? 1
                                                : utf8_sequence(p, end);
    if (n == 0) return false;
    p += n;
  }
  return true;
}

}  // namespace detail

std::string raw_string::decoded() const {
  if (!detail::is_raw_string(text_)) return {};
  std::string out;
  out.reserve(text_.size());
  const char* p = text_.data();
  for (const char* const end = p + text_.size(); p < end;) {
    char bytes[4];
    out.append(bytes, detail::next_character(p, end, bytes));
  }
  return out;
}

}  // namespace hushring
