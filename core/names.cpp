// Which of a few texts a string is.
#include <hushring/json/detail/named_values.hpp>

#include "escapes.hpp"

namespace hushring::detail {
namespace {

std::size_t find_name(const char* p, const char* quote, const std::string_view* texts, std::size_t count) noexcept {
  std::size_t i = 0;
  while (i < count && !spells(p, quote, texts[i])) ++i;
  return i;
}

}  // namespace

const char* read_name(const char* p, const char* end, const std::string_view* texts, std::size_t count,
                      std::size_t& index) noexcept {
  const scanned_string s = scan_string(p, end);
  if (s.quote == nullptr) return nullptr;
  index = find_name(p, s.quote, texts, count);
  return index < count ? s.quote + 1 : nullptr;
}

errc check_name(const char* first, const char* last, const std::string_view* texts, std::size_t count) noexcept {
  return find_name(first + 1, last - 1, texts, count) < count ? errc::ok : errc::unknown_name;
}

}  // namespace hushring::detail
