// The compiled parts of the core that the templates call: what is long, rare, or the same for every type. Unless said
// otherwise they may read `reach` bytes behind `end`, never decide by them, return null on failure, and never throw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hushring/error.hpp>
#include <hushring/json/detail/config.hpp>
#include <hushring/json/detail/type_info.hpp>
#include <hushring/json/options.hpp>

namespace hushring::detail {

// ---- strings: `p` is behind the opening quote

struct scanned_string {
  const char* quote;  // the closing one, or null
  bool escaped;
};
/// Finds the end of a string and validates it: escapes, control characters, UTF-8.
scanned_string scan_string(const char* p, const char* end) noexcept;

/// True when the bytes could stand in a string as they are. Reads nothing behind them.
bool is_plain_string(const char* p, std::size_t size) noexcept;

struct decoded_string {
  const char* next;  // behind the closing quote, or null
  std::size_t size;  // bytes written
};
/// Validates and decodes a string to `out`, which has room for `room` bytes.
decoded_string decode_string(const char* p, const char* end, char* out, std::size_t room) noexcept;

// ---- numbers

/// Reads any JSON number that is an integer of `bits` bits, also 8.0 and 12e2 unless `literal`. `out` is the value in
/// two's complement.
const char* read_integer(const char* p, const char* end, bool is_signed, unsigned bits, bool literal,
                         std::uint64_t& out) noexcept;
/// The same, given a place behind some of its digits; `first` is the first character that can belong to it.
const char* reread_integer(const char* behind, const char* first, const char* end, bool is_signed, unsigned bits,
                           std::uint64_t& out) noexcept;
/// Reads any JSON number: correctly rounded, underflow to zero or a denormal, overflow fails.
const char* read_double(const char* p, const char* end, double& out) noexcept;
const char* read_float(const char* p, const char* end, float& out) noexcept;

// ---- structure

/// The deepest nesting that `read_options::max_depth` may allow.
inline constexpr unsigned largest_depth = 4096;

/// Skips one value with full validation; `depth` containers are open around it.
const char* skip_value(const char* p, const char* end, unsigned depth, unsigned max_depth) noexcept;

/// The same with less validation, see unknown::skip_structural. It ends where the other ends on every valid text.
const char* skip_structural(const char* p, const char* end, unsigned depth, unsigned max_depth) noexcept;

/// The member of that key, or `count`. The key has no escapes.
std::uint32_t find_member(const object_info& object, const char* key, std::size_t length) noexcept;

struct context;

/// What `next_member` found: a member index, or one of these.
inline constexpr std::uint32_t null_member = 1u << 16;  // + index: the value was null and has been passed
inline constexpr std::uint32_t end_of_object = 1u << 17;
inline constexpr std::uint32_t skipped_member = 1u << 18;  // an unknown one has been passed
inline constexpr std::uint32_t no_member = 1u << 19;       // failure
inline constexpr std::uint32_t search = 1u << 20;          // the next member has to be looked up
inline constexpr std::uint32_t kept_member = 1u << 21;     // an unknown one that the object collects

struct member_step {
  // behind the opening character of a member's value; at its first where it has no fixed opening or is unknown
  const char* p;
  std::uint32_t index;
};
/// From behind `{` (`first`) or behind a member's value to the value of the next member, or past an unknown one.
/// `depth` containers are open.
member_step next_member(const char* p, context& c, const object_info& object, bool first, unsigned depth,
                        const read_options& options) noexcept;

enum class element_step_kind : std::uint8_t { value, null, end, failure };
struct element_step {
  const char* p;
  element_step_kind what;
};
/// From behind `[` (`first`) or behind an element to the next one; `depth` containers are open. As with members, behind
/// `opening` where there is one.
element_step next_element(const char* p, context& c, char opening, bool first, unsigned depth) noexcept;

/// The first error of a text that was to be bound to `type`, found with exact bounds and the same on every build;
/// `errc::text_changed` when there is none.
error locate_error(const char* begin, const char* end, const type_info& type, const read_options& options) noexcept;

// ---- writing

/// Writes the shortest decimal that reads back to the same value, at most 24 bytes; 16 more may be stored. Returns the
/// end.
char* write_double(char* out, double value) noexcept;
char* write_float(char* out, float value) noexcept;
/// Writes a finite value rounded to so many decimals, at most `largest_decimals`; `out` has `fixed_size` bytes.
char* write_fixed(char* out, double value, unsigned decimals) noexcept;
char* write_fixed(char* out, float value, unsigned decimals) noexcept;
inline constexpr unsigned largest_decimals = 100;
constexpr std::size_t fixed_size(unsigned decimals) noexcept { return 311 + decimals; }
/// Puts `.0` behind the number from `begin` to `end` where it looks like an integer.
char* write_point(char* begin, char* end) noexcept;

/// How strings are written beyond what JSON asks for; any of these together.
enum class string_form : std::uint8_t { plain = 0, html_safe = 1, ascii_only = 2, replace = 4 };
constexpr string_form operator|(string_form a, string_form b) noexcept {
  return static_cast<string_form>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool includes(string_form form, string_form what) noexcept {
  return (static_cast<unsigned>(form) & static_cast<unsigned>(what)) != 0;
}
/// Escapes `text` to `out`, which has 6 bytes for each of its bytes. Null when it is not UTF-8, unless that is replaced.
char* escape_string(char* out, const char* text, std::size_t size, string_form form = string_form::plain) noexcept;

}  // namespace hushring::detail
