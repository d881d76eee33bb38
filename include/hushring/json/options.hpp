// Choices for reading and writing, made at compile time: what is off costs nothing.
#pragma once

#include <cstdint>

namespace hushring {

/// A member that the struct does not have: skipped with full validation; skipped by its brackets and strings, see
/// read_options; or an error.
enum class unknown : std::uint8_t { skip, skip_structural, error };
enum class missing : std::uint8_t { default_value, error };  ///< a member that the text does not have
enum class duplicate : std::uint8_t { last, error };         ///< a member that occurs twice
enum class null : std::uint8_t { default_value, error };     ///< null for a member that is not optional
/// Escape sequences in strings that are read into std::string_view: decoded into the reader's memory, left as they are
/// in the text, or an error. Keys, also those of maps, are decoded whatever is chosen.
enum class escapes : std::uint8_t { decode, raw, error };
enum class not_finite : std::uint8_t { error, null };        ///< NaN or infinity to be written
enum class absent : std::uint8_t { omit, null };             ///< an empty optional member to be written
enum class invalid_utf8 : std::uint8_t { error, replace };   ///< bytes that are no UTF-8 in a string to be written

/// How text is read. Whatever is chosen, all of a text must be one JSON value: what follows is `trailing_data`.
///
/// Unknown members are fully validated even when they are skipped. By `skip_structural`, which is faster for large ones,
/// their values are passed with less: strings end, brackets are balanced (of whatever kind) and not too deep, and all is
/// UTF-8; but numbers, literals, escapes and commas may be wrong. A missing or null member takes its default initializer,
/// also when the object is reused: nothing stale stays. `optional` members may always be missing or null.
///
/// `stable` is for text that another process may change while it is read, or afterwards: it is copied first, into the
/// reader's memory or, for the free functions, into a block of its own (allocated when it is more than 1 KB). Views are
/// then into the copy, so that what was read and decided stays. Without it, such text is safe to read, but views may
/// show later bytes.
///
///     constexpr hushring::read_options once{.unknown = hushring::unknown::error, .literal_integers = true};
///     auto order = hushring::read<new_order, once>(text);
struct read_options {
  hushring::unknown unknown = hushring::unknown::skip;
  hushring::missing missing = hushring::missing::default_value;
  hushring::duplicate duplicate = hushring::duplicate::last;
  hushring::null null = hushring::null::default_value;
  bool literal_integers = false;   ///< refuse 8.0 and 12e2 for integers
  std::uint32_t max_depth = 1024;  ///< containers inside each other, the root container counting as 1; at most 4096
  hushring::escapes escapes = hushring::escapes::decode;
  bool stable = false;
};

/// Missing, null and duplicate members are errors. What feeds should be read with.
inline constexpr read_options strict{.missing = missing::error, .duplicate = duplicate::error, .null = null::error};

/// How values are written. Whatever is chosen, what comes out is JSON and reads back; `decimals` rounds, `replace` loses
/// the bytes that were no text.
///
///     constexpr hushring::write_options log{.invalid_utf8 = hushring::invalid_utf8::replace, .pretty = true};
///     hushring::write<log>(order, line);
struct write_options {
  hushring::not_finite not_finite = hushring::not_finite::error;
  hushring::absent absent = hushring::absent::omit;
  hushring::invalid_utf8 invalid_utf8 = hushring::invalid_utf8::error;  ///< replace: by U+FFFD
  bool html_safe = false;    ///< <, >, &, U+2028 and U+2029 are escaped: the text may stand inside HTML and scripts
  bool ascii_only = false;   ///< all characters that are not ASCII are escaped
  bool sorted_maps = false;  ///< members of maps in the order of their keys' bytes; needs memory, see write()
  bool keep_point = false;   ///< 10.0 and -0.0, not 10 and -0: doubles and floats look like such
  int decimals = -1;         ///< of all doubles and floats, correctly rounded, 0 to 100; -1: as few as read back the same
  bool pretty = false;       ///< one member or element a line
  std::uint8_t indent = 2;   ///< blanks a level, when pretty
};

}  // namespace hushring
