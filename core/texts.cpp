// What a string of JSON must be to be of a type of its own.
#include <hushring/json/character.hpp>
#include <hushring/json/fixed_string.hpp>

#include "escapes.hpp"

namespace hushring::detail {

errc check_length(const char* first, const char* last, std::size_t most) noexcept {
  const char* const quote = last - 1;
  std::size_t size = 0;
  for (const char* p = first + 1; p < quote;) {
    char bytes[4];
    const std::size_t n = next_character(p, quote, bytes);
    if (n == 0) break;  // the text changed
    size += n;
  }
  return size <= most ? errc::ok : errc::text_too_long;
}

const char* read_character(const char* p, const char* end, char& out) noexcept {
  char c;
  const decoded_string d = decode_string(p, end, &c, 1);  // one byte of UTF-8 is ASCII
  if (d.size != 1) return nullptr;
  out = c;
  return d.next;
}
errc check_character(const char* first, const char* last) noexcept {
  char c;
  return read_character(first + 1, last, c) != nullptr ? errc::ok : errc::invalid_text;
}

}  // namespace hushring::detail
