// Strings that are viewed as they stand in the text.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/context.hpp>

namespace hushring::detail {

// ---- compiled

/// True when the text could stand between the quotes of a JSON string. Reads nothing behind it.
bool is_raw_string(std::string_view text) noexcept;

/// True where the options say that strings of this type are not decoded.
template <read_options O, class T>
inline constexpr bool undecoded = std::same_as<T, std::string_view> && O.escapes != escapes::decode;

/// The options for strings that are decoded whatever O says.
template <read_options O>
inline constexpr read_options decoding = [] {
  read_options o = O;
  o.escapes = escapes::decode;
  return o;
}();

inline namespace HUSHRING_BUILD {

HUSHRING_COLD inline const char* parse_long_raw_string(const char* p, const context& c, std::string_view& out,
                                                       bool escapes_allowed) noexcept {
  const scanned_string s = scan_string(p, c.end);
  if (s.quote == nullptr || (s.escaped && !escapes_allowed)) return nullptr;
  out = {p + c.to_text, static_cast<std::size_t>(s.quote - p)};
  return s.quote + 1;
}
/// Reads a string from behind its opening quote, and decodes nothing.
HUSHRING_INLINE const char* parse_raw_string(const char* p, const context& c, std::string_view& out,
                                             bool escapes_allowed) noexcept {
  const std::uint32_t special = special_mask16(p);
  const char* const quote = p + std::countr_zero(special | 1u << 16);
  if (special == 0 || quote >= c.end || *quote != '"') return parse_long_raw_string(p, c, out, escapes_allowed);
  out = {p + c.to_text, static_cast<std::size_t>(quote - p)};
  return quote + 1;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
